import type { Clock } from "../core/clock.js";
import { messageOf } from "../core/errors.js";
import type { Log } from "../core/log.js";
import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { CompetitionRecord, Entry } from "./competition.js";
import type { PriceDesk } from "./price-desk.js";
import { portfolioOf } from "./valuation.js";

/** Takes the snapshots that portfolios and leaderboards are read from. Only the last one of each team is kept. */
export class Snapshots {
  readonly #desk: PriceDesk;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(desk: PriceDesk, clock: Clock, log: Log) {
    this.#desk = desk;
    this.#clock = clock;
    this.#log = log;
  }

  /** Every team of a competition, at fresh prices; where these fail, at the last ones known. Never throws. */
  takeAll(record: CompetitionRecord): MaybePromise<void> {
    const entries = record.entries();
    const held = new Set(entries.flatMap(({ member }) => member.account.held()));
    const take = (): void => {
      for (const entry of entries) this.take(record, entry);
    };
    const failed = (error: unknown): void => {
      this.#log.warn("Prices for a snapshot failed; it is taken at the last ones known", { error: messageOf(error) });
      take();
    };
    try {
      const fresh = this.#desk.refresh(held);
      if (isPromise(fresh)) return fresh.then(take, failed);
      take();
    } catch (error) {
      failed(error);
    }
  }

  /** One team, at the prices last read; nothing where its balances belong to a later competition by now. */
  take(record: CompetitionRecord, entry: Entry): void {
    if (entry.member.competitionId !== record.info.id) return;
    const snapshot = portfolioOf(entry.member.account, this.#desk, this.#clock.now());
    entry.snapshot = snapshot;
    entry.member.snapshot = snapshot;
    record.touch();
  }
}
