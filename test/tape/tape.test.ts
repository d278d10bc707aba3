import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactTape, openTape, TapeWriter } from "../../src/tape/index.js";
import { emptyFolder } from "../support/empty-folder.js";
import { temporaryFile } from "./temporary-file.js";

const T0 = Date.UTC(2025, 0, 1);
const price = (usd: number, after: number, movedAfter = after) => ({
  usd,
  readAt: T0 + after,
  movedAt: T0 + movedAfter,
});

function recorded(...readings: [token: string, usd: number, after: number][]): string {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test" });
  for (const [token, usd, after] of readings) writer.record(token, price(usd, after));
  writer.close();
  return folder;
}

describe("a tape", () => {
  test("gives back its records, by token, from (included) to until (not included)", () => {
    const tape = openTape(recorded(["A.eth", 1, 0], ["B.eth", 2e-7, 0], ["A.eth", 1.5, 10], ["A.eth", 2, 20]));
    expect(tape.points("A.eth", T0, T0 + 20)).toEqual([
      { at: T0, usd: 1 },
      { at: T0 + 10, usd: 1.5 },
    ]);
    expect(tape.points("B.eth", T0, T0 + 20)).toEqual([{ at: T0, usd: 2e-7 }]);
    expect(tape.points("C.eth", T0, T0 + 20)).toEqual([]);
    expect(tape.tracks.map(({ token }) => token.name)).toEqual(["A.eth", "B.eth"]);
    expect(tape.label).toBe("test");
  });

  test("gives back every double that a price can be", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), { maxLength: 20 }),
        (prices) => {
          const tape = openTape(recorded(...prices.map((usd, i) => ["A.eth", usd, i] as [string, number, number])));
          expect(tape.points("A.eth", 0, Infinity).map(({ usd }) => usd)).toEqual(prices);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("continues where it stopped when it is opened again, and keeps its source", () => {
    const folder = recorded(["A.eth", 1, 0]);
    const writer = new TapeWriter(folder, { source: "another" });
    writer.record("B.eth", price(3, 60));
    writer.close();
    const tape = openTape(folder);
    expect(tape.label).toBe("test");
    expect(tape.points("A.eth", 0, Infinity)).toHaveLength(1);
    expect(tape.points("B.eth", 0, Infinity)).toHaveLength(1);
  });

  test("keeps the later reading where recordings overlap, and sorts by time", () => {
    const tape = openTape(recorded(["A.eth", 1, 0], ["A.eth", 2, 60], ["A.eth", 9, 0], ["A.eth", 5, 30]));
    expect(tape.points("A.eth", 0, Infinity).map(({ usd }) => usd)).toEqual([9, 5, 2]);
  });

  test("can be read while it is written", () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    writer.record("A.eth", price(1, 0));
    expect(openTape(folder).points("A.eth", 0, Infinity)).toHaveLength(1);
    writer.close();
  });

  test("is a market, on which the last price holds for as long as readings are apart", () => {
    const market = openTape(recorded(["A.eth", 1, 0], ["A.eth", 2, 1000])).market();
    expect(market).toMatchObject({ label: "tape of test", from: T0, until: T0 + 2000 });
    expect([999, 1000, 1999, 2000].map((after) => market.priceAt("A.eth", T0 + after))).toEqual([1, 2, 2, null]);
  });
});

describe("after a crash", () => {
  test("whole lines are read wherever the file was cut, and recording continues behind them", () => {
    const whole = readFileSync(join(recorded(["A.eth", 1, 0], ["A.eth", 2, 10], ["A.eth", 3, 20]), "prices.csv"));
    for (let length = 0; length <= whole.length; length += 5) {
      const folder = recorded(["A.eth", 1, 0]);
      writeFileSync(join(folder, "prices.csv"), whole.subarray(0, length));
      const before = openTape(folder).points("A.eth", 0, Infinity).length;
      const writer = new TapeWriter(folder, { source: "test" });
      writer.record("A.eth", price(7, 99));
      writer.close();
      const after = openTape(folder)
        .points("A.eth", 0, Infinity)
        .map(({ usd }) => usd);
      expect(after).toEqual([...[1, 2, 3].slice(0, before), 7]);
    }
  });
});

