import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { checkSource, loadConfig, ON_DISK, secretVariablesOf, type ConfigUse, type LoadedConfig } from "./load.js";
import { ConfigError } from "./problem.js";
import { parseSource, readSource } from "./source.js";
import { takeOut, wholeEnvironment } from "./taken.js";

const PLACES = ["contender.yaml", "config/contender.yaml"];

/** The config file that a command means: the one that it names, else ./contender.yaml, else ./config/contender.yaml. */
function findConfig(named: string | undefined): string {
  const found = named === undefined ? usualConfig() : resolve(named);
  if (found !== undefined) return found;
  throw new UsageError(`There is no ${PLACES.join(" and no ")} in ${process.cwd()}`, {
    remedy:
      "Give a config file with --config FILE. `contender new strategy my-strategy` writes a strategy and shows a first config.",
  });
}

/** The config file of a folder; undefined where it has none. */
export function usualConfig(folder: string = process.cwd()): string | undefined {
  return PLACES.map((place) => resolve(folder, place)).find((file) => existsSync(file));
}

/**
 * Finds, reads and checks it by the environment of this process, and takes the secrets out of that. Throws UsageError or
 * ConfigError.
 */
export function openConfig(named: string | undefined, use?: ConfigUse): LoadedConfig {
  const loaded = loadConfig(findConfig(named), wholeEnvironment(), use);
  takeOut(loaded.secretVariables);
  return loaded;
}

/**
 * Removes the secrets of a config from the environment, for a command that needs nothing else of it. A missing or invalid
 * config is no error; its secrets are removed unless it cannot be parsed.
 */
export function takeSecretsOut(named: string | undefined): void {
  try {
    takeOut(secretVariablesOf(readSource(findConfig(named)), wholeEnvironment()));
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ConfigError)) throw error;
  }
}

/**
 * As `openConfig`, for commands that only read files. Without a config it returns an empty one, if there is a data folder
 * at its default place or all runs are given with their folders.
 *
 * @param runs the runs to read, as for `findRun`
 */
export function openConfigOfData(named: string | undefined, ...runs: readonly string[]): LoadedConfig {
  try {
    return openConfig(named, ON_DISK);
  } catch (error) {
    const found = error instanceof UsageError ? emptyConfig() : null;
    const byFolder = runs.length > 0 && runs.every((run) => run.includes("#"));
    if (found === null || !(byFolder || existsSync(found.path(found.config.data)))) throw error;
    return found;
  }
}

/** An empty config in the current folder. */
export function emptyConfig(): LoadedConfig {
  return checkSource(parseSource(resolve("contender.yaml"), "service: { sandbox: {} }"), process.env, ON_DISK);
}
