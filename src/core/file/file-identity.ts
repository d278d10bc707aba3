import { statSync } from "node:fs";

/** Names the file at a path, whatever it is called; null where there is none. Throws the file system's error. */
export function fileAt(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}
