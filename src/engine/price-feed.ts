import { messageOf } from "../core/errors.js";
import type { Log } from "../core/log.js";
import { all, andThen, type MaybePromise } from "../core/maybe.js";
import type { PriceBoard } from "../model/price-board.js";
import type { Price, PriceReading } from "../model/price.js";
import type { TokenName } from "../model/token.js";
import type { PriceSource } from "../model/venue.js";
import { attempt, type Attempt } from "./attempt.js";
import type { BarBook } from "./bar-book.js";
import { attemptWithin, type Bound } from "./bounded.js";

export interface PriceFeedPorts {
  readonly bound: Bound;
  readonly board: PriceBoard;
  readonly bars: BarBook;
  readonly log: Log;
  /** Told of every price read. */
  readonly onPrice?: (token: TokenName, price: Price) => void;
  /** Told of every failed reading: some failures are news of the competition. */
  readonly onFailure: (error: unknown) => void;
}

/** Reads prices into the board and the bars. A price that cannot be read leaves the last one, with its age. */
export class PriceFeed {
  readonly #ports: PriceFeedPorts;
  readonly #silent = new Set<TokenName>();

  constructor(ports: PriceFeedPorts) {
    this.#ports = ports;
  }

  /**
   * Reads the tokens in parallel; at once where the source answers at once. It is done when all have
   * answered, or the time for it is over: what a source that does not heed its signal
   * brings later is still taken in.
   */
  gather(source: PriceSource, tokens: Iterable<TokenName>, stop?: AbortSignal): MaybePromise<void> {
    const bound = { ...this.#ports.bound, ...(stop && { stop }) };
    const gathered = attemptWithin(bound, (options) =>
      all(
        [...new Set(tokens)].map((token) =>
          andThen(
            attempt(() => source.price(token, options)),
            // What a stop has cut short says nothing of the token.
            (read) => (!read.ok && stop?.aborted === true ? undefined : this.#take(token, read)),
          ),
        ),
      ),
    );
    return andThen(gathered, () => undefined);
  }

  #take(token: TokenName, read: Attempt<PriceReading>): void {
    const { board, bars, onPrice, onFailure } = this.#ports;
    if (!read.ok) {
      this.#missing(token, messageOf(read.error));
      onFailure(read.error);
      return;
    }
    const { usd, readAt } = read.value;
    if (usd === null) {
      this.#missing(token, "the service has none");
      return;
    }
    if (this.#silent.delete(token)) this.#ports.log.info(`${token} has a price again`, { token, usd });
    board.record(read.value);
    bars.point(token, readAt, usd);
    onPrice?.(token, board.get(token) as Price);
  }

  #missing(token: TokenName, why: string): void {
    if (this.#silent.has(token)) return;
    this.#silent.add(token);
    this.#ports.log.warn(`No price of ${token}: ${why}`, { token });
  }

  /** Whether the last reading of a token gave no price. */
  isSilent(token: TokenName): boolean {
    return this.#silent.has(token);
  }
}
