import type { TokenName } from "../model/token.js";
import type { ReadPrice, Venue, VenueReads } from "../model/venue.js";
import type { RateBudget } from "./budget.js";

type Scope = ReturnType<Venue["scope"]>;

export interface ScopeParts {
  /** Reads that each count as a request. */
  readonly reads: VenueReads;
  /** The same, not counted. */
  readonly venue: Venue;
  readonly budget: RateBudget;
  /** Another number whenever everything is to be read anew. */
  readonly epoch: () => number;
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
    let added = 0;
    for (const token of tokens) if (this.add(token)) added++;
    return added;
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
export function countedScopes({ reads, venue, budget, epoch }: ScopeParts): () => Scope {
  const [priced, quoted] = [budget.counter("price"), budget.counter("quote")];
  const seen = new SeenTokens();
  let seenIn = epoch();
  let inner: Scope | null = null;
  const current = (): SeenTokens => {
    const now = epoch();
    if (seenIn !== now) seen.forget();
    seenIn = now;
    return seen;
  };
  const price: ReadPrice = (token, options) => {
    if (current().add(token)) priced();
    return venue.price(token, options);
  };
  price.row = (tokens) => {
    const row = venue.price.row?.(tokens) ?? null;
    if (row === null) return null;
    return {
      usd: row.usd,
      read() {
        if (!row.read()) return false;
        const added = current().addAll(tokens);
        if (added > 0) priced(added);
        return true;
      },
    };
  };
  const scope: Scope = {
    ...reads,
    price,
    // Equal ones draw chance once: the venue's own scope sees to that.
    quote(request, options) {
      quoted();
      inner ??= venue.scope();
      return inner.quote(request, options);
    },
    close() {
      seen.forget();
      inner?.close();
      inner = null;
    },
  };
  return () => {
    seen.forget();
    return scope;
  };
}
