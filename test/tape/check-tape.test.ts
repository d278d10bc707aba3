import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkCsv, checkTape, compactTape, TapeWriter } from "../../src/tape/index.js";
import { writeParquet } from "../../src/tape/parquet/write.js";
import { emptyFolder } from "../support/empty-folder.js";
import { temporaryFile } from "./temporary-file.js";
import { hasRealData, realFile } from "./real-data.js";

const T0 = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;
const HEADER = "timestamp,open,high,low,close,volume";
const csv = (...rows: string[]): string => temporaryFile([HEADER, ...rows].join("\n"));
const row = (minute: number, rest = `${2 + (minute % 7)},99,1,2,5`): string => `${T0 + minute * MINUTE},${rest}`;

function tape(prices: Readonly<Record<string, readonly (readonly [minute: number, usd: number])[]>>): string {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test" });
  for (const [token, points] of Object.entries(prices))
    for (const [minute, usd] of points) writer.record(token, { usd, readAt: T0 + minute * MINUTE, movedAt: T0 });
  writer.close();
  return folder;
}

const rising = (from: number, until: number): [number, number][] =>
  Array.from({ length: until - from }, (_, i) => [from + i, 100 + ((from + i) % 5)]);

const brief = (findings: ReturnType<typeof checkTape>) =>
  findings.map(({ severity, code, place, problem }) => `${severity} ${code} ${place}: ${problem}`);

describe("a tape", () => {
  test("in which nothing is wrong gives no finding", () => {
    expect(checkTape(tape({ "WETH.eth": rising(0, 90) }))).toEqual([]);
  });

  test("is reported as changed if its files no longer have the manifest's fingerprint", async () => {
    const folder = tape({ "WETH.eth": rising(0, 90) });
    await compactTape(folder);
    expect(checkTape(folder)).toEqual([]);
    const manifest = join(folder, "manifest.json");
    const text = readFileSync(manifest, "utf8");
    writeFileSync(manifest, text.replace(/"fingerprint": "[0-9a-f]{16}"/, '"fingerprint": "0123456789abcdef"'));
    expect(brief(checkTape(folder))).toEqual([
      expect.stringMatching(/^wrong FINGERPRINT .*: the manifest has the fingerprint 0123456789abcdef, but the files/),
    ]);
  });

  test("has its gaps named, as wrong if they are long", () => {
    const folder = tape({ "WETH.eth": [...rising(0, 5), ...rising(8, 10), ...rising(3_000, 3_010)] });
    expect(brief(checkTape(folder))).toEqual([
      "note GAP WETH.eth at 2025-01-01T00:08:00.000Z: no price for 4m before it, although the interval is 1m",
      "wrong GAP WETH.eth at 2025-01-03T02:00:00.000Z: no price for 2d1h51m before it, although the interval is 1m",
    ]);
  });

  test("of bars has gaps as long as the missing bars: the bar before covers its own time", () => {
    const file = csv(...[0, 1, 2, 3, 9, 10].map((minute) => row(minute)));
    expect(brief(checkCsv(file)).filter((text) => text.includes("GAP"))).toEqual([
      expect.stringMatching(/^note GAP .*: no bar for 5m before it, although the interval is 1m$/),
    ]);
  });

  test("has prices that jump tenfold named", () => {
    expect(brief(checkTape(tape({ "WETH.eth": [...rising(0, 5), [5, 0.06], ...rising(6, 9)] })))).toEqual([
      "wrong JUMP WETH.eth at 2025-01-01T00:05:00.000Z: the price goes from 104 to 0.06, down by a factor of 1.73e+3",
      "wrong JUMP WETH.eth at 2025-01-01T00:06:00.000Z: the price goes from 0.06 to 101, up by a factor of 1.68e+3",
    ]);
  });

  test("has prices that stand still named, except for cash", () => {
    const still = Array.from({ length: 100 }, (_, i) => [i, 7] as const);
    const cash = still.map(([minute]) => [minute, 1] as const);
    expect(brief(checkTape(tape({ "WETH.eth": still, "USDC.eth": cash })))).toEqual([
      "note STALE WETH.eth at 2025-01-01T00:00:00.000Z: the price is frozen at 7 for 1h39m",
    ]);
  });

  test("has cash named that is not near a dollar", () => {
    expect(
      brief(
        checkTape(
          tape({
            "USDC.eth": [
              [0, 1.01],
              [1, 0.8],
            ],
          }),
        ),
      ),
    ).toEqual([
      "wrong CASH USDC.eth at 2025-01-01T00:01:00.000Z: the price of the cash token is 0.8 instead of near 1",
    ]);
  });

  test("has tokens named that never overlap", () => {
    expect(brief(checkTape(tape({ "WETH.eth": rising(0, 5), "SOL.svm": rising(10, 15) })))).toEqual([
      "wrong OVERLAP WETH.eth and SOL.svm: they never overlap: the one ends at 2025-01-01T00:05:00.000Z, the other begins at 2025-01-01T00:10:00.000Z",
    ]);
  });

  test("that cannot be read is a finding with the error's place", () => {
    const folder = tape({ "WETH.eth": rising(0, 5) });
    appendFileSync(join(folder, "prices.csv"), "nonsense\n");
    expect(checkTape(folder)).toMatchObject([{ severity: "wrong", code: "TAPE_ROW" }]);
    expect(checkTape(folder)[0]?.problem).toMatch(/prices\.csv, line 7/);
    expect(checkTape(emptyFolder())).toMatchObject([{ code: "TAPE_MANIFEST" }]);
    expect(checkTape(tape({}))).toMatchObject([{ code: "EMPTY" }]);
  });

  test("has a Parquet file named that was rewritten with rows out of order", async () => {
    const folder = tape({ "WETH.eth": rising(0, 3) });
    await compactTape(folder);
    await writeParquet(join(folder, "prices-WETH.eth.parquet"), [
      { name: "time", kind: "time", values: Float64Array.of(T0, T0 + MINUTE, T0) },
      { name: "usd", kind: "number", values: Float64Array.of(1, 2, 3) },
    ]);
    expect(checkTape(folder)).toMatchObject([{ code: "TAPE_ROW", place: "WETH.eth" }]);
    expect(checkTape(folder)[0]?.problem).toMatch(/prices-WETH\.eth\.parquet, row 2/);
  });
});

