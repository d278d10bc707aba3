import { existsSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openTape, TapeWriter } from "../../../src/tape/index.js";
import { csv, Desk, HEADER, MINUTE, registry, row, T0, times } from "./desk.js";

describe("files become one tape", () => {
  test("of tokens that begin and end at different times; the common span is reported", async () => {
    const desk = new Desk();
    desk.file("a.csv", csv(row(0), row(1), row(2), row(3)));
    desk.file("b.csv.gz", gzipSync(csv(row(1, 30), row(2, 31), row(9, 32), row(10, 33))));
    const { tape, files } = await desk.import({ "a.csv": "WETH.eth", "b.csv.gz": "SOL.svm" });
    expect(tape).toMatchObject({
      from: T0 + MINUTE,
      until: T0 + 4 * MINUTE,
      interval: MINUTE,
      label: "a.csv and b.csv.gz",
    });
    expect(files.map(({ token, rows, added, same }) => [token, rows, added, same])).toEqual([
      ["WETH.eth", 4, 4, 0],
      ["SOL.svm", 4, 4, 0],
    ]);
    expect(tape.gaps).toEqual([{ token: "SOL.svm", from: T0 + 3 * MINUTE, until: T0 + 9 * MINUTE }]);
    expect(tape.bars("SOL.svm")).toMatchObject({ interval: MINUTE, open: Float64Array.of(30, 31, 32, 33) });
    expect(tape.tracks[1]?.token).toEqual(registry().get("SOL.svm"));
  });

  test("without the bar that OKX marks as unfinished, which is reported", async () => {
    const okx = (rows: readonly string[]): string => ["ts,o,h,l,c,vol,volCcy,volCcyQuote,confirm", ...rows].join("\n");
    const said = (confirm: readonly number[]) =>
      new Desk().one(okx(confirm.map((one, i) => `${row(i)},1,1,${one}`).reverse()));
    const { tape, files } = await said([1, 1, 1, 0]);
    expect([...(tape.bars("WETH.eth")?.time ?? [])]).toEqual(times([0, 1, 2]));
    expect(files[0]?.notes).toContain("one row whose bar is not finished (confirm is 0): left out");
    expect((await said([1, 1, 0, 0])).files[0]?.notes).toContain(
      "2 rows whose bars are not finished (confirm is 0): left out",
    );
    const whole = await said([1, 1, 1, 1]);
    expect([whole.files[0]?.rows, whole.files[0]?.notes.join()]).toEqual([4, expect.not.stringContaining("confirm")]);
    await expect(said([1, 0])).rejects.toThrow(
      "holds one row only beside one row whose bar is not finished (confirm is 0): at least two are needed",
    );
  });

  test("of several files for one token, in whatever order they come, with the same fingerprint and name", async () => {
    const [desk, other] = [new Desk(), new Desk()];
    for (const one of [desk, other]) {
      one.file("jan.csv", csv(row(0), row(1), row(2)));
      one.file("feb.csv", csv(row(2), row(3), row(4)));
    }
    const { tape, files } = await desk.import({ "jan.csv": "WETH.eth", "feb.csv": "WETH.eth" });
    expect([...(tape.bars("WETH.eth")?.time ?? [])]).toEqual(times([0, 1, 2, 3, 4]));
    expect(files[1]).toMatchObject({ added: 2, same: 1 });
    const { tape: turned } = await other.import({ "feb.csv": "WETH.eth", "jan.csv": "WETH.eth" });
    expect(turned.fingerprint).toBe(tape.fingerprint);
    expect([tape.label, turned.label]).toEqual(["feb.csv and jan.csv", "feb.csv and jan.csv"]);
  });

  test("that grows: the same rows again change nothing, new ones are added", async () => {
    const desk = new Desk();
    const { tape } = await desk.one(csv(row(0), row(1), row(2)));
    const before = readdirSync(desk.out);
    const again = await desk.one(csv(row(0), row(1), row(2)));
    expect(again.files[0]).toMatchObject({ added: 0, same: 3 });
    expect(again.tape.fingerprint).toBe(tape.fingerprint);
    expect(readdirSync(desk.out)).toEqual(before);
    const more = await desk.one(csv(row(2), row(3)));
    expect(more.files[0]).toMatchObject({ added: 1, same: 1 });
    expect(more.tape.tracks[0]?.rows).toBe(4);
  });

  test("rows that differ from those on the tape are refused with file and line, and accepted with `replace`", async () => {
    const desk = new Desk();
    const { tape } = await desk.one(csv(row(0), row(1), row(2)));
    const other = csv(row(1, 2), row(2, 7));
    await expect(desk.one(other)).rejects.toMatchObject({
      code: "TAPE_CONFLICT",
      message: expect.stringMatching(
        /one\.csv, line 3: WETH\.eth at 2024-01-01T00:02.* is 7,8,6,7\.5,10 here and 2,3,1,2\.5,10 on the tape/,
      ) as string,
    });
    expect(openTape(desk.out).fingerprint).toBe(tape.fingerprint);
    const replaced = await desk.one(other, { replace: true });
    expect(replaced.files[0]).toMatchObject({ added: 0, same: 1, replaced: 1 });
    expect([...(replaced.tape.bars("WETH.eth")?.open ?? [])]).toEqual([2, 2, 7]);
  });

  test("two tokens that never overlap are refused, and no folder is left", async () => {
    const desk = new Desk();
    desk.file("a.csv", csv(row(0), row(1)));
    desk.file("b.csv", csv(row(2), row(3)));
    await expect(desk.import({ "a.csv": "WETH.eth", "b.csv": "SOL.svm" })).rejects.toMatchObject({
      code: "TAPE_CONFLICT",
      message: expect.stringContaining(
        "WETH.eth and SOL.svm never overlap: the one ends at 2024-01-01T00:02",
      ) as string,
    });
    expect(existsSync(desk.out)).toBe(false);
  });

  test("bars of different lengths are refused on one track, and reported on two", async () => {
    const desk = new Desk();
    desk.file("a.csv", csv(row(0), row(1), row(2), row(3), row(4)));
    desk.file("b.csv", csv(row(0), row(2), row(4)));
    await expect(desk.import({ "a.csv": "WETH.eth", "b.csv": "WETH.eth" })).rejects.toThrow(/bars of 1m and of 2m/);
    const { notes } = await desk.import({ "a.csv": "WETH.eth", "b.csv": "SOL.svm" });
    expect(notes).toEqual(["Bars are of different lengths: 1m (WETH.eth), 2m (SOL.svm)"]);
  });
});

