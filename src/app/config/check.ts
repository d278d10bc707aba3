import type { JsonObject } from "../../core/json.js";
import { loadStrategies } from "../strategies/load.js";
import { liveReach } from "../strategies/reach.js";
import { openConfig } from "./find.js";
import { effectiveConfig, printConfig } from "./print.js";
import { registryOf } from "./registry.js";

/** What `contender config check` shows of a config that is right, strategies and their params included. Throws ConfigError for one that is not. */
export function checkConfig(named: string | undefined): { file: string; effective: JsonObject; yaml: string } {
  const loaded = openConfig(named);
  const registry = registryOf(loaded.config.tokens);
  loadStrategies(loaded, liveReach(loaded.config, registry));
  return { file: loaded.file, effective: effectiveConfig(loaded), yaml: printConfig(loaded) };
}