describe("a file", () => {
  test("has every broken line named, not only the first", () => {
    const file = csv(
      row(0),
      row(1, "9,3,1,2,1"),
      row(2),
      row(1),
      row(3, "2,3,abc,2,1"),
      row(4, "2,3,-1,2,1"),
      "1,2",
      row(5),
      row(5),
    );
    expect(checkCsv(file).map(({ code, place }) => [code, place.replace(/^.*, /, "")])).toEqual([
      ["TAPE_ROW", "line 3"],
      ["TAPE_ROW", "line 6"],
      ["TAPE_ROW", "line 7"],
      ["TAPE_ROW", "line 8"],
      ["TAPE_ORDER", "line 5"],
      ["TAPE_ORDER", "line 10"],
      ["GAP", "line 9"],
    ]);
  });

  test("with very many broken lines has the first hundred named, and the rest counted", () => {
    const rows = Array.from({ length: 250 }, (_, i) => row(i, "9,3,1,2,1"));
    const findings = checkCsv(csv(row(1_000), row(1_001), ...rows));
    const bars = findings.filter(({ code }) => code === "TAPE_ROW");
    expect(bars).toHaveLength(101);
    expect(bars.at(-1)?.problem).toMatch(/150 more of the kind TAPE_ROW, the last at .*line 253/);
  });

  test("without trades while the price stood still says so", () => {
    const quiet = Array.from({ length: 90 }, (_, i) => row(i, "2,2,2,2,0"));
    expect(checkCsv(csv(...quiet))).toMatchObject([{ code: "STALE", severity: "note" }]);
    expect(checkCsv(csv(...quiet))[0]?.problem).toMatch(/without any volume/);
  });

  test("of no known format is a finding", () => {
    expect(checkCsv("no/such/file.csv")).toMatchObject([{ severity: "wrong", code: "TAPE_FILE" }]);
    const empty = temporaryFile("");
    writeFileSync(empty, "");
    expect(checkCsv(empty)).toMatchObject([{ code: "TAPE_EMPTY" }]);
  });
});

describe.skipIf(!hasRealData)("real files (skipped without the data)", () => {
  test("of Coinbase have nine gaps of ether, and an opening price of six cents for a bitcoin", () => {
    const ether = checkCsv(realFile("coinbase-4h-2016-2025", "ETH-USD-4h.csv.gz"));
    expect(ether.filter(({ code }) => code === "GAP")).toHaveLength(9);
    const bitcoin = checkCsv(realFile("coinbase-4h-2016-2025", "BTC-USD-4h.csv.gz"));
    expect(
      bitcoin
        .filter(({ severity }) => severity === "wrong")
        .map(({ code, place }) => [code, place.replace(/^.*, /, "")]),
    ).toEqual([
      ["JUMP", "line 1997"],
      ["JUMP", "line 1998"],
    ]);
  });
});
