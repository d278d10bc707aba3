import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { loadConfig, type ConfigUse, type LoadedConfig } from "./load.js";

const PLACES = ["contender.yaml", "config/contender.yaml"];

/** The config file that a command means: the one that it names, else ./contender.yaml, else ./config/contender.yaml. */
export function findConfig(named: string | undefined, folder: string = process.cwd()): string {
  if (named !== undefined) return resolve(folder, named);
  const found = PLACES.map((place) => resolve(folder, place)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new UsageError(`There is no ${PLACES.join(" and no ")} in ${folder}`, {
    remedy: "Name a config file with --config FILE.",
  });
}

/** Finds, reads and checks it. Throws UsageError or ConfigError. */
export function openConfig(named: string | undefined, use?: ConfigUse): LoadedConfig {
  return loadConfig(findConfig(named), process.env, use);
}
