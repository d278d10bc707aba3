import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { loadConfig, type ConfigUse, type LoadedConfig } from "./load.js";

const PLACES = ["contender.yaml", "config/contender.yaml"];

/** What was taken out of the environment of this process: a config that is read again finds it here. */
const taken = new Map<string, string | undefined>();

/** The config file that a command means: the one that it names, else ./contender.yaml, else ./config/contender.yaml. */
export function findConfig(named: string | undefined, folder: string = process.cwd()): string {
  if (named !== undefined) return resolve(folder, named);
  const found = PLACES.map((place) => resolve(folder, place)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new UsageError(`There is no ${PLACES.join(" and no ")} in ${folder}`, {
    remedy: "Name a config file with --config FILE.",
  });
}

/**
 * Finds, reads and checks it by the environment of this process, and takes the secrets out of that: else they would
 * stand in Node's diagnostic reports, and every process that a strategy starts would have them. Throws UsageError or
 * ConfigError.
 */
export function openConfig(named: string | undefined, use?: ConfigUse): LoadedConfig {
  const loaded = loadConfig(findConfig(named), { ...Object.fromEntries(taken), ...process.env }, use);
  for (const name of loaded.secretVariables) {
    if (process.env[name] !== undefined) taken.set(name, process.env[name]);
    Reflect.deleteProperty(process.env, name);
  }
  return loaded;
}
