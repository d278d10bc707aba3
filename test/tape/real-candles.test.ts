import { describe, expect, test } from "vitest";
import { BarBuilder, LONGEST_HOLE } from "../../src/model/bar-builder.js";
import type { Token } from "../../src/model/token.js";
import { memoryTape, readBars, type Tape } from "../../src/tape/index.js";
import { binanceFile, hasRealData, realFile } from "./real-data.js";
import { columnsOf } from "../support/bar-rows.js";

const HOUR = 3_600_000;
const token = (name: string): Token => ({ name, address: name, chain: "evm", specificChain: "eth", cash: false });
const iso = (at: number): string => new Date(at).toISOString().slice(0, 16);

function tapeOf(files: Readonly<Record<string, string>>): Tape {
  const tracks = Object.entries(files).map(([name, file]) => ({ token: token(name), bars: readBars(file) }));
  return memoryTape({ label: "real candles", tracks });
}

const coinbase = (): Tape =>
  tapeOf({
    "WBTC.eth": realFile("coinbase-4h-2016-2025", "BTC-USD-4h.csv.gz"),
    "WETH.eth": realFile("coinbase-4h-2016-2025", "ETH-USD-4h.csv.gz"),
  });

describe.skipIf(!hasRealData)("real candles on a tape (skipped without the data)", () => {
  test("Coinbase's gaps stay in their places, even if the second row comes four bars after the first", () => {
    const tape = coinbase();
    expect(tape.interval).toBe(4 * HOUR);
    const gaps = tape.gaps.map(({ token, from, until }) => [token, iso(from), (until - from) / HOUR]);
    expect(gaps.filter(([name]) => name === "WBTC.eth")).toEqual([
      ["WBTC.eth", "2017-02-28T20:00", 4],
      ["WBTC.eth", "2018-08-10T04:00", 12],
      ["WBTC.eth", "2025-10-25T16:00", 4],
    ]);
    expect(gaps.filter(([name]) => name === "WETH.eth").map(([, from, hours]) => `${from} ${hours}`)).toEqual([
      "2016-05-18T04:00 12",
      "2016-05-19T04:00 4",
      "2016-05-19T12:00 4",
      "2016-05-20T04:00 8",
      "2016-05-21T00:00 60",
      "2016-05-23T16:00 4",
      "2016-05-24T08:00 4",
      "2017-02-28T20:00 4",
      "2025-10-25T16:00 4",
    ]);
  });

  test("over a gap the last open holds, and not longer", () => {
    const tape = coinbase();
    const market = tape.market();
    const [gap] = tape.gaps;
    const before = tape.prices("WBTC.eth")?.at(gap?.from ?? 0);
    expect(before).toBeGreaterThan(0);
    expect(market.priceAt("WBTC.eth", (gap?.until ?? 0) - 1)).toBe(before);
    expect(market.priceAt("WBTC.eth", gap?.until ?? 0)).not.toBe(before);
  });

  test("a gap of twelve hours is three bars, flat at the last close: fewer than begin a series anew", () => {
    const tape = coinbase().between(Date.UTC(2018, 7, 9), Date.UTC(2018, 7, 12));
    const builder = new BarBuilder(4 * HOUR, 18);
    for (const { at, usd } of tape.points("WBTC.eth", tape.from, tape.until)) builder.point(at, usd);
    builder.advance(tape.until);
    const { time, close } = columnsOf(builder.series.last(18));
    const flat = [...time].map((at, i) => [iso(at), close[i] === close[i - 1]] as const).filter(([, same]) => same);
    expect(flat.map(([at]) => at)).toEqual(["2018-08-10T04:00", "2018-08-10T08:00", "2018-08-10T12:00"]);
    expect(flat.length).toBeLessThan(LONGEST_HOLE);
  });

  test("ten tokens that end at different times share one span, up to the first end", () => {
    const names = ["BTC", "ETH", "SOL", "ARB", "MATIC", "LINK", "UNI", "AAVE", "OP", "PEPE"];
    const tape = tapeOf(Object.fromEntries(names.map((name) => [`${name}.eth`, binanceFile(name)])));
    expect([iso(tape.from), iso(tape.until), tape.gaps]).toEqual(["2024-01-01T00:00", "2024-09-06T04:45", []]);
    expect(tape.tracks.map(({ token, rows, until }) => `${token.name} ${rows} ${iso(until)}`)).toEqual([
      "BTC.eth 71769 2024-09-06T04:45",
      "ETH.eth 71769 2024-09-06T04:45",
      "SOL.eth 72028 2024-09-07T02:20",
      "ARB.eth 72030 2024-09-07T02:30",
      "MATIC.eth 72030 2024-09-07T02:30",
      "LINK.eth 72029 2024-09-07T02:25",
      "UNI.eth 72029 2024-09-07T02:25",
      "AAVE.eth 72030 2024-09-07T02:30",
      "OP.eth 72030 2024-09-07T02:30",
      "PEPE.eth 72028 2024-09-07T02:20",
    ]);
    const market = tape.market();
    expect(market.priceAt("BTC.eth", tape.until)).toBeNull();
    expect(market.priceAt("PEPE.eth", tape.until)).toBeGreaterThan(0);
  });

  test("a bar that a cut divides is known by its open alone", () => {
    const tape = coinbase().between(Date.UTC(2020, 0, 1), Date.UTC(2020, 0, 1, 6));
    expect(tape.bars("WETH.eth")?.length).toBe(1);
    expect(tape.prices("WETH.eth")?.times).toHaveLength(2);
    expect(tape.gaps).toEqual([]);
  });
});
