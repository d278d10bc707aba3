import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ContenderError } from "../../../src/core/errors.js";
import { TIME_UNITS, type ImportOptions } from "../../../src/tape/index.js";
import { csv, Desk, MINUTE, row, T0 } from "./desk.js";

/** The first value that a remedy gives to a flag. */
const flag = (remedy: string, name: string): string | undefined =>
  new RegExp(`--${name} ([^\\s"]*[^\\s".,;])`).exec(remedy)?.[1];

/** What a person types who takes a remedy by its word. */
function typed(remedy: string): Partial<ImportOptions> {
  const columns = flag(remedy, "columns")?.split(",");
  const timeUnit = TIME_UNITS.find((unit) => unit === flag(remedy, "time-unit"));
  const timeZone = flag(remedy, "time-zone");
  return {
    ...(columns !== undefined && { columns }),
    ...(timeUnit !== undefined && { timeUnit }),
    ...(timeZone !== undefined && { timeZone }),
    ...(remedy.includes("--decimal-comma") && { decimalComma: true }),
    ...(remedy.includes("--sort") && { sort: true }),
  };
}

async function refusal(content: string | Uint8Array, options: Partial<ImportOptions>): Promise<ContenderError | null> {
  const desk = new Desk();
  try {
    await desk.one(content, options);
    return null;
  } catch (error) {
    if (!(error instanceof ContenderError)) throw error;
    expect(existsSync(desk.out)).toBe(false);
    return error;
  }
}

/** Follows one remedy after the other until the file is imported. */
async function followed(content: string | Uint8Array) {
  let options: Partial<ImportOptions> = {};
  const remedies: string[] = [];
  for (let error = await refusal(content, options); error !== null; error = await refusal(content, options)) {
    const { remedy } = error;
    expect(remedies, `${error.message} ${remedy}`).not.toContain(remedy);
    remedies.push(remedy);
    options = { ...options, ...typed(remedy) };
  }
  const { tape } = await new Desk().one(content, options);
  return { tape, remedies };
}

const HOUR = 60 * MINUTE;
const bars = (first: string, second: string, d = ","): string =>
  [first, second].map((time, i) => [time, 2 + i, 3 + i, 1 + i, 2.5 + i, 10].join(d)).join("\n");
const names = (time: string, d = ","): string => [time, "Open", "High", "Low", "Close", "Volume"].join(d);

/** A zip archive of one file, not compressed. */
function zipOf(name: string, text: string): Buffer {
  const [data, file] = [Buffer.from(text), Buffer.from(name)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(file.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, file, data]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), common, Buffer.alloc(14), file]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const hasUnzip = spawnSync("unzip", ["-v"]).status === 0;

test.skipIf(!hasUnzip)("a zip archive that is unpacked as its remedy says holds a file that is imported", async () => {
  const desk = new Desk();
  const archive = desk.file("one.csv", zipOf("ETHUSDT-1m.csv", csv(row(0), row(1, 3))));
  const { remedy } = (await refusal(zipOf("ETHUSDT-1m.csv", csv(row(0), row(1, 3))), {})) ?? {};
  const [, command = ""] = /`(.*)`/.exec(remedy ?? "") ?? [];
  const [program = "", ...words] = command.split(" ").map((word) => (word === "FILE" ? archive : word));
  execFileSync(program, words, { cwd: desk.folder });
  const { tape } = await desk.import({ "ETHUSDT-1m.csv": "WETH.eth" });
  expect(tape.bars("WETH.eth")).toMatchObject({ time: Float64Array.of(T0, T0 + MINUTE), open: Float64Array.of(2, 3) });
});

