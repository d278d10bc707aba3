import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backtest } from "../../../src/backtest/index.js";
import { QUOTE_NEAR_MS, recordedSlippage } from "../../../src/backtest/world/recorded-slippage.js";
import type { RecordedQuote } from "../../../src/tape/tape.js";
import { buyer } from "../strategies.js";
import { START, tapeOf } from "../tapes.js";

const quote = (at: number, usd: number, slippage: number, prices: Partial<RecordedQuote> = {}): RecordedQuote => ({
  at,
  from: "USDC.eth",
  to: "WETH.eth",
  fromAmount: usd,
  toAmount: (usd * (1 - slippage)) / 2_000,
  fromPrice: 1,
  toPrice: 2_000,
  ...prices,
});
const NONE: ReadonlySet<string> = new Set();
const of = (quotes: readonly RecordedQuote[]) => {
  const slippage = recordedSlippage(tapeOf({ "WETH.eth": [2_000, 2_000], "USDC.eth": [1, 1] }, { quotes }), NONE);
  return (usd: number, at: number): number | null => slippage?.("USDC.eth", "WETH.eth", usd, at) ?? null;
};
const ladder = (at: number): RecordedQuote[] => [
  quote(at, 100, 0.001),
  quote(at, 1_000, 0.003),
  quote(at, 10_000, 0.02),
];

describe("the slippage of recorded quotes", () => {
  it("is that of a quote of the very size", () => {
    expect(of(ladder(START))(1_000, START)).toBeCloseTo(0.003, 12);
  });

  it("is interpolated over the logarithm of the size", () => {
    expect(of(ladder(START))(Math.sqrt(100 * 1_000), START)).toBeCloseTo(0.002, 12);
  });

  it("is unknown more than five percent outside of the quoted sizes", () => {
    const slippage = of(ladder(START));
    expect([slippage(94, START), slippage(10_600, START)]).toEqual([null, null]);
    expect(slippage(96, START)).toBeCloseTo(0.001, 12);
    expect(slippage(10_400, START)).toBeCloseTo(0.02, 12);
    expect(of([])(96, START)).toBeNull();
  });

  it("is that of a single quote of much the same size: a bot's tape holds its own quotes", () => {
    const slippage = of([quote(START, 1_000, 0.004)]);
    expect([slippage(980, START), slippage(1_030, START)].map((one) => one?.toFixed(6))).toEqual([
      "0.004000",
      "0.004000",
    ]);
    expect([slippage(900, START), slippage(1_100, START)]).toEqual([null, null]);
  });

  it("is that of the newest of much the same size, on whichever side of the size it lies", () => {
    const older = START - 200_000;
    for (const [first, last] of [
      [99.9, 100.1],
      [100.1, 99.9],
      [100, 99.9],
    ] as const)
      expect(of([quote(older, first, 0.05), quote(START, last, 0.01)])(100, START)).toBeCloseTo(0.01, 12);
  });

  it("is read once of a tape, however many windows use it, and separately for pegged tokens", () => {
    const read: string[] = [];
    const quotes = [{ ...quote(START, 1_000, 0.004), fromPrice: null }];
    const tape: Parameters<typeof recordedSlippage>[0] = {
      quotedPairs: [["USDC.eth", "WETH.eth"]],
      quotes: (from, to) => (read.push(`${from} ${to}`), quotes),
      prices: () => null,
    };
    const ask = (pegged: ReadonlySet<string>) => recordedSlippage(tape, pegged)?.("USDC.eth", "WETH.eth", 1_000, START);
    expect([ask(NONE), ask(NONE), ask(NONE)]).toEqual([null, null, null]);
    expect(ask(new Set(["USDC.eth"]))).toBeCloseTo(0.004, 12);
    expect(read).toEqual(["USDC.eth WETH.eth", "USDC.eth WETH.eth"]);
  });

  it("is unknown for another direction, and if the tape has no quotes at all", () => {
    const tape = tapeOf({ "WETH.eth": [2_000] }, { quotes: ladder(START) });
    expect(recordedSlippage(tape, NONE)?.("WETH.eth", "USDC.eth", 1_000, START)).toBeNull();
    expect(recordedSlippage(tapeOf({ "WETH.eth": [2_000] }), NONE)).toBeNull();
  });

  it("uses quotes of the last five minutes, and none of the future", () => {
    const slippage = of(ladder(START));
    expect(slippage(1_000, START + QUOTE_NEAR_MS)).toBeCloseTo(0.003, 12);
    expect(slippage(1_000, START + QUOTE_NEAR_MS + 1)).toBeNull();
    expect(slippage(1_000, START - 1)).toBeNull();
  });

  it("prefers the newer of two quotes of one size, and an older one of a nearer size", () => {
    const older = [quote(START, 500, 0.002), quote(START, 1_000, 0.9)];
    expect(of([...older, ...ladder(START + 60_000)])(1_000, START + 60_000)).toBeCloseTo(0.003, 12);
    expect(of([...older, ...ladder(START + 60_000)])(500, START + 60_000)).toBeCloseTo(0.002, 12);
  });

  it("uses the tape's prices if a quote names none, and counts a gain as no slippage", () => {
    const bare = { fromPrice: null, toPrice: null };
    expect(of([quote(START, 1_000, 0.004, bare)])(1_000, START)).toBeCloseTo(0.004, 12);
    expect(of([quote(START, 1_000, -0.01)])(1_000, START)).toBe(0);
  });

  it("assumes a dollar for cash without a price, on the tape and in the quote", () => {
    const bare = quote(START, 1_000, 0.004, { fromPrice: null, toPrice: null });
    const tape = tapeOf({ "WETH.eth": [2_000, 2_000] }, { quotes: [bare] });
    const slippage = recordedSlippage(tape, new Set(["USDC.eth"]));
    expect(slippage?.("USDC.eth", "WETH.eth", 1_000, START)).toBeCloseTo(0.004, 12);
  });

  it("prices the fills of a backtest", async () => {
    const minutes = Array.from({ length: 60 }, (_, i) => START + i * 60_000);
    const resultOn = async (prices: Partial<RecordedQuote>): Promise<number> => {
      const quotes = minutes.map((at) => quote(at, 1_000, 0.03, prices));
      const tape = tapeOf({ "WETH.eth": minutes.map(() => 2_000) }, { quotes });
      return (await backtest({ tape, strategies: [{ strategy: buyer }] })).finalValue;
    };
    const named = await resultOn({});
    expect(named).toBeCloseTo(15_000 - 30, 6);
    expect(await resultOn({ fromPrice: null, toPrice: null })).toBe(named);
  });

  it("lies between the quotes beside it", () => {
    fc.assert(
      fc.property(fc.double({ min: 100, max: 10_000, noNaN: true }), (usd) => {
        const slippage = of(ladder(START))(usd, START) ?? Number.NaN;
        const [least, most] = usd <= 1_000 ? [0.001, 0.003] : [0.003, 0.02];
        expect(slippage).toBeGreaterThanOrEqual(least - 1e-12);
        expect(slippage).toBeLessThanOrEqual(most + 1e-12);
      }),
    );
  });
});
