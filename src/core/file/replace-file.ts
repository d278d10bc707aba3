import { chmodSync, realpathSync, rmSync, statSync, writeFileSync, type Stats } from "node:fs";
import { errorCode } from "../errors.js";
import { rename } from "./rename.js";

/** What a folder says where a file in it may be written, but not be replaced (or is mounted there by itself). */
const NOT_REPLACEABLE = ["EACCES", "EPERM", "EBUSY", "EXDEV"];

/**
 * Writes a file in one step: a crash or a full disk leaves the one that was there, whole, and nothing beside it. One that
 * is there keeps its mode, and a link goes on pointing at it; `mode` is that of a new one. A device or a pipe is written
 * to, and so is a file whose folder lets nobody replace it. Throws the file system's error.
 */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there === undefined) replaceWhole(file, text, mode, there);
  else if (!there.isFile()) writeFileSync(file, text);
  else
    try {
      replaceWhole(realpathSync(file), text, mode, there);
    } catch (error) {
      if (!NOT_REPLACEABLE.includes(errorCode(error))) throw error;
      writeFileSync(file, text);
    }
}

function replaceWhole(file: string, text: string, mode: number, there: Stats | undefined): void {
  const next = `${file}.${process.pid}.next`;
  try {
    // On disk before it has the name: a loss of power could leave the name with nothing behind it.
    writeFileSync(next, text, { mode, flush: true });
    // Without what the process's mask takes away.
    if (there !== undefined) chmodSync(next, there.mode & 0o7777);
    rename(next, file);
  } catch (error) {
    rmSync(next, { force: true });
    throw error;
  }
}
