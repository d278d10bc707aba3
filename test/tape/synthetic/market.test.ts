import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SYNTHETIC_TOKENS, syntheticMarket, type Market } from "../../../src/tape/index.js";

const START = Date.UTC(2025, 0, 1);
const DAY = 86_400_000;
const MINUTE = 60_000;

const market = (seed = "test"): Market => syntheticMarket({ seed, start: START });

type Points = readonly { readonly at: number; readonly usd: number }[];

const points = (of: Market, token: string, days = 20): Points => [
  ...(of.history.points(token, START - 14 * DAY, START + (days - 14) * DAY) as Points),
];
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const covariance = (a: number[], b: number[]): number => mean(a.map((value, i) => value * (b[i] as number)));
const correlation = (a: number[], b: number[]): number =>
  covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));

describe("a price", () => {
  test("depends on seed and time alone, whatever was read before", () => {
    const token = fc.constantFrom(...SYNTHETIC_TOKENS.map(({ name }) => name));
    const moment = fc.integer({ min: -14 * DAY, max: 60 * DAY });
    const used = market();
    fc.assert(
      fc.property(token, moment, (name, after) => {
        expect(used.priceAt(name, START + after)).toBe(market().priceAt(name, START + after));
      }),
      { numRuns: 8 },
    );
  });

  test("is another one with another seed", () => {
    expect(market("a").priceAt("WETH.eth", START)).not.toBe(market("b").priceAt("WETH.eth", START));
  });

  test("does not depend on the other tokens", () => {
    const tokens = SYNTHETIC_TOKENS.filter(({ name }) => name === "SOL.svm");
    const alone = syntheticMarket({ seed: "test", start: START, tokens });
    expect(alone.priceAt("SOL.svm", START)).toBe(market().priceAt("SOL.svm", START));
  });

  test("holds for a minute", () => {
    const { priceAt } = market();
    expect(priceAt("WETH.eth", START + MINUTE - 1)).toBe(priceAt("WETH.eth", START));
    expect(priceAt("WETH.eth", START + MINUTE)).not.toBe(priceAt("WETH.eth", START));
  });

  test("exists from two weeks before the start on, and has no end", () => {
    const { priceAt, from, until } = market();
    expect(from).toBe(START - 14 * DAY);
    expect(until).toBe(Infinity);
    expect(priceAt("WETH.eth", from - 1)).toBeNull();
    expect(priceAt("WETH.eth", from)).toBeCloseTo(3200, -1);
    expect(priceAt("WETH.eth", START + 100 * DAY)).toBeGreaterThan(0);
    expect(priceAt("PEPE.eth", START)).toBeNull();
  });

  test("stays above 0 and finite, with at most nine significant digits, at any scale", () => {
    const tokens = [1e-8, 0.0123, 1, 7, 99_999.9, 1.5e12].map((price, i) => ({ name: `T${i}.eth`, price }));
    const of = syntheticMarket({ seed: "scale", start: START, tokens });
    for (const { name } of tokens)
      for (const { usd } of points(of, name, 2)) {
        expect(usd).toBeGreaterThan(0);
        expect(Number(usd.toPrecision(9))).toBe(usd);
      }
  });
});

describe("the paths", () => {
  const of = market();
  const known = new Map<string, Points>();
  /** Twenty days of a token, made once for all tests. */
  const path = (token: string): Points => {
    const made = known.get(token) ?? points(of, token);
    known.set(token, made);
    return made;
  };
  const returns = (token: string): number[] => {
    const logs = path(token).map(({ usd }) => Math.log(usd));
    return logs.slice(1).map((log, i) => log - (logs[i] as number));
  };

  test("are correlated between volatile assets", () => {
    const c = correlation(returns("WETH.eth"), returns("WBTC.eth"));
    expect(c).toBeGreaterThan(0.4);
    expect(c).toBeLessThan(0.8);
  });

  test("have fat tails: a kurtosis above the normal's 3", () => {
    const r = returns("WETH.eth");
    expect(mean(r.map((x) => x ** 4)) / covariance(r, r) ** 2).toBeGreaterThan(5);
  });

  test("have changing volatility: large moves follow large moves", () => {
    const squares = returns("WBTC.eth").map((x) => Math.min(x * x, 1e-5));
    const usual = mean(squares);
    const centred = squares.map((x) => x - usual);
    expect(correlation(centred.slice(0, -1), centred.slice(1))).toBeGreaterThan(0.05);
  });

  test("have about the requested volatility", () => {
    const r = returns("WETH.eth");
    const year = Math.sqrt(covariance(r, r) * 365 * 1440);
    expect(year).toBeGreaterThan(0.45);
    expect(year).toBeLessThan(1.1);
  });

  test("of one asset on two chains stay within a few tenths of a percent", () => {
    const base = path("WETH.base");
    const apart = path("WETH.eth").map(({ usd }, i) => Math.abs(usd / (base[i]?.usd as number) - 1));
    expect(Math.max(...apart)).toBeLessThan(0.003);
  });

  test("of stablecoins stay near their price", () => {
    for (const token of ["USDC.eth", "USDT.eth", "USDC.svm", "USDC.base"])
      expect(Math.max(...path(token).map(({ usd }) => Math.abs(usd - 1)))).toBeLessThan(0.004);
  });
});

describe("the market", () => {
  test("says that it is synthetic, and with which seed", () => {
    expect(market("demo").label).toBe("synthetic market (seed demo)");
  });

  test("has history on its grid, and agrees with its prices", () => {
    const of = market();
    const got = of.history.points("SOL.svm", START - MINUTE + 1, START + 2 * MINUTE);
    expect(got).toEqual([0, MINUTE].map((after) => ({ at: START + after, usd: of.priceAt("SOL.svm", START + after) })));
    expect(of.history.points("PEPE.eth", START, START + DAY)).toEqual([]);
    expect(() => of.history.points("SOL.svm", START, Infinity)).toThrow(RangeError);
  });

  test("without tokens is refused", () => {
    expect(() => syntheticMarket({ seed: "x", start: START, tokens: [] })).toThrow(
      expect.objectContaining({ code: "TAPE_EMPTY" }),
    );
  });
});
