import type { TokenName } from "../../model/token.js";
import type { PriceRow, ReadPrice, ReadScope, Venue, VenueReads } from "../../model/venue.js";
import type { RateBudget, RequestCounter } from "./budget.js";

interface ScopeParts {
  /** Reads that each count as a request. */
  readonly reads: VenueReads;
  /** The same, not counted. */
  readonly venue: Venue;
  readonly budget: RateBudget;
}

const NONE: readonly TokenName[] = [];

/** The tokens whose price was asked for in a scope: equal prices of a scope are one request. */
class SeenTokens {
  /** A whole list that was asked for first. */
  #list = NONE;
  /** The first `#many` of these. */
  readonly #others: TokenName[] = [];
  #many = 0;

  forget(): void {
    this.#list = NONE;
    this.#many = 0;
  }

  /** How many of these are new. */
  addAll(tokens: readonly TokenName[]): number {
    if (this.#list === NONE && this.#many === 0) {
      this.#list = tokens;
      return tokens.length;
    }
    return tokens.filter((token) => this.add(token)).length;
  }

  /** Whether it is new. */
  add(token: TokenName): boolean {
    for (let i = 0; i < this.#many; i++) if (this.#others[i] === token) return false;
    if (this.#list.includes(token)) return false;
    this.#others[this.#many++] = token;
    return true;
  }
}

/**
 * Scopes of a world that stands still while one is open: one object for good. Equal prices of a scope are one request, so
 * they count once; they are by far the most that is asked for.
 */
export class CountedScopes {
  readonly #seen = new SeenTokens();
  readonly #scope: ReadScope;

  constructor({ reads, venue, budget }: ScopeParts) {
    const seen = this.#seen;
    const [priced, quoted] = [budget.counter("price"), budget.counter("quote")];
    const price: ReadPrice = (token, options) => {
      if (seen.add(token)) priced.add();
      return venue.price(token, options);
    };
    price.row = (tokens) => {
      const row = venue.price.row?.(tokens) ?? null;
      return row === null ? null : new CountedRow(row, tokens, seen, priced);
    };
    let inner: ReadScope | null = null;
    this.#scope = {
      close() {
        seen.forget();
        inner?.close();
        inner = null;
      },
      // Not first: see `Session`'s ports.
      ...reads,
      price,
      // Equal ones draw chance once: the venue's own scope sees to that.
      quote(request, options) {
        quoted.add();
        inner ??= venue.scope();
        return inner.quote(request, options);
      },
    };
  }

  open(): ReadScope {
    this.#seen.forget();
    return this.#scope;
  }

  /** Everything is to be read anew. */
  renew(): void {
    this.#seen.forget();
  }
}

/** Prices that count as requests where they are new in their scope. */
class CountedRow implements PriceRow {
  readonly usd: Float64Array;
  readonly #row: PriceRow;
  readonly #tokens: readonly TokenName[];
  readonly #seen: SeenTokens;
  readonly #counter: RequestCounter;

  constructor(row: PriceRow, tokens: readonly TokenName[], seen: SeenTokens, counter: RequestCounter) {
    this.usd = row.usd;
    this.#row = row;
    this.#tokens = tokens;
    this.#seen = seen;
    this.#counter = counter;
  }

  read(): boolean {
    if (!this.#row.read()) return false;
    const added = this.#seen.addAll(this.#tokens);
    if (added > 0) this.#counter.add(added);
    return true;
  }
}
