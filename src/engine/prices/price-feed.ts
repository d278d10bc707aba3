import type { Clock } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import type { LazyDeadline } from "../../core/time/lazy-deadline.js";
import type { MaybePromise } from "../../core/maybe.js";
import type { PricePlace } from "../../model/bar-builder.js";
import type { LastPrice, PriceBoard } from "../../model/price-board.js";
import type { Price, PriceReading } from "../../model/price.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions, PriceRow, PriceSource, ReadPrice } from "../../model/venue.js";
import type { BarBook } from "./bar-book.js";
import { lateAfter, within, type Bound } from "../asking/bounded.js";

interface PriceFeedPorts {
  readonly bound: Bound;
  readonly board: PriceBoard;
  readonly bars: BarBook;
  readonly log: Log;
  /** Told of every price read, and for which instant. */
  readonly onPrice?: (token: TokenName, price: Price, askedAt: number) => void;
  /** Told of every failed reading: some failures are news of the competition. */
  readonly onFailure: (error: unknown) => void;
}

/** Where the price of a token goes. */
interface Target {
  readonly token: TokenName;
  readonly place: LastPrice;
  readonly bars: readonly PriceTaker[];
}

interface PriceTaker {
  /** Takes in what stands at the place. */
  pointAt(place: PricePlace): void;
}

/** `isPromise` of its own: a check that sees nothing but readings costs a tenth. */
function isPending(reading: MaybePromise<PriceReading>): reading is Promise<PriceReading> {
  return typeof (reading as Partial<Promise<PriceReading>>).then === "function";
}

/** Whether a row has its prices now. */
function answers(row: PriceRow): boolean {
  try {
    return row.read();
  } catch {
    return false;
  }
}

/** Reads prices into the board and the bars. A price that cannot be read leaves the last one, with its age. */
export class PriceFeed {
  readonly #ports: PriceFeedPorts;
  readonly #clock: Clock;
  readonly #board: PriceBoard;
  readonly #onPrice: Required<PriceFeedPorts>["onPrice"] | null;
  readonly #silent = new Set<TokenName>();
  #tokens: readonly TokenName[] = [];
  #targets: readonly Target[] = [];
  /** What reads them all at once, and the source whose way that is; null: it has none. */
  #row: PriceRow | null = null;
  #rowOf: ReadPrice | null = null;
  /** A deadline that nobody needed. */
  #unused: LazyDeadline | null = null;
  #stop: AbortSignal | undefined;
  /** When the prices that are taken now were read, and for which instant; not handed on by themselves, see `Moment`. */
  #readAt = Number.NaN;
  #askedAt = Number.NaN;
  /** A price that comes by itself. */
  readonly #one = new Float64Array(1);

  constructor(ports: PriceFeedPorts) {
    this.#ports = ports;
    this.#clock = ports.bound.clock;
    this.#board = ports.board;
    this.#onPrice = ports.onPrice ?? null;
  }

  /**
   * Reads the tokens in parallel; at once where the source answers at once. It is done when all have
   * answered, or the time for it is over: what a source that does not heed its signal
   * brings later is still taken in.
   *
   * @param tokens the same list, asked for again and again, is worked out once
   * @param askedAt the instant that they are for, epoch milliseconds
   */
  gather(
    source: PriceSource,
    tokens: readonly TokenName[],
    askedAt: number,
    stop?: AbortSignal,
  ): Promise<void> | undefined {
    if (tokens !== this.#tokens) this.#target(tokens);
    return this.#takeAll(source.price, askedAt) ? undefined : this.#readEach(source, askedAt, stop);
  }

  #readEach(source: PriceSource, askedAt: number, stop: AbortSignal | undefined): Promise<void> | undefined {
    const targets = this.#targets;
    const late = this.#late(stop);
    const options = late === null ? { signal: stop } : late.options;
    let waiting: Promise<void>[] | null = null;
    for (let i = 0; i < targets.length; i++) {
      const pending = this.#read(source, targets[i] as Target, askedAt, options, stop);
      if (pending !== null) (waiting ??= []).push(pending);
    }
    if (waiting === null) {
      this.#unused = late;
      if (late?.used === true) this.#release(late);
      return undefined;
    }
    this.#unused = null;
    const all = Promise.all(waiting);
    return (late === null ? all : within(late, all)).then(() => undefined);
  }

