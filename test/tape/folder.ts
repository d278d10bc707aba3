import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "contender-tape-"));
  made.push(folder);
  return folder;
}

/** A file with this content in a new folder. */
export function temporaryFile(content: string | Uint8Array, name = "bars.csv"): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}
