import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { importCsv, tokenOf, type ImportOptions } from "../../../src/tape/index.js";
import { emptyFolder } from "../../support/empty-folder.js";

export const T0 = Date.UTC(2024, 0, 1);
export const MINUTE = 60_000;
export const registry = () => new TokenRegistry(KNOWN_TOKENS);
export const HEADER = "timestamp,open,high,low,close,volume";
export const row = (minute: number, open = 2, volume: number | string = 10): string =>
  `${T0 + minute * MINUTE},${open},${open + 1},${open - 1},${open + 0.5},${volume}`;
export const csv = (...rows: string[]): string => [HEADER, ...rows, ""].join("\n");

/** A folder of files, and of the tape that they become. */
export class Desk {
  readonly folder = emptyFolder();
  readonly out = join(this.folder, "tape");

  file(name: string, content: string | Uint8Array): string {
    writeFileSync(join(this.folder, name), content);
    return join(this.folder, name);
  }

  import(files: Readonly<Record<string, string>>, options: Partial<ImportOptions> = {}) {
    const all = Object.entries(files).map(([file, token]) => ({
      file: join(this.folder, file),
      token: tokenOf(token, registry()),
      symbol: token.split(".")[0] ?? "",
    }));
    return importCsv({ folder: this.out, files: all, ...options });
  }

  /** Imports `one.csv` with this content as WETH.eth. */
  one(content: string | Uint8Array, options: Partial<ImportOptions> = {}) {
    this.file("one.csv", content);
    return this.import({ "one.csv": "WETH.eth" }, options);
  }
}

export const times = (minutes: readonly number[]): number[] => minutes.map((minute) => T0 + minute * MINUTE);