  /** Takes all of them at once, where the source has them so. What it refuses to say so is asked for one by one. */
  #takeAll(price: ReadPrice, askedAt: number): boolean {
    if (price !== this.#rowOf) this.#findRow(price);
    const row = this.#row;
    if (row === null || !answers(row)) return false;
    const { usd } = row;
    const targets = this.#targets;
    this.#readAt = this.#clock.now();
    this.#askedAt = askedAt;
    for (let i = 0; i < targets.length; i++) this.#takePrice(targets[i] as Target, usd, i);
    return true;
  }

  #findRow(price: ReadPrice): void {
    this.#rowOf = price;
    this.#row = null;
    if (this.#targets.length !== this.#tokens.length) return;
    try {
      this.#row = price.row?.(this.#tokens) ?? null;
    } catch {
      // Which of them it is about shows when each is asked for.
    }
  }

  /** Asks for one price. Null where it was there at once. */
  #read(
    source: PriceSource,
    target: Target,
    askedAt: number,
    options: CallOptions,
    stop: AbortSignal | undefined,
  ): Promise<void> | null {
    try {
      const reading = source.price(target.token, options);
      if (isPending(reading))
        return reading.then(
          (late) => this.#take(target, late, askedAt),
          (error: unknown) => this.#failed(target, error, stop),
        );
      this.#take(target, reading, askedAt);
    } catch (error) {
      this.#failed(target, error, stop);
    }
    return null;
  }

  /** One that nobody asked for its signal serves again. */
  #late(stop: AbortSignal | undefined): LazyDeadline | null {
    const { bound } = this.#ports;
    if (!Number.isFinite(bound.timeout)) return null;
    if (this.#unused?.used === false && this.#stop === stop) return this.#unused;
    this.#stop = stop;
    return lateAfter({ ...bound, stop });
  }

  #release(late: LazyDeadline): void {
    late.clear();
    this.#unused = null;
  }

  #target(tokens: readonly TokenName[]): void {
    const { board, bars } = this.#ports;
    this.#tokens = tokens;
    this.#targets = Array.from(new Set(tokens), (token) => {
      return { token, place: board.place(token), bars: bars.buildersOf(token) };
    });
    this.#rowOf = null;
  }

  #failed({ token }: Target, error: unknown, stop: AbortSignal | undefined): void {
    // What a stop has cut short says nothing of the token.
    if (stop?.aborted === true) return;
    this.#missing(token, messageOf(error));
    this.#ports.onFailure(error);
  }

  #take(target: Target, { usd, readAt }: PriceReading, askedAt: number): void {
    this.#one[0] = usd ?? Number.NaN;
    this.#readAt = readAt;
    this.#askedAt = askedAt;
    this.#takePrice(target, this.#one, 0);
  }

  /** Takes the price at a place of `row`, NaN where there is none, that was read at `#readAt`. */
  #takePrice({ token, place, bars }: Target, row: Float64Array, index: number): void {
    const usd = row[index] as number;
    if (Number.isNaN(usd)) {
      this.#missing(token, "the service has none");
      return;
    }
    if (this.#silent.size > 0) this.#heard(token, usd);
    this.#board.recordAt(place, usd, this.#readAt);
    for (let i = 0; i < bars.length; i++) (bars[i] as PriceTaker).pointAt(place);
    if (this.#onPrice !== null) this.#onPrice(token, place.price as Price, this.#askedAt);
  }

  #heard(token: TokenName, usd: number): void {
    if (this.#silent.delete(token)) this.#ports.log.info(`${token} has a price again`, { token, usd });
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
