import type { Price, PriceReading } from "./price.js";
import type { TokenName } from "./token.js";
import { UsualPrice, type PriceProof } from "./usual-price.js";

/** The place of one token's last known price: one object a token, which lasts. */
export class LastPrice {
  /** USD for one token; NaN where none was ever known. */
  usd = Number.NaN;
  /** Epoch milliseconds. */
  readAt = Number.NaN;
  movedAt = Number.NaN;
  #price: Price | null = null;
  readonly #usual: UsualPrice | null;

  /** @param proof when a price that has jumped counts as usual; null: at once */
  constructor(
    readonly token: TokenName,
    proof: PriceProof | null = null,
  ) {
    this.#usual = proof === null ? null : new UsualPrice(proof);
  }

  /** Takes in a reading. */
  record(usd: number, readAt: number): void {
    if (usd !== this.usd) {
      this.#usual?.moved(usd, readAt, this.readAt);
      this.usd = usd;
      this.movedAt = readAt;
    }
    this.readAt = readAt;
    this.#price = null;
  }

  /** What it usually costs, USD, a jump that is not proven left out; NaN where no price was ever known. */
  get usual(): number {
    return this.#usual === null ? this.usd : this.#usual.at(this.readAt);
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

  readonly #proof: PriceProof | null;

  /** @param proof when a price that has jumped counts as usual; null: at once */
  constructor(proof: PriceProof | null = null) {
    this.#proof = proof;
  }

  /** The place of a token's price. */
  place(token: TokenName): LastPrice {
    let place = this.#places.get(token);
    if (place === undefined) this.#places.set(token, (place = new LastPrice(token, this.#proof)));
    return place;
  }

  /** Takes in a reading; one without a price leaves the last known price, with its age, as it was. */
  record(reading: PriceReading): void {
    if (reading.usd !== null) this.recordAt(this.place(reading.token), reading.usd, reading.readAt);
  }

  /** Takes in a price of before this process, unless a token has one. */
  restore(token: TokenName, { usd, readAt, movedAt }: Price): void {
    if (this.#known.has(token)) return;
    const place = this.place(token);
    this.recordAt(place, usd, movedAt);
    this.recordAt(place, usd, readAt);
  }

  /** Takes in a price at its place. */
  recordAt(place: LastPrice, usd: number, readAt: number): void {
    if (Number.isNaN(place.usd)) this.#known.set(place.token, place);
    place.record(usd, readAt);
  }

  get(token: TokenName): Price | null {
    return this.#known.get(token)?.price ?? null;
  }

  /** What a token cost last, USD; null where no price was ever known. */
  usd(token: TokenName): number | null {
    return this.#known.get(token)?.usd ?? null;
  }

  /** What a token usually costs, USD; null where no price was ever known. */
  usual(token: TokenName): number | null {
    return this.#known.get(token)?.usual ?? null;
  }

  /** Those that have a price. */
  tokens(): IterableIterator<TokenName> {
    return this.#known.keys();
  }
}
