import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode, messageOf } from "../../core/errors.js";
import type { LoadedConfig } from "../config/load.js";
import { backtestsOf } from "../data-folder.js";
import { UsageError } from "../errors.js";

/**
 * Sees before a run, which may take minutes, that what it leaves behind can be written: its journal, and the report where
 * one is asked for. Makes nothing. Throws UsageError.
 */
export function checkPlaces(report: string | undefined, { config, path }: LoadedConfig): void {
  const journals = backtestsOf(path(config.data));
  refuseUnwritable(
    journals,
    "folder",
    `The run's journal cannot be written to ${journals}`,
    "Set another `data` folder in the config.",
  );
  if (report === undefined) return;
  const file = resolve(report);
  refuseUnwritable(file, "file", `The report cannot be written to ${file}`, "Give another file with --report.");
}

function refuseUnwritable(place: string, kind: "file" | "folder", what: string, remedy: string): void {
  let why: string | null;
  try {
    why = obstacle(place, kind);
  } catch (cause) {
    throw new UsageError(`${what}: ${messageOf(cause)}`, { remedy, cause });
  }
  if (why !== null) throw new UsageError(`${what}: ${why}`, { remedy });
}

/** What is there, or the folder in which it would be made, has to be of the right kind and writable. Null: it is. */
function obstacle(place: string, kind: "file" | "folder"): string | null {
  const there = entryAt(place);
  if (there === null) return obstacle(dirname(place), "folder");
  if (there.isDirectory() !== (kind === "folder"))
    return `${place} is ${kind === "folder" ? "not a folder" : "a folder, not a file"}`;
  accessSync(place, constants.W_OK);
  return null;
}

/** Null where nothing is, a file in the middle of the path included: then that file is what is in the way. */
function entryAt(place: string) {
  try {
    return statSync(place, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (errorCode(error) === "ENOTDIR") return null;
    throw error;
  }
}
