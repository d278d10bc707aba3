import { join } from "node:path";
import { ContenderError, messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import type { Price } from "../../model/price.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { Quote } from "../../model/trade.js";
import { TapeRowError, TapeWriter, type RecordedQuote } from "../../tape/index.js";
import { ownTape, tapesOfRuns } from "../data-folder.js";
import type { World } from "../service-connection/connection.js";

/** The recording of the prices and quotes that the bot reads. */
export interface Recording {
  record(token: TokenName, price: Price, askedAt: number): void;
  recordQuote(quote: Quote): void;
  /** Why recording has stopped; null while it works. */
  failure(): string | null;
  close(): void;
}

/** The folder of the bot's own tape: one for a service that lasts, one a run for a world that ends with the process. */
export function tapeFolder(data: string, world: World, run: string): string {
  return world.ephemeral ? join(tapesOfRuns(data), run) : ownTape(data);
}

/** Opens the recording. Throws a TapeError where it cannot be begun; later failures are told once, and trading goes on. */
export function openRecording(folder: string, source: string, tokens: TokenRegistry, log: Log): Recording {
  const writer = new TapeWriter(folder, { source, tokens });
  let failure: string | null = null;
  const attempt = (work: () => void, meanwhile = "; trading continues"): void => {
    if (failure !== null) return;
    try {
      work();
    } catch (error) {
      // A reading that a tape cannot hold (a quote that gives nothing) says nothing of the next one.
      if (error instanceof TapeRowError) {
        log.debug(`A price or quote was not recorded: ${error.message}`);
        return;
      }
      failure = messageOf(error);
      const remedy = error instanceof ContenderError ? ` ${error.remedy}` : "";
      log.warn(`Prices and quotes are no longer recorded${meanwhile}. ${failure}.${remedy}`);
      letGo(writer);
    }
  };
  return {
    record: (token, price, askedAt) => attempt(() => writer.record(token, price, askedAt)),
    recordQuote: (quote) => attempt(() => writer.recordQuote(recordedQuote(quote))),
    failure: () => failure,
    close: () => attempt(() => writer.close(), ""),
  };
}

/** Of a tape that cannot be written: whatever its end says, why has been said, and trading goes on. */
function letGo(writer: TapeWriter): void {
  try {
    writer.close();
  } catch {
    return;
  }
}

/** A quote as a tape keeps it. */
export function recordedQuote({ at, from, to, fromAmount, toAmount, fromPrice, toPrice }: Quote): RecordedQuote {
  return { at, from, to, fromAmount: fromAmount.toNumber(), toAmount: toAmount.toNumber(), fromPrice, toPrice };
}
