import type { Clock } from "../../core/time/clock.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { BookValues, Ledger } from "../../ledger/index.js";
import type { DrawdownStop } from "../../risk/index.js";
import { attemptWithin } from "../asking/bounded.js";
import { FailingReads } from "../asking/failing-reads.js";
import type { EngineWorld } from "../world.js";

interface EquitySources {
  readonly competitionId: string;
  readonly ledger: Ledger;
  readonly values: BookValues;
  readonly drawdown: DrawdownStop | null;
}

/** Notes equity as it goes, and asks the drawdown stop what it makes of it. */
export class EquityWatch {
  readonly #world: EngineWorld;
  readonly #clock: Clock;
  readonly #journal: EngineWorld["ports"]["journal"];
  readonly #competitionId: string;
  readonly #ledger: Ledger;
  readonly #values: BookValues;
  readonly #drawdown: DrawdownStop | null;
  readonly #failing: FailingReads;

  constructor(world: EngineWorld, { competitionId, ledger, values, drawdown }: EquitySources) {
    this.#world = world;
    this.#clock = world.ports.clock;
    this.#journal = world.ports.journal;
    this.#competitionId = competitionId;
    this.#ledger = ledger;
    this.#values = values;
    this.#drawdown = drawdown;
    this.#failing = new FailingReads(world, {
      name: "portfolio",
      what: "portfolio",
      meaning: "The drawdown stop sees nothing meanwhile.",
    });
  }

  /** Own balances × own prices, USD. */
  total(): number {
    return this.#values.total();
  }

  /** Writes a point of the equity curve. Without the price of something held it would be a false one: there is none then. */
  note(): void {
    const point = this.#values.point(this.#clock.now());
    if (point === null) return;
    const journal = this.#journal;
    const peak = this.#drawdown === null ? null : this.#drawdown.state().peak;
    if (journal.equityOf === undefined) this.#write(point[0] as number, peak);
    else journal.equityOf(this.#competitionId, this.#values.names, point, peak);
  }

  #write(at: number, peak: number | null): void {
    this.#journal.equity({ at, competitionId: this.#competitionId, ...this.#ledger.equity(this.#world.board), peak });
  }

  /**
   * Gives the drawdown stop its two witnesses: own figures and the service's portfolio. Says why
   * everything is to stop, or null.
   */
  checkDrawdown(): MaybePromise<string | null> {
    const drawdown = this.#drawdown;
    if (drawdown === null) return null;
    const { venue } = this.#world.ports;
    return andThen(
      attemptWithin(this.#world.bound, (options) => venue.portfolio(options)),
      (read) => {
        if (!read.ok) {
          this.#world.onReadFailure(read.error);
          this.#failing.failed(read.error);
          return null;
        }
        this.#failing.worked();
        const { totalValue, snapshotAt } = read.value;
        const at = snapshotAt ?? this.#clock.now();
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
    const { board, feed } = this.#world;
    const held = [...this.#ledger.sums.keys()];
    return held.some((token) => board.get(token) === null || feed.isSilent(token));
  }
}
