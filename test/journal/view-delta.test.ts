import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { restoreView, ViewDeltas } from "../../src/journal/view-delta.js";

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("ViewDeltas", () => {
  it("stores the first view whole and then only what differs", () => {
    const deltas = new ViewDeltas();
    expect(deltas.next("sma", { now: 1, rules: { cap: 0.25 } })).toEqual({
      whole: true,
      view: { now: 1, rules: { cap: 0.25 } },
    });
    expect(deltas.next("sma", { now: 2, rules: { cap: 0.25 } })).toEqual({ whole: false, view: { set: { now: 2 } } });
  });

  it("lists the removed members", () => {
    const deltas = new ViewDeltas();
    deltas.next("sma", { now: 1, extra: true });
    expect(deltas.next("sma", { now: 1 })).toEqual({ whole: false, view: { gone: ["extra"] } });
  });

  it("keeps strategies apart", () => {
    const deltas = new ViewDeltas();
    deltas.next("sma", { now: 1 });
    expect(deltas.next("rebalance", { now: 1 }).whole).toBe(true);
  });

  it("stores every hundredth view whole, and the next one after forgetting", () => {
    const deltas = new ViewDeltas();
    const whole = Array.from({ length: 250 }, (_, now) => deltas.next("sma", { now }).whole);
    expect(whole.flatMap((is, i) => (is ? [i] : []))).toEqual([0, 100, 200]);
    deltas.forget();
    expect(deltas.next("sma", { now: 251 }).whole).toBe(true);
  });

  it("returns every view that it was given", () => {
    const key = fc.constantFrom("now", "prices", "state", "__proto__", "constructor", "");
    const view = fc.uniqueArray(fc.tuple(key, fc.jsonValue({ maxDepth: 2 })), { selector: ([name]) => name });
    fc.assert(
      fc.property(fc.array(view, { maxLength: 20 }), (views) => {
        const deltas = new ViewDeltas();
        let restored: JsonObject | null = null;
        for (const members of views) {
          const given = throughJson(Object.fromEntries(members)) as JsonObject;
          restored = restoreView(restored, throughJson(deltas.next("sma", given)));
          expect(restored).toEqual(given);
        }
      }),
    );
  });
});
