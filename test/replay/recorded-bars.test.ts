import { describe, expect, it } from "vitest";
import type { Bar } from "../../src/model/bar.js";
import { RecordedBars } from "../../src/replay/recorded-bars.js";
import { columnsOf } from "../support/bar-rows.js";

const MINUTE = 60_000;
const bar = (i: number): Bar => ({ time: i * MINUTE, open: i, high: i, low: i, close: i });
const bars = (from: number, to: number): Bar[] => Array.from({ length: to - from }, (_, i) => bar(from + i));
const need = (count: number, token = "WETH.eth", interval = MINUTE) => ({ token, interval, count });

describe("RecordedBars", () => {
  it("gives each strategy as many bars as it needs, however many others need", () => {
    const recorded = new RecordedBars([need(5), need(2), need(3)]);
    recorded.add([{ token: "WETH.eth", interval: MINUTE, bars: bars(0, 50) }]);
    recorded.add([{ token: "WETH.eth", interval: MINUTE, bars: bars(50, 52) }]);
    expect(columnsOf(recorded.last("WETH.eth", MINUTE, 5)).close).toEqual([47, 48, 49, 50, 51]);
    expect(columnsOf(recorded.last("WETH.eth", MINUTE, 2)).close).toEqual([50, 51]);
  });

  it("keeps tokens and intervals apart, and has none that no strategy needs", () => {
    const recorded = new RecordedBars([need(2), need(2, "WETH.eth", 5 * MINUTE)]);
    recorded.add([
      { token: "WETH.eth", interval: MINUTE, bars: bars(0, 2) },
      { token: "WBTC.eth", interval: MINUTE, bars: bars(0, 2) },
    ]);
    expect(recorded.last("WETH.eth", MINUTE, 2).length).toBe(2);
    expect(recorded.last("WETH.eth", 5 * MINUTE, 2).length).toBe(0);
    expect(recorded.last("WBTC.eth", MINUTE, 2).length).toBe(0);
  });
});
