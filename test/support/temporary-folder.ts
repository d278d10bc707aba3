import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Short: sockets lie in it, and their paths may not be long. */
const PREFIX = "tests-";

/**
 * Tests, and the processes that they start, have a folder for temporary files to themselves, which goes when they end.
 * Vitest calls this once for each of its projects.
 */
export default function own(): () => void {
  if (basename(tmpdir()).startsWith(PREFIX)) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
