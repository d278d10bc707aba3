import type { MaybePromise } from "../../core/maybe.js";
import { sharedReads } from "../../model/shared-reads.js";
import type { TokenName } from "../../model/token.js";
import type { CallOptions, PriceRow, ReadPrice, ReadScope, Venue, VenueReads } from "../../model/venue.js";
import type { RateBudget, RequestCounter } from "./budget.js";

interface ScopeParts {
  /** Not counted. */
  readonly reads: VenueReads;
  /** For quotes: equal ones of a scope draw chance once. */
  readonly venue: Pick<Venue, "scope">;
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
 * Scopes of a world that stands still while one is open: one object for good. Equal reads of a scope are one request, so
 * they count once. Prices, by far the most that is asked for, are told apart by their tokens alone.
 */
export class CountedScopes {
  readonly #seen = new SeenTokens();
  /** Reads other than prices that were made in the scope. */
  readonly #made = new Set<string>();
  readonly #scope: ReadScope;

  constructor({ reads, venue, budget }: ScopeParts) {
    const seen = this.#seen;
    const made = this.#made;
    const priced = budget.counter("price");
    const price: ReadPrice = (token, options) => {
      if (seen.add(token)) priced.add();
      return reads.price(token, options);
    };
    price.row = (tokens) => {
      const row = reads.price.row?.(tokens) ?? null;
      return row === null ? null : new CountedRow(row, tokens, seen, priced);
    };
    const counted = <T>(
      key: string,
      options: CallOptions | undefined,
      read: (options?: CallOptions) => MaybePromise<T>,
      method: keyof VenueReads,
    ): MaybePromise<T> => {
      const one = `${options?.purpose ?? "read"} ${key}`;
      if (!made.has(one)) budget.counter(method).add();
      made.add(one);
      return read(options);
    };
    let inner: ReadScope | null = null;
    const quote: VenueReads["quote"] = (request, options) => {
      inner ??= venue.scope();
      return inner.quote(request, options);
    };
    this.#scope = {
      close() {
        seen.forget();
        if (made.size > 0) made.clear();
        inner?.close();
        inner = null;
      },
      // Not first: see `Session`'s ports.
      ...sharedReads({ ...reads, quote }, counted),
      price,
    };
  }

  open(): ReadScope {
    this.renew();
    return this.#scope;
  }

  /** Everything is to be read anew. */
  renew(): void {
    this.#seen.forget();
    if (this.#made.size > 0) this.#made.clear();
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
