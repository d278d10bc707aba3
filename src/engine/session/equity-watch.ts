import type { Clock } from "../../core/time/clock.js";
import type { MaybePromise } from "../../core/maybe.js";
import type { BookValues, Ledger } from "../../ledger/index.js";
import type { DrawdownStop } from "../../risk/index.js";
import { DrawdownWatch } from "./drawdown-watch.js";
import { worthOf, type Worth } from "./worth.js";
import type { EngineContext } from "../context.js";

interface EquitySources {
  readonly competitionId: string;
  readonly teamId: string;
  readonly ledger: Ledger;
  readonly values: BookValues;
  readonly drawdown: DrawdownStop | null;
}

/** Notes equity as it goes, and asks the drawdown stop what it makes of it. */
export class EquityWatch {
  readonly #context: EngineContext;
  readonly #clock: Clock;
  readonly #journal: EngineContext["ports"]["journal"];
  readonly #competitionId: string;
  readonly #ledger: Ledger;
  readonly #values: BookValues;
  readonly #drawdown: DrawdownStop | null;
  readonly #watch: DrawdownWatch | null;

  constructor(context: EngineContext, { competitionId, teamId, ledger, values, drawdown }: EquitySources) {
    this.#context = context;
    this.#clock = context.ports.clock;
    this.#journal = context.ports.journal;
    this.#competitionId = competitionId;
    this.#ledger = ledger;
    this.#values = values;
    this.#drawdown = drawdown;
    this.#watch =
      drawdown === null
        ? null
        : new DrawdownWatch(context, {
            competitionId,
            teamId,
            stop: drawdown,
            own: () => this.total(),
            unpriced: () => this.#somethingUnpriced(),
          });
  }

  /** Own balances × own prices, USD. */
  total(): number {
    return this.#values.total();
  }

  /** The same for people: unknown where the price of something that is held was never known. */
  worth(): Worth {
    return worthOf(this.#context, this.#ledger, this.total());
  }

  /** Writes a point of the equity curve. Without the price of something held it would be a false one: there is none then. */
  note(): void {
    const worth = this.#values.equity();
    if (worth === null) return;
    const peak = this.#drawdown === null ? null : this.#drawdown.state().peak;
    const { total, books } = worth;
    this.#journal.equity({ at: this.#clock.now(), competitionId: this.#competitionId, total, books, peak });
  }

  /** Says why everything is to stop by the drawdown stop, or null. */
  checkDrawdown(): MaybePromise<string | null> {
    return this.#watch === null ? null : this.#watch.check();
  }

  #somethingUnpriced(): boolean {
    const { board, feed } = this.#context;
    const held = [...this.#ledger.sums.keys()];
    return held.some((token) => board.get(token) === null || feed.isSilent(token));
  }
}
