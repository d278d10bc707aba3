import { describe, expect, it } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { VenueCalls } from "../../src/execution/venue-calls.js";
import type { CallOptions } from "../../src/model/venue.js";

const never = (): Promise<never> => new Promise(() => {});

describe("a request of a trade", () => {
  it("costs no timer if the venue answers at once", () => {
    const clock = new SimulatedClock(0);
    const calls = new VenueCalls(clock, 10);
    expect(calls.within(() => "now")).toBe("now");
    expect(() =>
      calls.within(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(() =>
      calls.within(({ signal }) => {
        throw new Error(`no, ${String(signal?.aborted)}`);
      }),
    ).toThrow("no, false");
    expect(clock.next()).toBeNull();
  });

  it("names its purpose, and a copy of its options has the signal as well", async () => {
    const clock = new SimulatedClock(0);
    let copy: CallOptions = {};
    const answer = new VenueCalls(clock, 10).within((options) => {
      copy = { ...options };
      return never();
    });
    expect(copy).toMatchObject({ purpose: "trade", signal: { aborted: false } });
    clock.runUntil(10);
    await expect(answer).rejects.toMatchObject({ code: "TRADE_DEADLINE" });
    expect(copy.signal?.reason).toMatchObject({ code: "TRADE_DEADLINE" });
  });

  it("is given up at the deadline by venues that ignore the signal, and its timer ends with the answer", async () => {
    const clock = new SimulatedClock(0);
    const late = new VenueCalls(clock, 10).within(never);
    const inTime = new VenueCalls(clock, 20).within(() => Promise.resolve("in time"));
    await expect(inTime).resolves.toBe("in time");
    clock.runUntil(9);
    expect(clock.next()).toBe(10);
    clock.runUntil(10);
    await expect(late).rejects.toThrow("No usable answer within 10 ms");
    expect(clock.next()).toBeNull();
  });

  it("has a signal of its own, whatever became of the one before", async () => {
    const clock = new SimulatedClock(0);
    const calls = new VenueCalls(clock, 10);
    const seen: CallOptions[] = [];
    const keep = (options: CallOptions): void => void seen.push({ ...options });
    void calls.within(keep);
    const answered = calls.within((options) => {
      keep(options);
      return Promise.resolve();
    });
    const late = calls.within((options) => {
      keep(options);
      return never();
    });
    await answered;
    clock.runUntil(10);
    await expect(late).rejects.toThrow("No usable answer");
    void calls.within(keep);
    expect(seen.map(({ signal }) => signal?.aborted)).toEqual([false, false, true, false]);
    expect(new Set(seen.map(({ signal }) => signal)).size).toBe(4);
  });
});
