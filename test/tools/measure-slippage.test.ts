import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { pageWith } from "../../tools/measure-slippage.js";
import { basisPoints } from "../../tools/slippage/markdown.js";
import { costAgainst, executedSwap, priceAt } from "../../tools/slippage/pool-cost.js";
import { readPool } from "../../tools/slippage/pool-files.js";
import { mean, median, quantile } from "../../tools/slippage/statistics.js";
import { slippageTables } from "../../tools/slippage/tables.js";
import { hasRealData, realFile } from "../tape/real-data.js";
import { emptyFolder } from "../support/empty-folder.js";

const MINUTE_HEADER =
  "timestamp,netAmount0,netAmount1,closeTick,openTick,lowestTick,highestTick,inAmount0,inAmount1,currentLiquidity";
const DERIVED_HEADER = "timestamp,side,amount_in_raw,amount_out_raw";

/** A pool of one stretch of liquidity, x · y = k, at the middle of a tick. */
const TICK = 200_000;
const ROOT = 1.0001 ** ((TICK + 0.5) / 2);
const FEE = 0.0005;
const MINUTE = 60_000;
/** As much as makes 200,000 USDC on each side. */
const LIQUIDITY = 200_000e6 * ROOT;

/** What such a pool gives, by its product. */
function swapped(sold: "USDC" | "WETH", amountIn: number): number {
  const [into, out] = sold === "USDC" ? [LIQUIDITY / ROOT, LIQUIDITY * ROOT] : [LIQUIDITY * ROOT, LIQUIDITY / ROOT];
  const input = amountIn * (1 - FEE);
  return out - (into * out) / (into + input);
}

interface Minute {
  readonly minute: number;
  readonly sold?: "USDC" | "WETH";
  readonly amountIn?: number;
}

const stamp = (minute: number): string =>
  new Date(Date.UTC(2024, 0, 1) + minute * MINUTE).toISOString().slice(0, 19).replace("T", " ");

/** A folder with these minutes, each of which finds the pool at the middle of its tick. */
function poolFolder(minutes: readonly Minute[], edit: (derived: string) => string = (text) => text): string {
  const folder = emptyFolder();
  const rows = minutes.map(({ minute, sold, amountIn = 0 }) => {
    const out = sold === undefined ? 0 : -swapped(sold, amountIn);
    const [net0, net1, in0, in1] = sold === "WETH" ? [out, amountIn, 0, amountIn] : [amountIn, out, amountIn, 0];
    return `${stamp(minute)},${net0},${net1},${TICK}.0,0,0,0,${in0},${in1},${LIQUIDITY}`;
  });
  const derived = minutes.flatMap(({ minute, sold, amountIn = 0 }) =>
    sold === undefined ? [] : [`${stamp(minute)},sell${sold},${amountIn},${swapped(sold, amountIn)}`],
  );
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(folder, name), gzipSync(edit(`${lines.join("\n")}\n`)));
  write("2024-01-01.minute.csv.gz", [MINUTE_HEADER, ...rows]);
  write("one-direction-minutes.derived.csv.gz", [DERIVED_HEADER, ...derived]);
  return folder;
}

const WETH = 1e18 / priceAt(TICK); // one dollar of it, in wei

