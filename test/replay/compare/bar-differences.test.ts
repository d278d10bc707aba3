import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bar } from "../../../src/model/bar.js";
import { BarDifferences } from "../../../src/replay/compare/bar-differences.js";

const MINUTE = 60_000;
const NOON = Date.UTC(2025, 0, 31, 12);

/** Bars of minutes after noon. */
function bars(from: number, to: number): Bar[] {
  const price = { open: 1, high: 1, low: 1, close: 1, volume: 0 };
  return Array.from({ length: to - from }, (_, i) => ({ time: NOON + (from + i) * MINUTE, ...price }));
}

function compared() {
  const differences = new BarDifferences();
  return {
    add: (side: 0 | 1, from: number, to: number) =>
      differences.add(side, [{ token: "WETH.eth", interval: MINUTE, bars: bars(from, to) }]),
    at: (minute: number) => differences.causes(NOON + minute * MINUTE, null, true).map(({ text }) => text),
  };
}

afterEach(() => vi.restoreAllMocks());

describe("bars from before both runs had any", () => {
  it("are not missing in the run that warmed up from less, unless it turns out to have had earlier ones", () => {
    const { add, at } = compared();
    add(0, -100, 0);
    add(1, -2, 0);
    expect(at(0)).toEqual([]);
    add(1, -10, -9);
    expect(at(0)).toEqual([expect.stringMatching(/opened at .*T11:57:00.*only the first run has it/)]);
    // They come after all.
    add(1, -9, -2);
    expect(at(0)).toEqual([]);
  });

  it("are reported where they differ, however late they come", () => {
    const differences = new BarDifferences();
    const series = { token: "WETH.eth", interval: MINUTE };
    differences.add(0, [{ ...series, bars: bars(-3, 0) }]);
    differences.add(1, [{ ...series, bars: bars(-1, 0) }]);
    differences.causes(NOON, null, true);
    differences.add(1, [{ ...series, bars: bars(-3, -1).map((bar) => ({ ...bar, close: 2 })) }]);
    expect(differences.causes(NOON, null, true)).toMatchObject([
      { text: expect.stringContaining("close 1 against 2") as string },
    ]);
  });

  it("are compared once, not at each tick", () => {
    const { add, at } = compared();
    add(0, -5_000, 0);
    add(1, -1, 0);
    let steps = 0;
    const iterate = Map.prototype[Symbol.iterator];
    vi.spyOn(Map.prototype, Symbol.iterator).mockImplementation(function* (this: Map<unknown, unknown>) {
      for (const entry of { [Symbol.iterator]: () => iterate.call(this) }) {
        steps++;
        yield entry;
      }
    } as never);
    for (let minute = 0; minute < 100; minute++) {
      add(0, minute, minute + 1);
      add(1, minute, minute + 1);
      expect(at(minute + 1)).toEqual([]);
    }
    expect(steps).toBeGreaterThan(4_000);
    expect(steps).toBeLessThan(6_000);
  });
});
