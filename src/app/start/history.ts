import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import type { PriceHistory } from "../../model/history.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { csvMarket, openTape } from "../../tape/index.js";
import type { LoadedConfig } from "../config/load.js";
import type { World } from "../service-connection/connection.js";

/**
 * Prices of the past, the most trusted first: what config names, what the world brings along, and what the bot itself
 * recorded earlier. Throws a TapeError where config names something that cannot be read.
 */
export function historyOf(
  loaded: LoadedConfig,
  registry: TokenRegistry,
  world: World,
  ownTape: string,
  log: Log,
): PriceHistory[] {
  return [...namedHistory(loaded, registry), ...world.history, ...recorded(ownTape, log)];
}

/** What config names. Throws a TapeError where that cannot be read. */
export function namedHistory({ config, path }: LoadedConfig, registry: TokenRegistry): PriceHistory[] {
  const { bars, tapes } = config.history;
  const files = Object.entries(bars).map(([name, file]) => ({ token: registry.resolve(name).name, file: path(file) }));
  return [...(files.length === 0 ? [] : [csvMarket(files).history]), ...tapes.map((tape) => openTape(path(tape)))];
}

/** A tape of our own that cannot be read is a pity, and no reason not to start. */
function recorded(folder: string, log: Log): PriceHistory[] {
  try {
    return [openTape(folder)];
  } catch (error) {
    log.debug(`The bot's own tape cannot be used for warm-up: ${messageOf(error)}`);
    return [];
  }
}
