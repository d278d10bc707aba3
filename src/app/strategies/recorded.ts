import { existsSync } from "node:fs";
import { z } from "zod";
import type { RunStrategyRow } from "../../journal/index.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { bindStrategy, type BoundStrategy } from "../../strategy/bind/bind.js";
import { StrategyConfigError } from "../../strategy/errors.js";
import type { LoadedStrategy } from "../../strategy/load/load.js";
import { loadFile } from "./load.js";

/**
 * A strategy of a run as its file is today, with the params of the run; null where the file is not there any more. Throws
 * StrategyFileError, and StrategyConfigError where the params do not fit it any more.
 */
export function recordedStrategy(
  { file, name, version, params, allocation }: Omit<RunStrategyRow, "schedule" | "bars">,
  registry: TokenRegistry,
): BoundStrategy | null {
  if (!existsSync(file)) return null;
  const loaded = loadFile(file);
  const bind = (one: LoadedStrategy): BoundStrategy =>
    bindStrategy(one, { name, params, allocation }, { registry, crossChain: true, fundedChains: null });
  const read = unlessUnfit(() => bind(loaded));
  if (read?.version === version) return read;
  // The journal has params as `decide` saw them. A schema that makes something else of what it reads (a transform) would
  // do so once more: they are taken as they are.
  const definition = { ...loaded.definition, params: z.unknown() };
  const asSeen = unlessUnfit(() => bind({ ...loaded, definition }));
  if (asSeen?.version === version) return asSeen;
  return read ?? bind(loaded);
}

function unlessUnfit(bind: () => BoundStrategy): BoundStrategy | null {
  try {
    return bind();
  } catch (error) {
    if (error instanceof StrategyConfigError) return null;
    throw error;
  }
}