describe("following the remedy of a refused file word by word gives the right bars", () => {
  const two = bars("2024-01-01 00:00", "2024-01-01 00:01");
  test.each<[string, string, number]>([
    ["a zone in the header that changes its clocks", `${names("Date (EST)")}\n${two}`, T0 + 5 * HOUR],
    ["a zone behind the name, without brackets", `${names("datetime_cet")}\n${two}`, T0 - HOUR],
    ["times of a place", `${names("Local time")}\n${two}`, T0],
    [
      "a column that says the zone",
      `time,tz,open,high,low,close\n2024-01-01 00:00,EST,2,3,1,2.5\n2024-01-01 00:01,EST,3,4,2,3.5`,
      T0,
    ],
    ["a zone above the header", `All times in EST\n${names("date")}\n${two}`, T0 + 5 * HOUR],
    ["a zone that the header names, under another time", `${names("When (PST)")}\n${two}`, T0 + 8 * HOUR],
    ["an unknown name of the time", `${names("When")}\n${two}`, T0],
    ["HistData without a header", bars("20240101 000000", "20240101 000100", ";"), T0 + 5 * HOUR],
    ["MetaTrader without a header", bars("2024.01.01,00:00", "2024.01.01,00:01"), T0 + 5 * HOUR],
    ["ten columns without a header", bars(String(T0), String(T0 + MINUTE)).replaceAll(/,10$/gm, ",10,7,7,7,7"), T0],
    [
      "date and time and ten columns",
      bars("2024-01-01,00:00", "2024-01-01,00:01").replaceAll(/,10$/gm, ",10,7,7,7,7"),
      T0,
    ],
    [
      "seconds under the house header",
      `timestamp,open,high,low,close,volume\n${bars(String(T0 / 1000), String(T0 / 1000 + 60))}`,
      T0,
    ],
    ["rows out of order, and one that stands twice", csv(row(0), row(3), row(1, 3), row(0), row(2)), T0],
    ["two times", `timestamp,time,open,high,low,close,volume\n${bars(`${T0},7`, `${T0 + MINUTE},8`)}`, T0],
    [
      "two times beside a time of day",
      `date,time,ts,open,high,low,close,volume\n${bars("2024-01-01,00:00,7", "2024-01-01,00:01,8")}`,
      T0,
    ],
    ["two closes", `time,open,high,low,close,close price\n${bars(String(T0), String(T0 + MINUTE))}`, T0],
    [
      "decimal commas of HistData without a header",
      bars("20240101 000000", "20240101 000100", ";").replaceAll(".5", ",5"),
      T0 + 5 * HOUR,
    ],
    ["decimal commas", `${names("time", ";")}\n${two.replaceAll(",", ";").replaceAll(".5", ",5")}`, T0],
    ["decimal commas in quotes", `${names("time")}\n${two.replaceAll("2.5", '"2,5"').replaceAll("3.5", '"3,5"')}`, T0],
    [
      "decimal commas and points in thousands",
      `${names("time", "\t")}\n${two.replaceAll(",", "\t").replaceAll(".5", ",5").replaceAll("10", "1.234,5")}`,
      T0,
    ],
  ])("%s", async (_name, content, from) => {
    const { tape, remedies } = await followed(content);
    expect(remedies.length).toBeGreaterThan(0);
    const { time, open, close } = tape.bars("WETH.eth") ?? {};
    expect([...(time ?? [])].slice(0, 2)).toEqual([from, from + MINUTE]);
    expect([...(open ?? [])].slice(0, 2)).toEqual([2, 3]);
    expect([...(close ?? [])].slice(0, 2)).toEqual([2.5, 3.5]);
  });

  test.each<[string, string]>([
    ["closes alone", `timestamp,close\n${T0},2\n${T0 + MINUTE},3`],
    ["a table with an index without a name", `,A,B\n${T0},2,9\n${T0 + MINUTE},3,9`],
    ["two columns of unknown names", `when,what\n2024-01-01T00:00Z,2\n2024-01-01T00:01Z,3`],
    ["two columns without a header", `${T0},2\n${T0 + MINUTE},3`],
    ["four columns without a header", `${T0},2,7,7\n${T0 + MINUTE},3,7,7`],
    ["ticks of HistData", "20231231 190000000,1,3,0\n20231231 190100000,2,4,0"],
  ])("the right prices: %s", async (_name, content) => {
    const { tape, remedies } = await followed(content);
    expect(remedies.length).toBeGreaterThan(0);
    expect(tape.points("WETH.eth", 0, Infinity)).toEqual([
      { at: T0, usd: 2 },
      { at: T0 + MINUTE, usd: 3 },
    ]);
  });
});
