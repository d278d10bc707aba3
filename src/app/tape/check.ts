import { statSync } from "node:fs";
import { checkCsv, checkTape, type Finding } from "../../tape/index.js";
import { UsageError } from "../errors.js";
import { startShares, type Progress } from "../process/progress.js";
import { fileOptions, type FileFlags } from "./file-flags.js";

/** What `contender tape check` found. */
export interface CheckReport {
  readonly checked: readonly string[];
  readonly wrong: number;
  readonly notes: number;
  readonly findings: readonly Finding[];
}

/** Checks tapes (folders) and CSV files. What is wrong is in the report; throws UsageError where nothing is named. */
export function checkAll(places: readonly string[], flags: FileFlags, progress: Progress): CheckReport {
  if (places.length === 0)
    throw new UsageError("There is nothing to check", { remedy: "Give a tape's folder, or CSV files." });
  const share = startShares(progress, "checking");
  const findings = places.flatMap((place, i) => {
    const told = (done: number, all: number): void => share(i + done / all, places.length);
    return isFolder(place) ? checkTape(place, told) : checkCsv(place, { ...fileOptions(flags), onBytes: told });
  });
  progress.end();
  const wrong = findings.filter(({ severity }) => severity === "wrong").length;
  return { checked: places, wrong, notes: findings.length - wrong, findings };
}

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
