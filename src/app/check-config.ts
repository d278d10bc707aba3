import { toldOf } from "../core/errors.js";
import type { JsonObject } from "../core/json.js";
import type { TokenRegistry } from "../model/token-registry.js";
import { loadStrategies } from "./strategies/load.js";
import { liveReach, startReach } from "./strategies/reach.js";
import { openConfig } from "./config/find.js";
import { insecureWarning } from "./config/insecure.js";
import type { LoadedConfig } from "./config/load.js";
import { effectiveConfig, printConfig } from "./config/print.js";
import { registryOf } from "./config/registry.js";

interface CheckedConfig {
  readonly file: string;
  readonly effective: JsonObject;
  readonly yaml: string;
  /** Why no bot starts with it, and it is good for backtests alone; null where one does. */
  readonly unstartable: string | null;
  /** What else a person should know of it, a sentence each. */
  readonly warnings: readonly string[];
}

/** What `contender config check` shows of a config that is right, strategies and their params included. Throws ConfigError for one that is not. */
export function checkConfig(named: string | undefined): CheckedConfig {
  const loaded = openConfig(named);
  const unstartable = whyNotStarted(loaded, registryOf(loaded.config.tokens));
  const insecure = insecureWarning(loaded.config);
  const warnings = insecure === null ? [] : [insecure];
  return { file: loaded.file, effective: effectiveConfig(loaded), yaml: printConfig(loaded), unstartable, warnings };
}

function whyNotStarted(loaded: LoadedConfig, registry: TokenRegistry): string | null {
  try {
    loadStrategies(loaded, startReach(loaded, registry));
    return null;
  } catch (error) {
    loadStrategies(loaded, liveReach(loaded.config, registry));
    return toldOf(error).message;
  }
}
