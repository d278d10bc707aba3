import type { Clock } from "../../core/time/clock.js";
import { messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { attempt } from "../../core/attempt.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { TokenName } from "../../model/token.js";
import type { CompetitionRecord, Entry } from "./competition.js";
import type { PriceDesk } from "../price/price-desk.js";
import { portfolioOf } from "./valuation.js";

/**
 * The snapshots that portfolios and leaderboards are read from. Only the first and the last one of each team are kept.
 * Where prices must be asked for when they hold, Lifecycle has them taken on time. Where the past is known,
 * nobody takes any: `catchUp` computes the last one when somebody asks for it. The balances of then are those
 * of now, for each trade is followed by a snapshot of its own, and each competition's end too.
 */
export class Snapshots {
  readonly #desk: PriceDesk;
  readonly #clock: Clock;
  readonly #log: Log;
  #closed = false;

  constructor(desk: PriceDesk, clock: Clock, log: Log) {
    this.#desk = desk;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether those that fall due by the clock are computed when they are asked for. */
  get lazy(): boolean {
    return this.#desk.knowsPast;
  }

  /** Every team of a competition, at fresh prices; where these fail, at the last ones known. Never throws. */
  takeAll(record: CompetitionRecord): MaybePromise<void> {
    const entries = record.entries;
    const held = new Set(entries.flatMap(({ member }) => member.account.held()));
    return andThen(
      attempt(() => this.#desk.refresh(held)),
      (fresh) => {
        if (!fresh.ok) this.#warn(fresh.error);
        for (const entry of entries) this.#keep(record, entry, (token) => this.#desk.last(token), this.#clock.now());
      },
    );
  }

  /** One team, after its trade; nothing where its balances belong to a later competition by now. */
  take(record: CompetitionRecord, entry: Entry): void {
    const now = this.#clock.now();
    if (this.lazy) entry.tradedAt = now;
    else this.#keep(record, entry, (token) => this.#desk.last(token), now);
  }

  /** Brings every team of a competition up to its last snapshot. */
  catchUpAll(record: CompetitionRecord): void {
    if (this.lazy) for (const entry of record.entries) this.catchUp(record, entry);
  }

  /** Brings one team up to the last snapshot that was due by now: its balances are those of then, as nothing has changed them since. */
  catchUp(record: CompetitionRecord, entry: Entry): void {
    const due = this.#due(record, entry);
    if (due === null) return;
    try {
      this.#keep(record, entry, (token) => this.#desk.priceAt(token, due), due);
    } catch (error) {
      this.#warn(error);
      this.#keep(record, entry, (token) => this.#desk.last(token), due);
    }
  }

  /** From now on only trades and ends take any. */
  close(): void {
    this.#closed = true;
  }

  /** When the last snapshot that a team has not got yet was due; null where it has them all. */
  #due(record: CompetitionRecord, { snapshot, tradedAt }: Entry): number | null {
    if (!this.lazy) return null;
    const due = this.#lastDue(record);
    if (tradedAt !== null) return Math.max(tradedAt, due ?? tradedAt);
    return due === null || (snapshot?.snapshotAt ?? -Infinity) >= due ? null : due;
  }

  /** The multiple of the interval after the start that was passed last; null where nothing falls due. */
  #lastDue({ info: { state, startAt, settings } }: CompetitionRecord): number | null {
    if (this.#closed || state !== "active" || startAt === null) return null;
    const now = this.#clock.now();
    const periods = Math.floor((now - startAt) / settings.snapshotIntervalMs);
    const due = startAt + periods * settings.snapshotIntervalMs;
    return periods < 1 ? null : Math.min(due, now);
  }

  #keep(record: CompetitionRecord, entry: Entry, priceOf: (token: TokenName) => number | null, at: number): void {
    const { member } = entry;
    if (member.competitionId !== record.info.id) return;
    const snapshot = portfolioOf(member.account, priceOf, at);
    if (entry.snapshot === null) member.oldestSnapshot = snapshot;
    entry.snapshot = snapshot;
    entry.tradedAt = null;
    member.snapshot = snapshot;
    record.touch();
  }

  #warn(error: unknown): void {
    this.#log.warn("Prices for a snapshot failed; it is taken at the last ones known", { error: messageOf(error) });
  }
}
