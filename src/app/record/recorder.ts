import { sleepUntil, type Clock } from "../../core/time/clock.js";
import { fromDouble } from "../../core/number/decimal.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { AuthError } from "../../gateway/index.js";
import { bookable } from "../../model/bookable.js";
import type { PriceBoard } from "../../model/price-board.js";
import type { Price } from "../../model/price.js";
import type { TokenName } from "../../model/token.js";
import type { VenueReads } from "../../model/venue.js";
import { TapeRowError, type RecordedQuote } from "../../tape/index.js";
import { givesSomething } from "../../model/trade.js";
import { recordedQuote } from "../start/tape.js";
import { Outages, type Outage } from "./outage.js";
import type { RecordPlan } from "./plan.js";

export interface RecorderPorts {
  /** The service's. */
  readonly clock: Clock;
  readonly venue: Pick<VenueReads, "price" | "quote">;
  readonly tape: {
    record(token: TokenName, price: Price, askedAt: number): void;
    recordQuote(quote: RecordedQuote): void;
  };
  /** What is known from earlier on the same tape: by it a price knows when it last moved. */
  readonly board: PriceBoard;
  readonly log: Log;
  /** Ends it. */
  readonly stop: AbortSignal;
}

/** The counts of a recording. */
export interface Recorded {
  readonly prices: number;
  readonly quotes: number;
  /** Rounds that fell out, because the one before was still waiting for its turn by the rate limits. */
  readonly missed: number;
  /** Readings that failed, or gave no price, while others did not. */
  readonly failed: number;
  readonly outages: readonly Outage[];
}

interface Reading {
  readonly name: string;
  /** What is told where it fails. */
  readonly what: string;
  read(): Promise<void>;
}

/** Rounds in a row in which the key is refused; then a person has to look. */
const PATIENT_WITH_KEY = 3;

/**
 * Reads prices and quotes in rounds, at multiples of their periods, and puts them on a tape. What cannot be read is a
 * gap; while nothing can, one reading a round finds out whether the service is back. Ends with its signal. Rejects with
 * a TapeError where the tape cannot be written, and with AuthError where the key stays refused.
 */
export class Recorder {
  readonly #plan: RecordPlan;
  readonly #ports: RecorderPorts;
  readonly #outages: Outages;
  readonly #silent = new Set<string>();
  readonly #counts = { prices: 0, quotes: 0, missed: 0, failed: 0 };
  #refused = 0;

  constructor(plan: RecordPlan, ports: RecorderPorts) {
    this.#plan = plan;
    this.#ports = ports;
    this.#outages = new Outages(ports.clock, ports.log);
  }

