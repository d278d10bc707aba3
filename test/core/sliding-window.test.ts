import fc from "fast-check";
import { expect, test } from "vitest";
import { SlidingWindow } from "../../src/core/sliding-window.js";

const moment = fc.integer({ min: 0, max: 30 });
const step = fc.record({ do: fc.constantFrom("add", "add", "add", "remove", "prune", "clamp"), at: moment });

test("it equals a sorted list of moments, whatever is added, removed, pruned or brought forward", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200, size: "max" }), moment, (steps, since) => {
      const window = new SlidingWindow();
      let all: number[] = [];
      for (const { do: what, at } of steps) {
        if (what === "add") {
          window.add(at);
          all.push(at);
        } else if (what === "remove") {
          const place = all.indexOf(at);
          expect(window.remove(at)).toBe(place >= 0);
          if (place >= 0) all.splice(place, 1);
        } else {
          window[what](at);
          all = what === "prune" ? all.filter((one) => one > at) : all.map((one) => Math.min(one, at));
        }
        expect(window.size).toBe(all.length);
        expect(window.countAfter(since)).toBe(all.filter((one) => one > since).length);
      }
      const latest = all.toSorted((a, b) => b - a);
      for (let i = 0; i <= all.length; i++) expect(window.latest(i)).toBe(latest[i] ?? -Infinity);
    }),
  );
});

test("thousands of moments are forgotten and counted as few are", () => {
  const window = new SlidingWindow();
  for (let at = 0; at < 5_000; at++) {
    window.add(at);
    window.prune(at - 1_000);
    expect(window.size).toBe(Math.min(at + 1, 1_000));
  }
  expect([window.latest(0), window.latest(999), window.latest(1_000)]).toEqual([4_999, 4_000, -Infinity]);
});