describe("records that a tape cannot hold are refused", () => {
  test.each([
    ["a price of 0", "A.eth", price(0, 0)],
    ["a negative price", "A.eth", price(-1, 0)],
    ["NaN", "A.eth", price(Number.NaN, 0)],
    ["infinity", "A.eth", price(Infinity, 0)],
    ["half a millisecond", "A.eth", { ...price(1, 0), readAt: 0.5 }],
    ["a time before 1970, which it would not read again", "A.eth", { ...price(1, 0), movedAt: -1 }],
    ["a name with a comma", "A,B.eth", price(1, 0)],
    ["a name with a line break", "A\nB.eth", price(1, 0)],
    ["no name", "", price(1, 0)],
  ])("%s", (_name, token, reading) => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    expect(() => writer.record(token, reading)).toThrow(expect.objectContaining({ code: "TAPE_ROW" }));
    writer.close();
    expect(openTape(folder).tracks).toEqual([]);
  });

  test("a quote before 1970, which it would not read again", () => {
    const folder = emptyFolder();
    const writer = new TapeWriter(folder, { source: "test" });
    const quote = { at: -1, from: "A.eth", to: "B.eth", fromAmount: 1, toAmount: 2, fromPrice: null, toPrice: null };
    expect(() => writer.recordQuote(quote)).toThrow(expect.objectContaining({ code: "TAPE_ROW" }));
    writer.close();
    expect(openTape(folder).quotedPairs).toEqual([]);
  });

  test("any record after closing", () => {
    const writer = new TapeWriter(emptyFolder(), { source: "test" });
    writer.close();
    writer.close();
    expect(() => writer.record("A.eth", price(1, 0))).toThrow(expect.objectContaining({ code: "TAPE_FILE" }));
  });
});

describe("a folder that is no tape is refused", () => {
  test.each([
    ["a folder without a manifest", null, "TAPE_MANIFEST", /no manifest/],
    ["a manifest that is not JSON", "{", "TAPE_MANIFEST", /is invalid/],
    [
      "a manifest without its tokens",
      '{"format":"contender-tape","version":2}',
      "TAPE_MANIFEST",
      /is invalid: [a-z]+: Invalid input.*$/,
    ],
    ["another format", '{"format":"x","version":1,"tokens":[],"source":""}', "TAPE_MANIFEST", /format/],
    [
      "a later version",
      '{"format":"contender-tape","version":3,"tokens":[],"source":""}',
      "TAPE_MANIFEST",
      /version 3/,
    ],
    [
      "a manifest without its prices",
      '{"format":"contender-tape","version":1,"tokens":[],"source":""}',
      "TAPE_FILE",
      /prices\.csv/,
    ],
  ])("%s", (_name, manifest, code, message) => {
    const folder = emptyFolder();
    if (manifest !== null) writeFileSync(join(folder, "manifest.json"), manifest);
    expect(() => openTape(folder)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) as string }),
    );
  });

  test("a manifest that names a token twice", async () => {
    const folder = recorded(["WETH.eth", 1, 0], ["WBTC.eth", 2, 0]);
    await compactTape(folder);
    const file = join(folder, "manifest.json");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll('"WBTC.eth"', '"WETH.eth"'));
    expect(() => openTape(folder)).toThrow(
      expect.objectContaining({ code: "TAPE_MANIFEST", message: expect.stringContaining("twice") as string }),
    );
  });

  test.each([
    ["letters for a price", `${T0},A.eth,abc,${T0}`],
    ["a price of 0", `${T0},A.eth,0,${T0}`],
    ["a column too few", `${T0},A.eth,1`],
    ["an empty line", ""],
  ])("%s in a line", (_name, line) => {
    const folder = recorded(["A.eth", 1, 0]);
    appendFileSync(join(folder, "prices.csv"), `${line}\n`);
    expect(() => openTape(folder)).toThrow(
      expect.objectContaining({ code: "TAPE_ROW", message: expect.stringContaining("prices.csv, line 3") as string }),
    );
  });

  test("prices under another header", () => {
    const folder = recorded();
    writeFileSync(join(folder, "prices.csv"), "time,price\n");
    expect(() => openTape(folder)).toThrow(expect.objectContaining({ code: "TAPE_HEADER" }));
  });

  test("a tape without a price, as a market", () => {
    expect(() => openTape(recorded()).market()).toThrow(expect.objectContaining({ code: "TAPE_EMPTY" }));
  });

  test("a file where the folder should be", () => {
    expect(() => new TapeWriter(temporaryFile("x"), { source: "test" })).toThrow(
      expect.objectContaining({ code: "TAPE_FILE" }),
    );
  });
});
