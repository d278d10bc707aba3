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

/** What was asked for in a scope: equal reads of a scope are one request. Prices are told apart by their tokens alone. */
class Seen {
  /** A whole list that was asked for first. */
  #list = NONE;
  /** The first `#many` of these. */
  readonly #others: TokenName[] = [];
  #many = 0;
  /** Reads other than prices; nearly always none. */
  readonly #reads = new Set<string>();

  forget(): void {
    // To write a member costs more than to read it.
    if (this.#list !== NONE) this.#list = NONE;
    if (this.#many !== 0) this.#many = 0;
    if (this.#reads.size > 0) this.#reads.clear();
  }

  /** Whether a read other than a price is new. */
  addRead(read: string): boolean {
    if (this.#reads.has(read)) return false;
    this.#reads.add(read);
    return true;
  }

  /** How many of these are new prices. */
  addAll(tokens: readonly TokenName[]): number {
    if (this.#list === NONE && this.#many === 0) {
      this.#list = tokens;
      return tokens.length;
    }
    return tokens.filter((token) => this.add(token)).length;
  }

  /** Whether its price is new. */
  add(token: TokenName): boolean {
    for (let i = 0; i < this.#many; i++) if (this.#others[i] === token) return false;
    if (this.#list.includes(token)) return false;
    this.#others[this.#many++] = token;
    return true;
  }
}

/**
 * Scopes of a world that stands still while one is open: one object for good. Equal reads of a scope are one request, so
 * they count once.
 */
export class CountedScopes {
  readonly #seen = new Seen();
  readonly #scope: ReadScope;

  constructor({ reads, venue, budget }: ScopeParts) {
    const seen = this.#seen;
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
      if (seen.addRead(`${options?.purpose ?? "read"} ${key}`)) budget.counter(method).add();
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
        if (inner === null) return;
        inner.close();
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
  }
}

/** Prices that count as requests where they are new in their scope. */
class CountedRow implements PriceRow {
  readonly usd: Float64Array;
  readonly #row: PriceRow;
  readonly #tokens: readonly TokenName[];
  readonly #seen: Seen;
  readonly #counter: RequestCounter;

  constructor(row: PriceRow, tokens: readonly TokenName[], seen: Seen, counter: RequestCounter) {
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
