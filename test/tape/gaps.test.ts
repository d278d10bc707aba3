import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapsIn } from "../../src/tape/gaps.js";

const MINUTE = 60_000;

describe("the gaps between times", () => {
  it("are between readings from the last one on, and only if the next is more than half an interval late", () => {
    const times = Float64Array.of(0, 1.5 * MINUTE, 3 * MINUTE + 1);
    expect(gapsIn(times, MINUTE, false)).toEqual([{ from: 1.5 * MINUTE, until: 3 * MINUTE + 1, row: 2 }]);
  });

  it("are between bars from the end of the last one on, however short", () => {
    const times = Float64Array.of(0, MINUTE, 2 * MINUTE + 1, 5 * MINUTE);
    expect(gapsIn(times, MINUTE, true)).toEqual([
      { from: 2 * MINUTE, until: 2 * MINUTE + 1, row: 2 },
      { from: 3 * MINUTE + 1, until: 5 * MINUTE, row: 3 },
    ]);
  });

  it("of bars are together as long as the missing bars", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (between) => {
        const there = [true, ...between, true];
        const times = Float64Array.from(there.flatMap((present, i) => (present ? [i * MINUTE] : [])));
        const gaps = gapsIn(times, MINUTE, true);
        const missing = there.filter((present) => !present).length;
        expect(gaps.reduce((sum, { from, until }) => sum + until - from, 0)).toBe(missing * MINUTE);
        for (const { until, row } of gaps) expect(times[row]).toBe(until);
      }),
    );
  });
});
