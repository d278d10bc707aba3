import type { TickRow } from "./open-tick.js";

/** The ticks that the clock lets follow one another. One object for good. */
export class DueRow implements TickRow {
  /** Whether prices are sampled with the ticks that run now. */
  samples = false;
  /** Whether others may follow them at once. */
  goesOn = false;
  readonly #sampled: () => boolean;
  readonly #again: () => boolean;

  /**
   * @param sampled told of each sample; gives whether a trade may have begun with it
   * @param again goes to the next instant; as `TickRow.nextTick`
   */
  constructor(sampled: () => boolean, again: () => boolean) {
    this.#sampled = sampled;
    this.#again = again;
  }

  tickOver(): boolean {
    const mayTrade = this.samples && this.#sampled();
    return this.goesOn && !mayTrade;
  }

  nextTick(): boolean {
    return this.#again();
  }
}
