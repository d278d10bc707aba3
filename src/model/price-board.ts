import type { Price, PriceReading } from "./price.js";
import type { TokenName } from "./token.js";

/** The last known price of each token, with the time it was read and the time it last moved. */
export class PriceBoard {
  readonly #prices = new Map<TokenName, Price>();

  /** Takes in a reading; one without a price leaves the last known price, with its age, as it was. */
  record(reading: PriceReading): void {
    if (reading.usd === null) return;
    const old = this.#prices.get(reading.token);
    const movedAt = old !== undefined && old.usd === reading.usd ? old.movedAt : reading.readAt;
    this.#prices.set(reading.token, { usd: reading.usd, readAt: reading.readAt, movedAt });
  }

  get(token: TokenName): Price | null {
    return this.#prices.get(token) ?? null;
  }

  tokens(): IterableIterator<TokenName> {
    return this.#prices.keys();
  }
}
