import { describe, expect, it } from "vitest";
import { aggregated, tapeBars } from "../../../src/backtest/world/tape-bars.js";
import type { Tape } from "../../../src/tape/tape.js";
import { barsOfOpens, MINUTE, START, tapeOf } from "../tapes.js";

const list = (column: Float64Array | undefined): number[] => [...(column ?? [])];

describe("recorded bars in longer intervals", () => {
  const minutes = barsOfOpens([10, 12, 11, 15, 14, 13, 16], MINUTE, START + 3 * MINUTE);

  it("have the first open, the last close, the extremes and the sum of the volumes", () => {
    const fives = aggregated(minutes, 5 * MINUTE);
    expect(list(fives?.time)).toEqual([START, START + 5 * MINUTE]);
    expect(list(fives?.open)).toEqual([10, 11]);
    expect(list(fives?.close)).toEqual([11, 16]);
    expect(list(fives?.volume)).toEqual([1 + 2, 3 + 4 + 5 + 6 + 7]);
    expect(fives?.high[1]).toBeCloseTo(16 * 1.001, 9);
    expect(fives?.low[1]).toBeCloseTo(11 * 0.999, 9);
  });

  it("are the very columns if the interval is theirs", () => {
    expect(aggregated(minutes, MINUTE)?.close).toBe(minutes.close);
  });

  it("leave out the bars of a gap", () => {
    const time = Float64Array.of(START, START + 60 * MINUTE);
    const two = { ...barsOfOpens([1, 2]), time };
    expect(list(aggregated(two, 5 * MINUTE)?.time)).toEqual([START, START + 60 * MINUTE]);
  });

  it("have an unknown volume if one of them has", () => {
    const unknown = { ...minutes, volume: minutes.volume.map((one, i) => (i === 4 ? Number.NaN : one)) };
    expect(list(aggregated(unknown, 5 * MINUTE)?.volume)).toEqual([3, Number.NaN]);
  });

  it("are none for shorter intervals, odd ones, bars that begin elsewhere, and tokens without bars", () => {
    expect(aggregated(minutes, MINUTE / 2)).toBeNull();
    expect(aggregated({ ...minutes, interval: 2 * MINUTE }, 5 * MINUTE)).toBeNull();
    expect(aggregated(barsOfOpens([1, 2], MINUTE, START + 7), 5 * MINUTE)).toBeNull();
    expect(tapeBars(tapeOf({ "WETH.eth": [1, 2] })).bars("SOL.svm", MINUTE)).toBeNull();
  });

  it("are made once of a tape, however many windows use them, and of each tape its own", () => {
    const [tape, other] = [
      [1, 2, 3],
      [1, 2, 4],
    ].map((prices) => tapeOf({ "WETH.eth": prices })) as [Tape, Tape];
    const of = (one: Tape) => tapeBars(one).bars("WETH.eth", 5 * MINUTE);
    expect(of(tape)).toBe(of(tape));
    expect([of(tape), of(other)].map((bars) => bars?.close[0])).toEqual([3, 4]);
  });
});
