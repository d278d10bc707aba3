import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import { Secrets } from "../../core/secrets.js";
import type { LoadedConfig } from "../config/load.js";
import { BACKTESTS } from "../journal/find-run.js";

/** A backtest that was kept. */
export interface KeptRun {
  readonly run: string;
  /** The folder of its journal. */
  readonly journal: string;
}

/**
 * Writes a run's journal into `<data>/backtests/<run>`, where the commands that read journals find it. The same run again
 * takes the place of the one before: it has the same id because it has the same content.
 */
export async function keepRun(journal: ColumnJournal, loaded: LoadedConfig): Promise<KeptRun> {
  const { saveColumns } = await import("../../journal/columns/save-columns.js");
  const run = journal.run?.id ?? "";
  const dir = join(loaded.path(loaded.config.data), BACKTESTS, run);
  if (existsSync(dir)) rmSync(dir, { recursive: true });
  const secrets = new Secrets();
  for (const secret of loaded.secrets) secrets.add(secret);
  saveColumns(journal, { dir, secrets });
  return { run, journal: dir };
}
