import { describe, expect, it } from "vitest";
import { backtest } from "../../src/backtest/backtest.js";
import { defineStrategy, memoryTape, z, type Bars } from "../../src/index.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";

/*
 * What docs/concepts/backtest.md says of "Time inside a tape", on a tape of five-minute bars whose open, high, low and
 * close are all different.
 */
const MINUTE = 60_000;
const START = Date.UTC(2025, 0, 1, 11, 55);
const WETH = KNOWN_TOKENS.find(({ name }) => name === "WETH.eth")!;

const open = (i: number): number => 2_000 + 10 * i;
const column = (of: (i: number) => number): Float64Array => Float64Array.from({ length: 6 }, (_, i) => of(i));
const bars: Bars = {
  length: 6,
  interval: 5 * MINUTE,
  time: column((i) => START + i * 5 * MINUTE),
  open: column(open),
  high: column((i) => open(i) + 7),
  low: column((i) => open(i) - 7),
  close: column((i) => open(i) + 3),
  volume: column((i) => 100 + i),
};
const tape = memoryTape({ label: "by hand", tracks: [{ token: WETH, bars }] });

/** Runs a strategy that buys at 12:05, and gives what it saw then, and the fill. */
async function atFivePast(options: { readonly bars?: "recorded"; readonly latency?: number }) {
  let seen: object = {};
  const strategy = defineStrategy({
    name: "five-past",
    summary: "Buys at 12:05.",
    params: z.object({}),
    schedule: "*/5 * * * *",
    needs: () => ({ bars: [{ token: "WETH.eth", interval: "5m", count: 1 }] }),
    decide({ now, bars, price, swap, hold }) {
      if (new Date(now).toISOString() !== "2025-01-01T12:05:00.000Z") return hold({ reason: "Waits." });
      const { time, open, high, low, close, volume } = bars("WETH.eth");
      seen = { price: price("WETH.eth")?.usd, bar: [time, open, high, low, close, volume].map((one) => one.at(-1)) };
      return swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 100 }, reason: "It is 12:05." });
    },
  });
  const { fills } = await backtest({ tape, strategies: [{ strategy }], ...options });
  const [fill] = fills;
  return { seen, at: fill?.at, paid: ((fill?.usd ?? 0) - (fill?.slippageUsd ?? 0)) / Number(fill?.toAmount) };
}

const NOON = START + 5 * MINUTE;

describe("on a tape of five-minute bars, at 12:05", () => {
  it("the sampled bar that has just closed has one price, its open, and the price is the open of 12:05", async () => {
    const { seen } = await atFivePast({});
    expect(seen).toEqual({ price: 2_020, bar: [NOON, 2_010, 2_010, 2_010, 2_010, Number.NaN] });
  });

  it("the recorded bar that has just closed has its high, low, close and volume", async () => {
    const { seen } = await atFivePast({ bars: "recorded" });
    expect(seen).toEqual({ price: 2_020, bar: [NOON, 2_010, 2_017, 2_003, 2_013, 101] });
  });

  it("a trade is filled a second later, at the open of [12:05, 12:10), or at the next one if it takes that long", async () => {
    const usual = await atFivePast({});
    expect(usual.at).toBe(NOON + 5 * MINUTE + 1_000);
    expect(usual.paid).toBeCloseTo(2_020, 6);
    const slow = await atFivePast({ latency: 5 * MINUTE });
    expect(slow.paid).toBeCloseTo(2_030, 6);
  });
});
