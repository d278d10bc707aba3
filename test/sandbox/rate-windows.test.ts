import fc from "fast-check";
import { expect, test } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { RateWindows, secondsUntil } from "../../src/sandbox/rate-windows.js";

test("a window lets exactly its count through, and names its end, whatever the requests", () => {
  const waits = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 5 }), (gaps, count) => {
      const clock = new SimulatedClock(1_000);
      const windows = new RateWindows(clock, [{ scope: "all", count, windowMs: 1_000 }]);
      let [begin, used] = [-Infinity, 0];
      for (const gap of gaps) {
        clock.runUntil(clock.now() + gap);
        if (clock.now() >= begin + 1_000) used = 0;
        const fullUntil = windows.spend("a", []);
        expect(fullUntil).toBe(used < count ? null : begin + 1_000);
        if (fullUntil === null && used++ === 0) begin = clock.now();
      }
    }),
  );
});

test("a request counts in each window of its scopes, or in none", () => {
  const windows = new RateWindows(new SimulatedClock(0), [
    { scope: "trade", count: 1, windowMs: 100 },
    { scope: "all", count: 2, windowMs: 200 },
  ]);
  expect(windows.spend("a", ["trade"])).toBeNull();
  expect(windows.spend("a", ["trade"])).toBe(100);
  expect(windows.spend("a", ["price"])).toBeNull();
  expect(windows.spend("a", [])).toBe(200);
  expect(windows.spend("b", ["trade"])).toBeNull();
});

test("a clock that is set back by an hour ends a window: no request waits that hour for the next one", () => {
  let now = 3_600_000;
  const windows = new RateWindows({ now: () => now, at: () => () => {} }, [
    { scope: "all", count: 1, windowMs: 1_000 },
  ]);
  expect(windows.spend("a", [])).toBeNull();
  now -= 1;
  expect(windows.spend("a", [])).toBe(3_601_000);
  now = 0;
  expect(windows.spend("a", [])).toBeNull();
  expect(windows.spend("a", [])).toBe(1_000);
});

test("the limit of each endpoint, and no limit at all, let everything through", () => {
  const clock = new SimulatedClock(0);
  for (const windows of [
    new RateWindows(clock, []),
    new RateWindows(clock, [{ scope: "each", count: 1, windowMs: 1 }]),
  ])
    for (let i = 0; i < 10; i++) expect(windows.spend("a", ["trade"])).toBeNull();
});

test("the named wait lasts until the window has ended: whole seconds, rounded up, and at least one", () => {
  expect([1, 1_000, 1_001, 59_999, 0, -1].map((left) => secondsUntil(500 + left, 500))).toEqual([1, 1, 2, 60, 1, 1]);
});
