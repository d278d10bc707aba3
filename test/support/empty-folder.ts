import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder; it goes with that of the whole run (`temporary-folder.ts`), so nobody need remove it. */
export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), "t-"));
