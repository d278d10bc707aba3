import fc from "fast-check";
import { expect, it } from "vitest";
import { drawdownPath, type DrawdownPath, type DrawdownPlaces } from "../../src/metrics/drawdown-path.js";

/** Point by point, each against the peak so far. */
function walked(equity: readonly number[], distance: (from: number, to: number) => number): DrawdownPath {
  let deepest: DrawdownPlaces | null = null;
  let longest: { peak: number; end: number } | null = null;
  let fall: { peak: number; trough: number; depth: number } | null = null;
  let [peak, top, last] = [-1, NaN, -1];
  const end = (at: number, recovered: boolean): void => {
    if (fall === null) return;
    if (deepest === null || fall.depth < deepest.depth) deepest = { ...fall, recovery: recovered ? at : null };
    if (longest === null || distance(fall.peak, at) > distance(longest.peak, longest.end))
      longest = { peak: fall.peak, end: at };
    fall = null;
  };
  equity.forEach((value, i) => {
    if (Number.isNaN(value)) return;
    last = i;
    if (!(value < top)) {
      end(i, true);
      [peak, top] = [i, value];
      return;
    }
    const depth = (value - top) / top;
    if (fall === null) fall = { peak, trough: i, depth };
    else if (depth < fall.depth) [fall.trough, fall.depth] = [i, depth];
  });
  end(last, false);
  return { deepest, longest };
}

it("a curve's drawdowns equal those of a walk over every point, with gaps, debts and infinities too", () => {
  const near = fc.integer({ min: -3, max: 3 }).map((ulps) => 1 + ulps * Number.EPSILON);
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 2, arbitrary: near },
    fc.constantFrom(NaN, 0, -1, -2, -7, 1e-300, Infinity, -Infinity),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), (equity, pace) => {
      const distance = (from: number, to: number): number => ((to * pace) % 7) - from;
      expect(drawdownPath(Float64Array.from(equity), distance)).toEqual(walked(equity, distance));
    }),
    { numRuns: 1000 },
  );
});
