import { andThen, type MaybePromise } from "../core/maybe.js";
import { unpricedTokens, type BookValues, type Ledger } from "../ledger/index.js";
import type { DrawdownStop } from "../risk/index.js";
import { attemptWithin } from "./bounded.js";
import type { World } from "./world.js";

export interface EquitySources {
  readonly competitionId: string;
  readonly ledger: Ledger;
  readonly values: BookValues;
  readonly drawdown: DrawdownStop | null;
}

/** Notes equity as it goes, and asks the drawdown stop what it makes of it. */
export class EquityWatch {
  constructor(
    readonly world: World,
    readonly sources: EquitySources,
  ) {}

  /** Own balances × own prices, USD. */
  total(): number {
    return this.sources.values.total();
  }

  /** Writes a point of the equity curve. Without the price of something held it would be a false one: there is none then. */
  note(): void {
    const { ports, board } = this.world;
    const { ledger, values, competitionId, drawdown } = this.sources;
    const { journal, clock } = ports;
    const point = values.point(clock.now());
    if (point === null) return;
    const peak = drawdown === null ? null : drawdown.state().peak;
    if (journal.equityOf === undefined)
      journal.equity({ at: clock.now(), competitionId, ...ledger.equity(board), peak });
    else journal.equityOf(competitionId, values.names, point, peak);
  }

  /**
   * Gives the drawdown stop its two witnesses: own figures and the service's portfolio. Says why
   * everything is to stop, or null.
   */
  checkDrawdown(): MaybePromise<string | null> {
    const { drawdown } = this.sources;
    if (drawdown === null) return null;
    const { venue } = this.world.ports;
    return andThen(
      attemptWithin(this.world.bound, (options) => venue.portfolio(options)),
      (read) => {
        if (!read.ok) {
          this.world.onReadFailure(read.error);
          return null;
        }
        const { totalValue, snapshotAt } = read.value;
        const at = snapshotAt ?? this.world.ports.clock.now();
        const state = drawdown.sample({
          own: this.total(),
          service: { usd: totalValue, at },
          unpriced: this.#somethingUnpriced(),
        });
        return state.tripped ? state.reason : null;
      },
    );
  }

  #somethingUnpriced(): boolean {
    const { board, feed } = this.world;
    const held = this.sources.ledger.balances();
    return unpricedTokens(held, board).length > 0 || held.some(([token]) => feed.isSilent(token));
  }
}
