import { describe, expect, it } from "vitest";
import { RecordedBarLine } from "../../src/model/recorded-bar-line.js";
import { LONGEST_HOLE } from "../../src/model/bar-builder.js";
import { barsOfOpens, MINUTE, START } from "../backtest/tapes.js";
import { columnsOf } from "../support/bar-rows.js";

/** A dozen bars, and after a hole some more of them. */
function withHole(intervals: number, after: number) {
  const before = barsOfOpens(Array.from({ length: 12 }, (_, i) => 10 + i));
  const later = barsOfOpens(
    Array.from({ length: after }, (_, i) => 50 + i),
    MINUTE,
    START + (12 + intervals) * MINUTE,
  );
  const column = (name: "time" | "open" | "high" | "low" | "close" | "volume"): Float64Array =>
    Float64Array.of(...before[name], ...later[name]);
  const [time, open, high, low, close, volume] = (["time", "open", "high", "low", "close", "volume"] as const).map(
    column,
  );
  return {
    length: 12 + after,
    interval: MINUTE,
    time: time!,
    open: open!,
    high: high!,
    low: low!,
    close: close!,
    volume: volume!,
  };
}

describe("recorded bars in sequence", () => {
  it("show nothing of what comes after a gap, not even whether anything does", () => {
    for (const hole of [5, LONGEST_HOLE, LONGEST_HOLE + 1, LONGEST_HOLE + 50]) {
      const [ends, goesOn] = [new RecordedBarLine(withHole(0, 0), 3), new RecordedBarLine(withHole(hole, 20), 3)];
      for (let now = START; now < START + (12 + hole) * MINUTE; now += MINUTE) {
        for (const line of [ends, goesOn]) line.advance(now);
        expect(columnsOf(ends.series.last(3)), `${hole}, ${now}`).toEqual(columnsOf(goesOn.series.last(3)));
      }
    }
  });

  it("begin with the largest number that may be requested, of closed bars", () => {
    const line = new RecordedBarLine(withHole(0, 0), 3);
    line.advance(START + 5 * MINUTE);
    expect(line.series.length).toBe(3);
    expect(line.series.lastClose).toBe(15);
  });

  it("begin anew after a gap that is too long, and go on after a shorter one", () => {
    for (const [hole, length] of [
      [LONGEST_HOLE, 3],
      [LONGEST_HOLE + 1, 1],
    ] as const) {
      const line = new RecordedBarLine(withHole(hole, 20), 3);
      line.advance(START + 5 * MINUTE);
      line.advance(START + (12 + hole + 1) * MINUTE);
      expect([line.series.length, line.series.lastClose]).toEqual([length, 51]);
    }
  });
});