  /** So far. */
  get recorded(): Recorded {
    return { ...this.#counts, outages: this.#outages.list };
  }

  async run(): Promise<void> {
    const { every, quotesEvery, pairs } = this.#plan;
    const broken = new AbortController();
    const stop = AbortSignal.any([this.#ports.stop, broken.signal]);
    const rounds = [
      this.#rounds(every, stop, (at) => this.#readPrices(at, stop)),
      ...(pairs.length === 0 ? [] : [this.#rounds(quotesEvery, stop, () => this.#readQuotes(stop))]),
    ];
    try {
      await Promise.all(rounds);
    } finally {
      // One that failed takes the other with it.
      broken.abort(new Error("the recording failed"));
      await Promise.allSettled(rounds);
    }
  }

  /** Calls `round` at every multiple of the period; what it overslept is missed. */
  async #rounds(period: number, stop: AbortSignal, round: (at: number) => Promise<void>): Promise<void> {
    const { clock } = this.#ports;
    const over = (): boolean => stop.aborted;
    let next = Math.ceil(clock.now() / period) * period;
    for (;;) {
      await sleepUntil(clock, next, stop).catch(() => undefined);
      if (over()) return;
      await round(next);
      if (over()) return;
      const following = (Math.floor(clock.now() / period) + 1) * period;
      this.#counts.missed += Math.max(0, (following - next) / period - 1);
      next = following;
    }
  }

  async #readPrices(at: number, stop: AbortSignal): Promise<void> {
    const readings = this.#plan.tokens.map((token): Reading => {
      return { name: token, what: `No price of ${token}`, read: () => this.#price(token, at, stop) };
    });
    const away = this.#outages.now !== null;
    // While the service is away one reading finds out whether it is back.
    if (away && !(await this.#round(readings.slice(0, 1), stop))) return;
    await this.#round(away ? readings.slice(1) : readings, stop);
  }

  async #readQuotes(stop: AbortSignal): Promise<void> {
    if (this.#outages.now !== null) return;
    const { pairs, sizes } = this.#plan;
    const readings = pairs.flatMap(([from, to]) =>
      sizes.map((usd): Reading => {
        const what = `No quote of $${usd} ${from} for ${to}`;
        return { name: `${from}/${to} ${usd}`, what, read: () => this.#quote(from, to, usd, stop) };
      }),
    );
    await this.#round(readings, stop);
  }

  /** Reads in parallel; false where nothing could be read. Rejects where the tape cannot be written. */
  async #round(readings: readonly Reading[], stop: AbortSignal): Promise<boolean> {
    const results = await Promise.allSettled(readings.map(({ read }) => read()));
    for (const result of results)
      if (result.status === "rejected" && result.reason instanceof NotWritten) throw result.reason.cause;
    if (stop.aborted || readings.length === 0) return !stop.aborted;
    const failures = readings.flatMap((reading, i) => {
      const result = results[i];
      if (result?.status === "rejected") return [{ ...reading, error: result.reason as unknown }];
      this.#silent.delete(reading.name);
      return [];
    });
    if (failures.length < readings.length) {
      this.#refused = 0;
      this.#counts.failed += failures.length;
      for (const { name, what, error } of failures) this.#tell(name, `${what}: ${messageOf(error)}`);
      this.#outages.answered();
      return true;
    }
    const error = failures[0]?.error;
    this.#outages.failed(error);
    if (error instanceof AuthError && ++this.#refused >= PATIENT_WITH_KEY) throw error;
    return false;
  }

  async #price(token: TokenName, askedAt: number, signal: AbortSignal): Promise<void> {
    const { venue, board, tape } = this.#ports;
    const reading = await venue.price(token, { signal });
    if (reading.usd !== null) board.record(reading);
    const price = board.get(token);
    if (reading.usd === null || price === null) {
      this.#counts.failed++;
      this.#tell(`${token} has none`, `No price of ${token}: the service has none`);
      return;
    }
    this.#silent.delete(`${token} has none`);
    this.#write(() => tape.record(token, price, askedAt));
    this.#counts.prices++;
  }

  async #quote(from: TokenName, to: TokenName, usd: number, signal: AbortSignal): Promise<void> {
    const { venue, board, tape } = this.#ports;
    const price = board.get(from);
    // Without a price there is no amount.
    if (price === null) return;
    const quote = await venue.quote({ from, to, amount: bookable(fromDouble(usd / price.usd)) }, { signal });
    // No trade is made on it, so it says nothing of what trades cost.
    if (!givesSomething(quote)) {
      this.#counts.failed++;
      this.#tell(
        `${from}/${to} ${usd} returns nothing`,
        `A quote of $${usd} ${from} returns no ${to}: its slippage is ${quote.slippage} %`,
      );
      return;
    }
    this.#write(() => tape.recordQuote(recordedQuote(quote)));
    this.#counts.quotes++;
  }

  #tell(name: string, text: string): void {
    if (this.#silent.has(name)) return;
    this.#silent.add(name);
    this.#ports.log.warn(text);
  }

  /** What a tape cannot hold is a reading that failed; a tape that cannot be written ends everything. */
  #write(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (error instanceof TapeRowError) throw error;
      throw new NotWritten(error);
    }
  }
}

/** The tape cannot be written: `cause` says why. */
class NotWritten extends Error {
  constructor(cause: unknown) {
    super("the tape cannot be written", { cause });
  }
}
