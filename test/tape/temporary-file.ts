import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../support/empty-folder.js";

/** A file with this content in a new folder. */
export function temporaryFile(content: string | Uint8Array, name = "bars.csv"): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, content);
  return file;
}
