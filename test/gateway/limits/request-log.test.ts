import fc from "fast-check";
import { expect, test } from "vitest";
import { RequestLog } from "../../../src/gateway/limits/request-log.js";

const ends = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 60 });

test("the requests held since a moment are those that ended after it, in whatever order they were added", () => {
  fc.assert(
    fc.property(ends, fc.integer({ min: -1, max: 1_001 }), (times, since) => {
      const spent = new RequestLog();
      for (const end of times) spent.add(end);
      expect(spent.held(since)).toBe(times.filter((end) => end > since).length);
    }),
  );
});

test("fewerThan is the first moment since which fewer are held", () => {
  fc.assert(
    fc.property(ends, fc.integer({ min: 1, max: 70 }), fc.integer({ min: 0, max: 5 }), (times, count, inFlight) => {
      const spent = new RequestLog();
      for (const end of times) spent.add(end);
      for (let i = 0; i < inFlight; i++) spent.begin();
      const since = spent.fewerThan(count);
      if (since === null) {
        expect(inFlight).toBeGreaterThanOrEqual(count);
        return;
      }
      expect(spent.held(since)).toBeLessThan(count);
      if (since !== -Infinity) expect(spent.held(since - 1)).toBeGreaterThanOrEqual(count);
    }),
  );
});

test("a request in flight is held until it is finished, and then until its end is left behind", () => {
  const spent = new RequestLog();
  spent.begin();
  expect(spent.held(1e9)).toBe(1);
  spent.finish(100);
  expect([spent.held(99), spent.held(100)]).toEqual([1, 0]);
});

test("a withdrawn request leaves nothing behind", () => {
  const spent = new RequestLog();
  spent.begin();
  spent.withdraw();
  expect(spent.held(-Infinity)).toBe(0);
});

test("removing takes one request with that end away, and returns whether there was one", () => {
  const spent = new RequestLog();
  for (const end of [5, 5, 7]) spent.add(end);
  expect([spent.remove(5), spent.remove(6), spent.held(0)]).toEqual([true, false, 2]);
});

test("pruning changes no count after its moment, however many were pruned", () => {
  const spent = new RequestLog();
  for (let end = 0; end < 5_000; end++) spent.add(end);
  spent.prune(4_000);
  expect([spent.held(4_000), spent.held(-1)]).toEqual([999, 999]);
  spent.add(4_500);
  expect(spent.held(4_499)).toBe(501);
});

test("clamping brings later ends forward, and only these", () => {
  const spent = new RequestLog();
  for (const end of [10, 20, 9_000, 9_999]) spent.add(end);
  spent.clamp(100);
  expect([spent.held(99), spent.held(100), spent.held(15)]).toEqual([2, 0, 3]);
});
