import { rmSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../core/errors.js";
import { rename } from "../../core/file/rename.js";
import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import type { LoadedConfig } from "../config/load.js";
import { secretsOf } from "../config/secrets.js";
import { backtestsOf, UNFINISHED } from "../data-folder.js";
import { unlessBroken } from "../journal/find-run.js";
import { withJournal } from "../journal/with-journal.js";

/**
 * Holds that are kept each with its own reason, and points of the equity curve, at most: a journal is for asking why, and
 * beyond this a year of five-minute bars would take longer to write down than to run.
 */
export const MOST_HOLDS = 10_000;
const MOST_EQUITY = 2_000;

/** A backtest that was kept. */
export interface KeptRun {
  readonly run: string;
  /** The folder of its journal. */
  readonly journal: string;
  /** Whether that is of the same run as it was made before, which went further than this one did before it was stopped. */
  readonly earlier: boolean;
}

/**
 * Writes a run's journal into `<data>/backtests/<run>`, where the commands that read journals find it. The same run again
 * takes the place of the one before, once it is whole: it has the same id because it has the same content. One that was
 * stopped before the moment to which that one went has less of it, and leaves it there. One that cannot be written leaves
 * nothing behind, and one that another process makes at the same time is not in the way.
 */
export async function keepRun(
  journal: ColumnJournal,
  loaded: LoadedConfig,
  onProgress: (done: number) => void,
): Promise<KeptRun> {
  const { saveColumns } = await import("../../journal/columns/save-columns.js");
  const run = journal.run?.id ?? "";
  const backtests = backtestsOf(loaded.path(loaded.config.data));
  const dir = join(backtests, run);
  if (wentFurther(dir, run, journal)) return { run, journal: dir, earlier: true };
  const own = join(backtests, `${UNFINISHED}${run}-${process.pid}`);
  remove(own);
  try {
    await saveColumns(journal, { dir: own, secrets: secretsOf(loaded), mostEquity: MOST_EQUITY, onProgress });
    takePlace(own, dir);
  } finally {
    remove(own);
  }
  return { run, journal: dir, earlier: false };
}

/** Whether the run in a folder ended later than this one. */
function wentFurther(dir: string, run: string, { ending }: ColumnJournal): boolean {
  const before = unlessBroken(() => withJournal(dir, (reader) => reader.runs({ run })[0]?.ending)) ?? null;
  return ending !== null && before !== null && before.at > ending.at;
}

/** Whoever looks finds the run before, or this one, or for the moment between two renames neither: never half a one. */
function takePlace(own: string, dir: string): void {
  const old = `${own}-old`;
  // Left by a process of the same number, as all have in a container, that died before it was removed.
  remove(old);
  move(dir, old, ["ENOENT"]);
  // Another process has just put the same run there: it has the same content.
  move(own, dir, ["ENOTEMPTY", "EEXIST"]);
  remove(old);
}

/** Moves a folder, unless that fails with one of these codes. */
function move(from: string, to: string, unless: readonly string[]): void {
  try {
    rename(from, to);
  } catch (error) {
    if (!unless.includes(errorCode(error))) throw error;
  }
}

/** Windows refuses it too while another program has a file of it open. */
const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 50 });
