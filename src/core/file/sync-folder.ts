import { closeSync, fsyncSync, openSync } from "node:fs";

/** Returns when the names of a folder's files are on disk: without it a new one may be gone after a loss of power. */
export function syncFolder(folder: string): void {
  // Windows opens no folders.
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