describe("in a pool with a constant product", () => {
  const pool = () =>
    readPool(
      poolFolder([
        { minute: 0 },
        { minute: 1, sold: "USDC", amountIn: 1_000e6 },
        { minute: 2, sold: "WETH", amountIn: 10_000 * WETH },
        { minute: 3, sold: "USDC", amountIn: 0.5e6 },
        { minute: 5, sold: "USDC", amountIn: 1_000e6 },
      ]),
    );

  test("a swap costs the fee and its share of what the pool holds, either way", () => {
    const { oneDirection, ...rest } = pool();
    const [small, large] = oneDirection.map((minute) => executedSwap({ oneDirection, ...rest }, minute));
    expect(small?.usd).toBe(1_000);
    expect(small?.cost).toBeCloseTo(1 - (1 - FEE) / (1 + (1_000 * (1 - FEE)) / 200_000), 10);
    expect(large?.usd).toBeCloseTo(10_000, 6);
    expect(large?.cost).toBeCloseTo(1 - (1 - FEE) / (1 + (10_000 * (1 - FEE)) / 200_000), 10);
  });

  test("liquidity alone gives its cost", () => {
    const read = pool();
    for (const minute of read.oneDirection) {
      const swap = executedSwap(read, minute);
      if (swap !== null) expect(swap.predicted).toBeCloseTo(swap.cost, 9);
    }
    expect(executedSwap(read, read.oneDirection[0]!)?.depth).toBeCloseTo(200_000, 3);
  });

  test("dust is left out, and a minute before which the pool is unknown", () => {
    const read = pool();
    expect(read.oneDirection.map((minute) => executedSwap(read, minute) === null)).toEqual([false, false, true, true]);
  });

  test("the public service's model equals that pool without its fee, within the square of the size", () => {
    const tables = slippageTables(pool());
    // Of $1,000: 5 of fee, and 49.7 by which the swap itself moves the price.
    expect(basisPoints(1 - (1 - FEE) / (1 + (1_000 * (1 - FEE)) / 200_000))).toBe("54.70");
    expect(tables).toContain("2 of 4 one-direction minutes");
    expect(tables).toContain("| $1,000 to $2,500 | 1 | $1,000 | 54.70 | 54.70 | 54.70 | 54.70 | 0.00 |");
    expect(tables).toContain("| `computed`, $1,000 to $2,500 | 1 | 50.00 | -4.70 | 4.70 |");
    expect(tables).toContain("| `printed`, $1,000 to $2,500 | 1 | 0.50 | -54.20 | 54.20 |");
  });

  test("an older price is of the minutes before, never of the minute itself", () => {
    const { minutes, oneDirection } = pool();
    const first = oneDirection[0]!;
    const closing = (at: number, tick: number) =>
      executedSwap(
        { minutes: new Map(minutes).set(at, { ...minutes.get(at)!, closeTick: tick }), oneDirection },
        first,
      );
    const cost = closing(first.at, TICK)?.cost;
    expect(closing(first.at, TICK + 500)?.cost).toBe(cost);
    expect(closing(first.at - MINUTE, TICK + 500)?.cost).toBe(costAgainst(first, priceAt(TICK + 500)));
    expect(closing(first.at - MINUTE, TICK + 500)?.cost).not.toBe(cost);
  });
});

describe("invalid measurements are refused", () => {
  const some = [{ minute: 0 }, { minute: 1, sold: "USDC", amountIn: 1_000e6 }] as const;

  test.each<[string, (text: string) => string, RegExp]>([
    ["a derived row that its minute contradicts", (t) => t.replace(/(sellUSDC,1000000000,)\d+/, "$11"), /not what its/],
    ["a side that is none", (t) => t.replace("sellUSDC", "buyUSDC"), /"buyUSDC" is not a side/],
    ["a column that is not there", (t) => t.replace("closeTick", "tick"), /line 2: there is no closeTick/],
    ["an amount that is no number", (t) => t.replace("sellUSDC,1000000000", "sellUSDC,x"), /amount_in_raw "x"/],
    ["a time that is none", (t) => t.replaceAll("2024-01-01 00:00", "soon"), /is not a time/],
  ])("%s", (_name, edit, message) => {
    expect(() => readPool(poolFolder(some, edit))).toThrow(message);
  });
});

describe("the statistics", () => {
  test("a quantile lies between the nearest ranks, and is missing for no values", () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3, 4, 5], 0.1)).toBeCloseTo(1.4, 12);
    expect(quantile([7], 0.9)).toBe(7);
    expect(median([])).toBeNaN();
    expect(mean([1, 2, 6])).toBe(3);
  });
});

describe.skipIf(!hasRealData)("the page on slippage (skipped without the real data)", () => {
  test("has the tables that the tool makes of the real pool", async () => {
    const page = readFileSync(new URL("../../docs/concepts/slippage.md", import.meta.url), "utf8");
    expect(page).toBe(await pageWith(slippageTables(readPool(realFile("uniswap-v3-polygon-usdc-weth-1m")))));
  });
});
