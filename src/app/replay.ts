import { existsSync } from "node:fs";
import { openJournalReader } from "../journal/index.js";
import { replayRun, type ReplayReport } from "../replay/index.js";
import { bindStrategy } from "../strategy/bind.js";
import { watchdogGuard } from "../strategy/guard.js";
import { openConfigOfData } from "./config/find.js";
import { registryOf } from "./config/registry.js";
import { findRun } from "./journal/find-run.js";
import { loadFile } from "./strategies/load.js";

export type { ReplayReport } from "../replay/index.js";

/** Milliseconds of the machine that one call of `decide` may take. */
const DECIDE_WITHIN = 5_000;

/** Replays a run (an id, the bot's or a backtest's, `last`, or `backtest`) with the strategy files of today and the params of the run. Throws UnknownRunError, JournalError, StrategyFileError. */
export function replay(run: string, config: string | undefined): ReplayReport {
  const loaded = openConfigOfData(config);
  const registry = registryOf(loaded.config.tokens);
  const found = findRun(run, loaded);
  const reader = openJournalReader(found.folder);
  try {
    return replayRun({
      reader,
      runId: found.id,
      load: ({ file, name, params, allocation }) =>
        existsSync(file)
          ? bindStrategy(
              loadFile(file),
              { name, params, allocation },
              { registry, crossChain: true, fundedChains: null },
            )
          : null,
      registry,
      guard: watchdogGuard(DECIDE_WITHIN),
    });
  } finally {
    reader.close();
  }
}
