import { realpathSync } from "node:fs";
import type { RunStrategyRow } from "../../journal/index.js";
import type { LoadedConfig } from "../config/load.js";
import { findStrategy, shippedFolder, strategyFiles } from "./find.js";

/**
 * Strategies of a run whose file exists, is not named by today's config and does not come with Contender. A journal may be
 * somebody else's: such a file must not be evaluated only because the journal names it.
 */
export function untrustedStrategies(strategies: readonly RunStrategyRow[], loaded: LoadedConfig): RunStrategyRow[] {
  const named = loaded.config.strategies.flatMap(({ use }) => {
    const found = findStrategy(use, loaded.path);
    return "file" in found ? [found.file] : [];
  });
  const shipped = strategyFiles(shippedFolder()).map(({ file }) => file);
  const trusted = new Set([...named, ...shipped].map(realPath));
  return strategies.filter(({ file }) => {
    const real = realPath(file);
    return real !== null && !trusted.has(real);
  });
}

/** The file behind all links; null if there is none. */
function realPath(file: string): string | null {
  try {
    return realpathSync.native(file);
  } catch {
    return null;
  }
}
