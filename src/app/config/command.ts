import type { JsonObject } from "../../core/json.js";
import { openConfig } from "./find.js";
import { effectiveConfig, printConfig } from "./print.js";

/** What `contender config check` shows of a config that is right. Throws ConfigError for one that is not. */
export function checkConfig(named: string | undefined): { file: string; effective: JsonObject; yaml: string } {
  const loaded = openConfig(named);
  return { file: loaded.file, effective: effectiveConfig(loaded), yaml: printConfig(loaded) };
}
