import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { isPromise, type MaybePromise } from "../../core/maybe.js";
import type { PriceBoard } from "../../model/price-board.js";
import type { Price, PriceReading } from "../../model/price.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions, PriceSource } from "../../model/venue.js";
import type { BarBook } from "./bar-book.js";
import { lateAfter, within, type Bound } from "../timeouts/bounded.js";

interface PriceFeedPorts {
  readonly bound: Bound;
  readonly board: PriceBoard;
  readonly bars: BarBook;
  readonly log: Log;
  /** Receives every price that was read, and the instant that it was read for. */
  readonly onPrice?: (token: TokenName, price: Price, askedAt: number) => void;
  /** Receives every failed reading: some failures are news of the competition. */
  readonly onFailure: (error: unknown) => void;
}

/** Reads prices into the board and the bars. A price that cannot be read leaves the last one, with its age. */
export class PriceFeed {
  readonly #ports: PriceFeedPorts;
  /** Tokens whose last reading gave no price. */
  readonly #silent = new Set<TokenName>();

  constructor(ports: PriceFeedPorts) {
    this.#ports = ports;
  }

  /**
   * Reads the tokens in parallel; at once where the source answers at once. It is done when all have
   * answered, or the time for it is over: what a source that ignores its signal
   * brings later is still taken in.
   *
   * @param tokens each once
   * @param askedAt the instant that they are for, epoch milliseconds
   */
  gather(source: PriceSource, tokens: Iterable<TokenName>, askedAt: number, stop?: AbortSignal): MaybePromise<void> {
    const { bound } = this.#ports;
    const late = Number.isFinite(bound.timeout) ? lateAfter({ ...bound, stop }) : null;
    const options: CallOptions = late === null ? { signal: stop } : late.options;
    const waiting: Promise<void>[] = [];
    for (const token of tokens) {
      const pending = this.#read(source, token, askedAt, options, stop);
      if (pending !== null) waiting.push(pending);
    }
    if (waiting.length === 0) {
      late?.clear();
      return;
    }
    const all = Promise.all(waiting);
    return (late === null ? all : within(late, all)).then(() => undefined);
  }

  /** Whether the last reading of a token gave no price. */
  isSilent(token: TokenName): boolean {
    return this.#silent.has(token);
  }

  /** Reads one price. Null where it was there at once. */
  #read(
    source: PriceSource,
    token: TokenName,
    askedAt: number,
    options: CallOptions,
    stop: AbortSignal | undefined,
  ): Promise<void> | null {
    try {
      const reading = source.price(token, options);
      if (isPromise(reading))
        return reading.then(
          (late) => this.#take(token, late, askedAt),
          (error: unknown) => this.#failed(token, error, stop),
        );
      this.#take(token, reading, askedAt);
    } catch (error) {
      this.#failed(token, error, stop);
    }
    return null;
  }

  #failed(token: TokenName, error: unknown, stop: AbortSignal | undefined): void {
    // A reading that the stop has cut short says nothing of the token.
    if (stop?.aborted === true) return;
    this.#missing(token, messageOf(error));
    this.#ports.onFailure(error);
  }

  #take(token: TokenName, { usd, readAt }: PriceReading, askedAt: number): void {
    if (usd === null) {
      this.#missing(token, "the service has none");
      return;
    }
    const { board, bars, log, onPrice } = this.#ports;
    if (this.#silent.delete(token)) log.info(`${token} has a price again`, { token, usd });
    board.record({ token, usd, readAt });
    bars.point(token, readAt, usd);
    const price = onPrice === undefined ? null : board.get(token);
    if (price !== null) onPrice?.(token, price, askedAt);
  }

  #missing(token: TokenName, why: string): void {
    if (this.#silent.has(token)) return;
    this.#silent.add(token);
    this.#ports.log.warn(`No price of ${token}: ${why}`, { token });
  }
}
