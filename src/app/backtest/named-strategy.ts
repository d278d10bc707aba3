import { resolve } from "node:path";
import type { LoadedConfig } from "../config/load.js";
import type { StrategyConfig } from "../config/schema.js";
import { UsageError } from "../errors.js";
import { findStrategy, isFile } from "../strategies/find.js";
import { loadFile } from "../strategies/load.js";

/** What a config says of a strategy, and where the files lie that it names. */
export interface NamedStrategy {
  readonly entry: StrategyConfig;
  readonly path: (relative: string) => string;
}

/**
 * The strategy that is meant: one of the config by its name, else a file as it is typed, or one that comes with
 * Contender. One of the config without a `name` goes by its file's, or by its own, which is the one that results,
 * journals and `contender strategies` show.
 */
export function entryOf(named: string, { config, path }: LoadedConfig): NamedStrategy {
  const called = config.strategies.filter((entry) => (entry.name ?? fileName(entry.use)) === named);
  const [inConfig, second] =
    called.length > 0 || isFile(named) ? called : config.strategies.filter((entry) => ownName(entry, path) === named);
  if (second !== undefined)
    throw new UsageError(`The config has several strategies named ${named}`, {
      remedy: "Give each one a unique `name`.",
    });
  if (inConfig !== undefined) return { entry: inConfig, path };
  const entry: StrategyConfig = { use: named, allocation: 1, params: {}, secrets: {} };
  return { entry, path: (relative) => resolve(relative) };
}

function fileName(use: string): string {
  return /([^/\\]+?)(\.[mc]?[tj]s)?$/.exec(use)?.[1] ?? use;
}

/** The name that its file gives it; null where config gives it another, or the file cannot be loaded. */
function ownName({ use, name }: StrategyConfig, path: NamedStrategy["path"]): string | null {
  if (name !== undefined) return null;
  const found = findStrategy(use, path);
  if ("missing" in found) return null;
  try {
    return loadFile(found.file).definition.name;
  } catch {
    return null; // What is wrong with it is told where it is the one that is meant.
  }
}
