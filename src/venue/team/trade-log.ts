import type { Trade } from "../../model/trade.js";

/** The trades of one team, of all competitions. */
export class TradeLog {
  readonly #oldestFirst: Trade[] = [];
  #newestFirst: readonly Trade[] | null = null;

  add(trade: Trade): void {
    this.#oldestFirst.push(trade);
    this.#newestFirst = null;
  }

  /** Newest first; the same array until the next trade. */
  list(): readonly Trade[] {
    this.#newestFirst ??= this.#oldestFirst.toReversed();
    return this.#newestFirst;
  }
}
