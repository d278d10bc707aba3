import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ownTape, tapesOfRuns } from "../data-folder.js";
import { NoTapeError } from "../errors.js";

/**
 * The newest tape that the bot of a data folder has recorded: that of a lasting service (`tape`), or of one of the runs in
 * an embedded sandbox (`tapes/*`). Throws NoTapeError.
 */
export function newestTape(data: string): string {
  const runs = tapesOfRuns(data);
  const folders = [ownTape(data), ...(existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [])];
  const [newest] = folders
    .filter((folder) => existsSync(join(folder, "manifest.json")))
    .map((folder) => ({ folder, at: writtenAt(folder) }))
    .sort((a, b) => b.at - a.at || (a.folder < b.folder ? 1 : -1));
  if (newest !== undefined) return newest.folder;
  throw new NoTapeError(`${data} holds no recorded tape yet`, {
    remedy:
      "Run a bot first (`contender start`), give a tape with --tape FOLDER, or make one with `contender tape import` or `contender tape synthetic`.",
  });
}

/** When something in a folder was written last, epoch milliseconds. Who records into it may take a file away meanwhile. */
function writtenAt(folder: string): number {
  const times = readdirSync(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}
