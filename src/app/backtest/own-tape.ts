import { basename, dirname, resolve } from "node:path";
import type { PriceHistory } from "../../model/history.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Tape } from "../../tape/tape.js";
import type { LoadedConfig } from "../config/load.js";
import { ownTape, tapesOfRuns } from "../data-folder.js";

/** Where a tape comes from, if a bot of this data folder has recorded it. */
interface OwnTape {
  /** The run of an embedded sandbox whose tape it is; null: of a lasting service, by any run. */
  readonly run: string | null;
}

/** Whether a bot of the config's data folder has recorded the tape; null where not. */
export function ownTapeOf({ folder }: Pick<Tape, "folder">, { config, path }: LoadedConfig): OwnTape | null {
  if (folder === null) return null;
  const data = path(config.data);
  if (resolve(folder) === resolve(ownTape(data))) return { run: null };
  return resolve(dirname(folder)) === resolve(tapesOfRuns(data)) ? { run: basename(folder) } : null;
}

/**
 * The prices of the past from which the bot that recorded a tape warmed up, as far as config still says them: what
 * `history` names, and of an embedded sandbox its market's own past. A made-up market has one only where config says when
 * it begins: without, each run is of another time.
 */
export async function pastOf(loaded: LoadedConfig, registry: TokenRegistry): Promise<PriceHistory[]> {
  const { config, path } = loaded;
  const { sandbox } = config.service;
  const { namedHistory } = await import("../start/history.js");
  const named = namedHistory(loaded, registry);
  if (sandbox === undefined || (sandbox.market.synthetic !== undefined && sandbox.market.start === undefined))
    return named;
  const { marketOf } = await import("../sandbox/market.js");
  return [...named, marketOf(sandbox, registry, path, 0).market.history];
}
