/** When a price that is far from what was usual is believed. */
export interface PriceProof {
  /** How far it may fall, percent, above 0; up, the same ratio. 100: as far as it likes. */
  readonly percent: number;
  /** Milliseconds over which readings must agree on it beyond that. */
  readonly standsFor: number;
}

/**
 * What a token usually costs: its last price, but for one that has jumped further than a proof allows. That one counts
 * once readings near it have followed each other for long enough: a service's slip passes, a crash stays.
 */
export class UsualPrice {
  readonly #least: number;
  readonly #standsFor: number;
  #usd = Number.NaN;
  /** The last price of those that have jumped, and when the first of them was read. */
  #jumped = Number.NaN;
  #since = Number.NaN;

  constructor({ percent, standsFor }: PriceProof) {
    this.#least = 1 - percent / 100;
    this.#standsFor = standsFor;
  }

  /**
   * The price is another one.
   * @param lastRead when the one before was last read
   */
  moved(usd: number, at: number, lastRead: number): void {
    const before = this.at(lastRead);
    if (Number.isNaN(before) || this.#near(usd, before)) {
      this.#usd = usd;
      this.#jumped = Number.NaN;
      return;
    }
    if (!this.#near(usd, this.#jumped)) this.#since = at;
    this.#jumped = usd;
  }

  /** USD; NaN where none was ever known. @param lastRead when the last price was last read */
  at(lastRead: number): number {
    if (!Number.isNaN(this.#jumped) && lastRead - this.#since >= this.#standsFor) {
      this.#usd = this.#jumped;
      this.#jumped = Number.NaN;
    }
    return this.#usd;
  }

  #near(usd: number, other: number): boolean {
    return usd >= other * this.#least && usd * this.#least <= other;
  }
}
