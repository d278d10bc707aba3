import { openJournalReader } from "../journal/index.js";
import { replayRun, type ReplayReport } from "../replay/index.js";
import { watchdogGuard } from "../strategy/guard.js";
import { openConfigOfData } from "./config/find.js";
import { registryOf } from "./config/registry.js";
import { findRun } from "./journal/find-run.js";
import { toldTicks } from "./journal/told-ticks.js";
import { silentProgress } from "./process/progress.js";
import { recordedStrategy } from "./strategies/recorded.js";
import { Strays } from "./strategies/strays.js";

/** What a replay found, and what a reader must know of it, a sentence each. */
export interface Replayed extends ReplayReport {
  readonly remarks: readonly string[];
}

/** Replays a run (an id, the bot's or a backtest's, `last`, or `backtest`) with the strategy files of today and the params of the run. Throws UnknownRunError, JournalError, StrategyFileError. */
export async function replay(run: string, config: string | undefined, progress = silentProgress): Promise<Replayed> {
  const loaded = openConfigOfData(config, run);
  const registry = registryOf(loaded.config.tokens);
  const found = findRun(run, loaded);
  const reader = openJournalReader(found.folder);
  const files: string[] = [];
  const strays = new Strays(files);
  try {
    const [told = reader] = toldTicks([{ reader, id: found.id }], "replaying", progress);
    const report = replayRun({
      reader: told,
      runId: found.id,
      load(strategy) {
        files.push(strategy.file);
        return recordedStrategy(strategy, registry);
      },
      registry,
      guard: watchdogGuard(),
    });
    return { ...report, remarks: await strays.remarks() };
  } finally {
    progress.end();
    strays.release();
    reader.close();
  }
}
