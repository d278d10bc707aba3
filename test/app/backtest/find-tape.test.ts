import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { newestTape } from "../../../src/app/backtest/find-tape.js";
import { emptyFolder } from "../../support/empty-folder.js";

let data: string;
beforeEach(() => {
  data = emptyFolder();
});

function tape(name: string, writtenAt: number): string {
  const folder = join(data, name);
  mkdirSync(folder, { recursive: true });
  for (const file of ["manifest.json", "prices.log"]) {
    writeFileSync(join(folder, file), "{}");
    utimesSync(join(folder, file), 1_000, file === "prices.log" ? writtenAt : 1_000);
  }
  return folder;
}

describe("the newest tape of a bot", () => {
  it("is the one that was written last, of runs in a sandbox and of a lasting service", () => {
    tape("tapes/first", 2_000);
    const second = tape("tapes/second", 4_000);
    tape("tape", 3_000);
    mkdirSync(join(data, "tapes/empty"));
    expect(newestTape(data)).toBe(second);
    expect(newestTape(data)).not.toBe(tape("tape", 3_500));
    const lasting = tape("tape", 5_000);
    expect(newestTape(data)).toBe(lasting);
  });

  it("is found while a recorder replaces one of its files before it writes the new manifest", () => {
    const folder = tape("tape", 2_000);
    // Listed, and not there.
    symlinkSync(join(data, "gone"), join(folder, "manifest.json.new"));
    expect(newestTape(data)).toBe(folder);
  });

  it("that is missing is reported, with the commands that make one", () => {
    expect(() => newestTape(data)).toThrow(/holds no recorded tape yet/);
    expect(() => newestTape(join(data, "nowhere"))).toThrow(expect.objectContaining({ code: "NO_TAPE" }) as Error);
  });
});