describe("files of the large exchanges are recognised, and named", () => {
  const seconds = T0 / 1000;
  const open = [2, 3];
  test.each<[string, string, string[]]>([
    ["the house header", csv(row(0), row(1, 3)), ["bars", "epoch milliseconds"]],
    [
      "ISO 8601",
      `${HEADER}\n2024-01-01T00:00Z,2,3,1,2.5,10\n2024-01-01T00:01Z,3,4,2,3.5,10`,
      ["bars", "dates with their zone"],
    ],
    [
      "Binance klines without a header",
      `${T0},2,3,1,2.5,10,${T0 + 59_999},25,7,4,9,0\n${T0 + MINUTE},3,4,2,3.5,10,${T0},25,7,4,9,0`,
      [
        "Binance klines, without a header: open time,open,high,low,close,volume,close time,quote volume,trades,taker volume,taker quote volume,ignore",
        "epoch milliseconds",
      ],
    ],
    [
      "Binance klines in microseconds",
      `open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore\n${T0}000,2,3,1,2.5,10,${T0}999,25,7,4,9,0\n${T0 + MINUTE}000,3,4,2,3.5,10,${T0}999,25,7,4,9,0`,
      ["bars", "epoch microseconds"],
    ],
    [
      "Coinbase candles, newest first",
      `time,low,high,open,close,volume\n${seconds + 60},2,4,3,3.5,10\n${seconds},1,3,2,2.5,10`,
      ["bars", "epoch seconds", "newest row first: read in reverse order"],
    ],
    [
      "Coinbase candles without a header",
      `${seconds},1,3,2,2.5,10\n${seconds + 60},2,4,3,3.5,10`,
      ["Coinbase candles, without a header: time,low,high,open,close,volume", "epoch seconds"],
    ],
    [
      "six columns in the usual order without a header",
      `${T0},2,3,1,2.5,10\n${T0 + MINUTE},3,4,2,3.5,10`,
      ["bars, without a header: time,open,high,low,close,volume", "epoch milliseconds"],
    ],
    [
      "Kraken OHLCVT",
      `${seconds},2,3,1,2.5,10,7\n${seconds + 60},3,4,2,3.5,10,7`,
      ["Kraken OHLCVT, without a header: time,open,high,low,close,volume,trades", "epoch seconds"],
    ],
    [
      "CryptoDataDownload",
      `https://www.CryptoDataDownload.com\nunix,date,symbol,open,high,low,close,Volume BTC,Volume USD\n${seconds + 60},2024-01-01 00:01:00,BTC/USD,3,4,2,3.5,10,30\n${seconds},2024-01-01 00:00:00,BTC/USD,2,3,1,2.5,10,20`,
      ["bars", "epoch seconds", "newest row first: read in reverse order"],
    ],
    [
      "CryptoDataDownload of Gemini",
      `https://www.CryptoDataDownload.com\nUnix Timestamp,Date,Symbol,Open,High,Low,Close,Volume\n${T0 + MINUTE},2024-01-01 00:01:00,BTCUSD,3,4,2,3.5,10\n${T0},2024-01-01 00:00:00,BTCUSD,2,3,1,2.5,10`,
      ["bars", "epoch milliseconds", "newest row first: read in reverse order"],
    ],
    [
      "somebody's own, with each time as a number and as a date",
      `timestamp,date,open,high,low,close,volume\n${seconds},2024-01-01 00:00:00,2,3,1,2.5,10\n${seconds + 60},2024-01-01 00:01:00,3,4,2,3.5,10`,
      ["bars", "epoch seconds"],
    ],
    [
      "FTX, where `startTime` is when the bar begins",
      `startTime,time,open,high,low,close,volume\n2024-01-01T00:00:00+00:00,${T0}.0,2,3,1,2.5,10\n2024-01-01T00:01:00+00:00,${T0 + MINUTE}.0,3,4,2,3.5,10`,
      ["bars", "dates with their zone"],
    ],
    [
      "OKX, with its three volumes",
      `ts,o,h,l,c,vol,volCcy,volCcyQuote,confirm\n${T0},2,3,1,2.5,10,25,25,1\n${T0 + MINUTE},3,4,2,3.5,10,35,35,1`,
      ["bars", "epoch milliseconds"],
    ],
    [
      "Bybit's candles for MetaTrader",
      "2024.01.01 00:00,2,3,1,2.5,10\n2024.01.01 00:01,3,4,2,3.5,10",
      ["bars, without a header: time,open,high,low,close,volume", "dates without a zone, taken as UTC"],
    ],
    [
      "Bybit's index of candles",
      `start_at,symbol,period,open,high,low,close,volume,turnover\n${seconds},X,1,2,3,1,2.5,10,9\n${seconds + 60},X,1,3,4,2,3.5,10,9`,
      ["bars", "epoch seconds"],
    ],
    [
      "CoinMarketCap, where `timestamp` is the end of the bar",
      'timeOpen;timeClose;name;open;high;low;close;volume;timestamp\n"2024-01-01T00:00:00.000Z";"2024-01-01T00:00:59.999Z";"1";2;3;1;2.5;10;"2024-01-01T00:00:59.999Z"\n"2024-01-01T00:01:00.000Z";"2024-01-01T00:01:59.999Z";"1";3;4;2;3.5;10;"2024-01-01T00:01:59.999Z"',
      ["bars", "dates with their zone"],
    ],
    [
      "yfinance",
      `Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-01,2,3,1,2.5,2.2,10\n2024-01-02,3,4,2,3.5,3.2,10`,
      ["bars", "dates without a zone, taken as UTC"],
    ],
    [
      "a database's export, whose zones are whole hours",
      `time,open,high,low,close,volume\n2024-01-01 00:00:00+00,2,3,1,2.5,10\n2024-01-01 02:01:00+02,3,4,2,3.5,10`,
      ["bars", "dates with their zone"],
    ],
    [
      "semicolons, quotes and carriage returns",
      `"Time";"Open";"High";"Low";"Close";"Volume"\r\n"2024-01-01 00:00";"2";"3";"1";"2.5";"10"\r\n"2024-01-01 00:01";"3";"4";"2";"3.5";"10"\r\n`,
      ["bars", "dates without a zone, taken as UTC"],
    ],
    [
      "spaces around cells",
      `Time, Open, High, Low, Close, Volume\n2024-01-01 00:00 , 2, 3, 1, 2.5, 10 \n2024-01-01 00:01 , 3, 4, 2, 3.5, "10" `,
      ["bars", "dates without a zone, taken as UTC"],
    ],
    [
      "delimiters and quotes in cells that stand in quotes",
      `time,note,open,high,low,close,volume\n${seconds},"a, ""b"", c",2,3,1,2.5,10\n${seconds + 60},"",3,4,2,3.5,"10"`,
      ["bars", "epoch seconds"],
    ],
    [
      "a turnover before the volume",
      `time,open,high,low,close,value,volume\n${seconds},2,3,1,2.5,25,10\n${seconds + 60},3,4,2,3.5,35,10`,
      ["bars", "epoch seconds"],
    ],
  ])("%s", async (_name, content, notes) => {
    const { tape, files } = await new Desk().one(content);
    expect(files[0]?.notes).toEqual(notes);
    const bars = tape.bars("WETH.eth");
    expect(bars).toMatchObject({
      length: 2,
      open: Float64Array.from(open),
      high: Float64Array.of(3, 4),
      low: Float64Array.of(1, 2),
      close: Float64Array.of(2.5, 3.5),
      volume: Float64Array.of(10, 10),
    });
    expect(bars?.time[0]).toBe(T0);
  });

  test("bid and ask become bars of their middle, without a volume", async () => {
    const header =
      "timestamp,bid_open,bid_high,bid_low,bid_close,bid_size,ask_open,ask_high,ask_low,ask_close,ask_size";
    const { tape } = await new Desk().one(`${header}\n${T0},2,3,1,2,5,4,5,3,4,6\n${T0 + MINUTE},2,3,1,2,5,4,5,3,4,6`);
    expect(tape.bars("WETH.eth")).toMatchObject({
      open: Float64Array.of(3, 3),
      high: Float64Array.of(4, 4),
      low: Float64Array.of(2, 2),
      volume: Float64Array.of(Number.NaN, Number.NaN),
    });
  });

  test("a series of prices becomes readings, and of a table with one column a symbol the token's own", async () => {
    const { tape } = await new Desk().one(`timestamp,price\n${T0},2\n${T0 + MINUTE},3`);
    expect(tape.bars("WETH.eth")).toBeNull();
    expect(tape.points("WETH.eth", 0, Infinity)).toEqual([
      { at: T0, usd: 2 },
      { at: T0 + MINUTE, usd: 3 },
    ]);
    const { tape: wide } = await new Desk().one(`,USDC,WETH\n2024-01-01 00:00,1,2\n2024-01-01 00:01,1,3`);
    expect(wide.points("WETH.eth", 0, Infinity).map(({ usd }) => usd)).toEqual([2, 3]);
  });

  test("rows of such a table in which the token has no price are left out, at its beginning and end too", async () => {
    const table = `timestamp,WETH,SOL\n${T0},,1\n${T0 + MINUTE},2,1\n${T0 + 2 * MINUTE},3,1\n${T0 + 3 * MINUTE},,1`;
    const { tape, files } = await new Desk().one(table);
    expect(tape.points("WETH.eth", 0, Infinity).map(({ at }) => at - T0)).toEqual([MINUTE, 2 * MINUTE]);
    expect(files[0]?.notes).toContain("2 rows without a price in the column: left out");
    await expect(new Desk().one(table.replace(",3,", ",0,"))).rejects.toThrow(/line 4: WETH should be above 0/);
    await expect(new Desk().one(table.replace(",3,", ",,").replace(",2,", ",,"))).rejects.toThrow(
      "holds no row beside 4 rows without a price in the column: at least two are needed",
    );
    await expect(new Desk().one(`timestamp,price\n${T0},2\n${T0 + MINUTE},\n`)).rejects.toThrow(/found nothing/);
  });

  test("rows added to a recording keep its times of movement; new and replaced rows moved when they were read", async () => {
    const desk = new Desk();
    const writer = new TapeWriter(desk.out, { source: "test" });
    for (const [minute, usd] of [[1, 2] as const, [2, 2] as const, [4, 5] as const]) {
      const readAt = T0 + minute * MINUTE;
      writer.record("WETH.eth", { usd, readAt, movedAt: T0 }, readAt - 9);
    }
    writer.close();
    const [two = 0, three = 0, four = 0] = times([2, 3, 4]);
    const { tape } = await desk.one(`timestamp,price\n${two},3\n${three},4\n${four},5`, { replace: true });
    expect(tape.points("WETH.eth", 0, Infinity).map(({ usd }) => usd)).toEqual([2, 3, 4, 5]);
    expect([...(tape.movedAt("WETH.eth") ?? [])]).toEqual([T0, two, three, T0]);
    expect([...(tape.askedAt("WETH.eth") ?? [])]).toEqual([T0 + MINUTE - 9, two, three, four - 9]);
  });

  test("seconds may have decimals: what is below a millisecond is cut off", async () => {
    const { tape } = await new Desk().one(
      `timestamp,price\n${seconds}.008,2\n${seconds + 60}.0647,3\n${seconds + 120}.0,4`,
    );
    expect(tape.points("WETH.eth", 0, Infinity).map(({ at }) => at - T0)).toEqual([8, 60_064, 120_000]);
  });

  test("a column without a name is left out, in the middle and at the end", async () => {
    const content = `${T0},2,x,3,1,2.5,\n${T0 + 60_000},3,x,4,2,3.5,`;
    const { tape } = await new Desk().one(content, { columns: "time,open,,high,low,close,".split(",") });
    expect(tape.bars("WETH.eth")).toMatchObject({ high: Float64Array.of(3, 4), close: Float64Array.of(2.5, 3.5) });
  });

  test("columns can be named; what is above the first time is then a header", async () => {
    const content = `Price,Close,High,Low,Open,Volume\nTicker,X,X,X,X,X\nDate,,,,,\n2024-01-01,2.5,3,1,2,10\n2024-01-02,3.5,4,2,3,10`;
    const { tape } = await new Desk().one(content, { columns: ["time", "close", "high", "low", "open", "-"] });
    expect(tape.bars("WETH.eth")).toMatchObject({
      open: Float64Array.of(2, 3),
      volume: Float64Array.of(Number.NaN, Number.NaN),
    });
  });
});
