import type { Price, PriceReading } from "./price.js";
import type { TokenName } from "./token.js";

/** The place of one token's last known price. One object a token, for good: who asks often keeps it. */
export class LastPrice {
  /** USD for one token; NaN where none was ever known. */
  usd = Number.NaN;
  /** Epoch milliseconds. */
  readAt = Number.NaN;
  movedAt = Number.NaN;
  #price: Price | null = null;

  constructor(readonly token: TokenName) {}

  /** Takes in a reading. */
  record(usd: number, readAt: number): void {
    if (usd !== this.usd) {
      this.usd = usd;
      this.movedAt = readAt;
    }
    this.readAt = readAt;
    this.#price = null;
  }

  /** As an object that stays as it is; null where no price was ever known. */
  get price(): Price | null {
    if (this.#price === null && !Number.isNaN(this.usd))
      this.#price = { usd: this.usd, readAt: this.readAt, movedAt: this.movedAt };
    return this.#price;
  }
}

/** The last known price of each token, with the time it was read and the time it last moved. */
export class PriceBoard {
  readonly #places = new Map<TokenName, LastPrice>();
  /** Those that have a price, in the order in which they got their first one. */
  readonly #known = new Map<TokenName, LastPrice>();

  /** The place of a token's price. */
  place(token: TokenName): LastPrice {
    let place = this.#places.get(token);
    if (place === undefined) this.#places.set(token, (place = new LastPrice(token)));
    return place;
  }

  /** Takes in a reading; one without a price leaves the last known price, with its age, as it was. */
  record(reading: PriceReading): void {
    if (reading.usd !== null) this.recordAt(this.place(reading.token), reading.usd, reading.readAt);
  }

  /** Takes in a price at its place. */
  recordAt(place: LastPrice, usd: number, readAt: number): void {
    if (Number.isNaN(place.usd)) this.#known.set(place.token, place);
    place.record(usd, readAt);
  }

  get(token: TokenName): Price | null {
    return this.#known.get(token)?.price ?? null;
  }

  /** Those that have a price. */
  tokens(): IterableIterator<TokenName> {
    return this.#known.keys();
  }
}
