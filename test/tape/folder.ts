import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterThisTest } from "../support/after-test.js";

/** A new empty folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "contender-tape-"));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file with this content in a new folder. */
export function temporaryFile(content: string | Uint8Array, name = "bars.csv"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}
