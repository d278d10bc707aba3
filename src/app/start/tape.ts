import { join } from "node:path";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import type { Price } from "../../model/price.js";
import type { TokenName } from "../../model/token.js";
import { TapeWriter } from "../../tape/index.js";
import type { World } from "../world/world.js";

/** Where the bot's prices go. */
export interface Recording {
  record(token: TokenName, price: Price): void;
  close(): void;
}

/** The folder of the bot's own tape: one for a service that lasts, one a run for a world that ends with the process. */
export function tapeFolder(data: string, world: World, run: string): string {
  return world.ephemeral ? join(data, "tapes", run) : join(data, "tape");
}

/** Opens the recording. Throws TapeFileError where it cannot be begun; later failures are told once, and trading goes on. */
export function openRecording(folder: string, source: string, log: Log): Recording {
  const writer = new TapeWriter(folder, { source });
  let failed = false;
  const attempt = (work: () => void): void => {
    if (failed) return;
    try {
      work();
    } catch (error) {
      failed = true;
      log.warn(`Prices are no longer recorded: ${messageOf(error)}`);
    }
  };
  return {
    record: (token, price) => attempt(() => writer.record(token, price)),
    close: () => attempt(() => writer.close()),
  };
}
