import { createRequire } from "node:module";
import * as api from "../../index.js";
import { toldOf } from "../../core/errors.js";
import { bindStrategy, type BindContext, type BoundStrategy } from "../../strategy/bind/bind.js";
import { StrategyConfigError } from "../../strategy/errors.js";
import { loadStrategy, type LoadedStrategy } from "../../strategy/load/load.js";
import type { LoadedConfig, PlacedProblem } from "../config/load.js";
import type { StrategyConfig } from "../config/schema.js";
import { takeOutKey } from "../config/taken.js";
import { findStrategy } from "./find.js";
import { withFilePlaces } from "./place.js";

/** The testing kit, by this package's own name: it is hardly ever asked for, so no start waits for it. */
const testing = () => createRequire(import.meta.url)("contender/testing") as Readonly<Record<string, unknown>>;

/**
 * Loads a strategy file with this process's own copy of Contender: whatever evaluates strategies does it here, and the key
 * has left the environment before. Throws StrategyFileError.
 */
export function loadFile(file: string): LoadedStrategy {
  takeOutKey();
  return loadStrategy(file, { api, testing });
}

/**
 * Loads the strategies of a config and joins each with its params. Throws ConfigError with everything that is wrong in
 * any of them, each with its place in the config file.
 */
export function loadStrategies(loaded: LoadedConfig, context: BindContext): BoundStrategy[] {
  const problems: PlacedProblem[] = [];
  const names = new Map<string, number>();
  const bound = loaded.config.strategies.flatMap((entry, index) => {
    try {
      const strategy = bindEntry(loaded.path, entry, context);
      checkName(strategy, index, names);
      return [strategy];
    } catch (error) {
      problems.push(...problemsOf(error, index));
      return [];
    }
  });
  if (problems.length > 0) throw loaded.error(problems);
  return bound;
}

/**
 * Loads one strategy and joins it with its params; `path` says where files named in the entry lie. Throws
 * StrategyFileError, StrategyConfigError.
 */
export function bindEntry(
  path: (relative: string) => string,
  entry: StrategyConfig,
  context: BindContext,
): BoundStrategy {
  const found = findStrategy(entry.use, path);
  if ("missing" in found)
    throw new StrategyConfigError(entry.use, [{ path: ["use"], message: `${found.missing}. ${found.hint}` }]);
  const { params, allocation, secrets, name } = entry;
  const file = loadFile(found.file);
  try {
    return bindStrategy(file, { params, allocation, secrets, name }, context);
  } catch (error) {
    throw error instanceof StrategyConfigError ? withFilePlaces(error, found.file, params) : error;
  }
}

/** @param names of those before it, with their places */
function checkName({ name }: BoundStrategy, index: number, names: Map<string, number>): void {
  const first = names.get(name);
  if (first !== undefined)
    throw new StrategyConfigError(
      name,
      [{ path: ["name"], message: `strategies[${first}] is also named ${name}` }],
      "Give one of them another `name`.",
    );
  names.set(name, index);
}

function problemsOf(error: unknown, index: number): PlacedProblem[] {
  if (error instanceof StrategyConfigError)
    return error.issues.map(({ path, message }) => ({
      path: ["strategies", index, ...path],
      text: message.replace(/\.$/, ""),
      hint: error.remedy,
    }));
  const { message, remedy: hint } = toldOf(error);
  return [{ path: ["strategies", index, "use"], text: message.replace(/\.$/, ""), hint }];
}
