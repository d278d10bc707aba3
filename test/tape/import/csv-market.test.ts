import { describe, expect, test } from "vitest";
import { csvMarket } from "../../../src/tape/index.js";
import { temporaryFile } from "../temporary-file.js";
import { binanceFile, hasRealData } from "../real-data.js";

const T0 = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const file = (...bars: [minute: number, open: number][]): string =>
  temporaryFile(
    [
      "timestamp,open,high,low,close,volume",
      ...bars.map(([minute, open]) => `${T0 + minute * MINUTE},${open},999,1,500,1`),
    ].join("\n"),
  );

describe("a market of bars", () => {
  const market = () =>
    csvMarket([
      { token: "A.eth", file: file([0, 10], [1, 11], [5, 12]) },
      { token: "B.eth", file: file([1, 20], [2, 21]) },
    ]);
  const at = (minute: number): number => T0 + minute * MINUTE;

  test("inside a bar the price is its open, and it holds over a gap until the next bar", () => {
    const { priceAt } = market();
    const prices = [0, 0.999, 1, 1.5, 2, 4.999, 5, 5.999].map((minute) => priceAt("A.eth", at(minute)));
    expect(prices).toEqual([10, 10, 11, 11, 11, 11, 12, 12]);
  });

  test("before the first bar and from the last bar's end on there is no price", () => {
    const { priceAt } = market();
    expect(priceAt("A.eth", at(0) - 1)).toBeNull();
    expect(priceAt("A.eth", at(6))).toBeNull();
    expect(priceAt("B.eth", at(3))).toBeNull();
    expect(priceAt("C.eth", at(1))).toBeNull();
  });

  test("its span is that in which every token has a price", () => {
    expect(market()).toMatchObject({ tokens: ["A.eth", "B.eth"], from: at(1), until: at(3) });
  });

  test("its history is the opens, from (included) to until (not included)", () => {
    const { history } = market();
    expect(history.points("A.eth", at(1), at(5))).toEqual([{ at: at(1), usd: 11 }]);
    expect(history.points("A.eth", at(0.5), Infinity)).toEqual([
      { at: at(1), usd: 11 },
      { at: at(5), usd: 12 },
    ]);
    expect(history.points("C.eth", at(0), at(9))).toEqual([]);
  });

  test("a market without a file is refused", () => {
    expect(() => csvMarket([])).toThrow(expect.objectContaining({ code: "TAPE_EMPTY" }));
  });
});

describe.skipIf(!hasRealData)("real files (skipped without the data)", () => {
  test("tokens whose bars end at different times have a price until their own end", () => {
    const market = csvMarket([
      { token: "WBTC.eth", file: binanceFile("BTC") },
      { token: "SOL.svm", file: binanceFile("SOL") },
    ]);
    expect(new Date(market.until).toISOString()).toBe("2024-09-06T04:45:00.000Z");
    expect(market.priceAt("WBTC.eth", market.until)).toBeNull();
    expect(market.priceAt("SOL.svm", market.until)).toBeGreaterThan(0);
    expect(market.priceAt("WBTC.eth", Date.UTC(2024, 0, 1))).toBe(42283.58);
  });
});
