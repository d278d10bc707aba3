import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { parquetWriteFile } from "hyparquet-writer";
import { beforeEach, describe, expect, it } from "vitest";
import { compactTape, openTape, TapeWriter } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

const T0 = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;
const FILE = "prices-WETH.eth.parquet";

async function tapeOf(prices: readonly number[]): Promise<string> {
  const folder = emptyFolder();
  const writer = new TapeWriter(folder, { source: "test" });
  prices.forEach((usd, i) => writer.record("WETH.eth", { usd, readAt: T0 + i * MINUTE, movedAt: T0 + i * MINUTE }));
  writer.close();
  await compactTape(folder);
  return folder;
}

/** As somebody would with another tool: the same columns, one price another one. */
async function writeAnew(folder: string, row: number, usd: number): Promise<void> {
  const filename = join(folder, FILE);
  const file = new Uint8Array(readFileSync(filename)).buffer;
  const rows = (await parquetReadObjects({ file })) as { time: Date; moved: Date; usd: number }[];
  const column = (name: "time" | "moved") => ({
    name,
    data: rows.map((read) => read[name]),
    type: "TIMESTAMP" as const,
  });
  const prices = rows.map((read, i) => (i === row ? usd : read.usd));
  parquetWriteFile({
    filename,
    columnData: [column("time"), column("moved"), { name: "usd", data: prices, type: "DOUBLE" }],
  });
}

const PAIR = { from: "USDC.eth", to: "WETH.eth", fromPrice: 1, toPrice: 100 };
const QUOTE = { ...PAIR, at: T0, fromAmount: 100, toAmount: 0.999 };

const edit = (folder: string, from: RegExp, to: string): void => {
  const file = join(folder, "manifest.json");
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
};

describe("the fingerprint of a tape", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await tapeOf([100, 101, 102]);
  });

  it("is the manifest's if the files have the sizes that it names", () => {
    edit(folder, /"fingerprint": "[0-9a-f]{16}"/, '"fingerprint": "0123456789abcdef"');
    expect(openTape(folder).fingerprint).toBe("0123456789abcdef");
  });

  it("is computed from the files if one was rewritten", async () => {
    const before = openTape(folder).fingerprint;
    await writeAnew(folder, 1, 101.5);
    expect(openTape(folder).fingerprint).not.toBe(before);
    expect(openTape(folder).fingerprint).toBe(openTape(await tapeOf([100, 101.5, 102])).fingerprint);
  });

  it("is computed from the files if one of several, or that of the quotes, was rewritten", async () => {
    const written = new TapeWriter(folder, { source: "test" });
    written.record("WBTC.eth", { usd: 60_000, readAt: T0, movedAt: T0 });
    written.recordQuote(QUOTE);
    written.close();
    await compactTape(folder);
    const before = openTape(folder).fingerprint;
    edit(folder, /"fingerprint": "[0-9a-f]{16}"/, '"fingerprint": "0123456789abcdef"');
    expect(openTape(folder).fingerprint).toBe("0123456789abcdef");
    const file = join(folder, "manifest.json");
    const whole = readFileSync(file, "utf8");
    const sizes = [...whole.matchAll(/"bytes": \d+/g)];
    expect(sizes).toHaveLength(3);
    for (const { index, 0: size } of sizes) {
      writeFileSync(file, `${whole.slice(0, index)}"bytes": 1${whole.slice(index + size.length)}`);
      expect(openTape(folder).fingerprint, whole.slice(index - 60, index)).toBe(before);
    }
  });

  it("changes with one more quote, even while that is in the log", () => {
    const before = openTape(folder).fingerprint;
    const writer = new TapeWriter(folder, { source: "test" });
    writer.recordQuote(QUOTE);
    writer.close();
    expect(openTape(folder).fingerprint).not.toBe(before);
  });

  it("is computed if an older program named no sizes, and is the same", () => {
    const before = openTape(folder).fingerprint;
    edit(folder, / +"bytes": \d+,\n/, "");
    edit(folder, /"fingerprint": "[0-9a-f]{16}"/, '"fingerprint": "0123456789abcdef"');
    expect(openTape(folder).fingerprint).toBe(before);
  });
});
