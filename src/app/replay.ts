import { openJournalReader, type RunRow } from "../journal/index.js";
import { replayRun, runOf, type ReplayReport } from "../replay/index.js";
import { watchdogGuard } from "../strategy/guard.js";
import { openConfigOfData } from "./config/find.js";
import { registryOf } from "./config/registry.js";
import type { LoadedConfig } from "./config/load.js";
import { UsageError } from "./errors.js";
import { findRun } from "./journal/find-run.js";
import { toldTicks } from "./journal/told-ticks.js";
import { silentProgress } from "./process/progress.js";
import { recordedStrategy } from "./strategies/recorded.js";
import { Strays } from "./strategies/unhandled-rejections.js";
import { untrustedStrategies } from "./strategies/trusted-files.js";

/** What a replay found, and what a reader must know of it, a sentence each. */
export interface Replayed extends ReplayReport {
  readonly remarks: readonly string[];
}

interface ReplayQuestion {
  readonly config: string | undefined;
  /** Whether strategy files that the journal names are evaluated although the config does not name them. */
  readonly trustRecorded: boolean;
}

/**
 * Replays a run (an id, the bot's or a backtest's, `last`, or `backtest`) with the strategy files of today and the params
 * of the run. Throws UnknownRunError, UsageError, JournalError, StrategyFileError.
 */
export async function replay(
  run: string,
  { config, trustRecorded }: ReplayQuestion,
  progress = silentProgress,
): Promise<Replayed> {
  const loaded = openConfigOfData(config, run);
  const registry = registryOf(loaded.config.tokens);
  const found = findRun(run, loaded);
  const reader = openJournalReader(found.folder);
  const files: string[] = [];
  const strays = new Strays(files);
  try {
    if (!trustRecorded) refuseUntrusted(runOf(reader, found.id), loaded);
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

/** Throws UsageError. */
function refuseUntrusted({ id, strategies }: RunRow, loaded: LoadedConfig): void {
  const files = untrustedStrategies(strategies, loaded).map(({ name, file }) => `${name} (${file})`);
  if (files.length === 0) return;
  throw new UsageError(`These strategies of run ${id} are not in the config: ${files.join(", ")}`, {
    remedy:
      "Replay runs their code. Add the files to `strategies` in the config, or add --trust-recorded if the journal is yours or you have read the files.",
  });
}
