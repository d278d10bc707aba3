import type { TokenName } from "../model/token.js";
import type { Venue, VenueReads } from "../model/venue.js";
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

/**
 * Scopes of a world that stands still while one is open: one object for good. Equal prices of a scope are one request, so
 * they count once; they are by far the most that is asked for.
 */
export function countedScopes({ reads, venue, budget, epoch }: ScopeParts): () => Scope {
  const [priced, quoted] = [budget.counter("price"), budget.counter("quote")];
  const seen: TokenName[] = [];
  let seenIn = epoch();
  let inner: Scope | null = null;
  const scope: Scope = {
    ...reads,
    price(token, options) {
      const now = epoch();
      if (seenIn !== now) seen.length = 0;
      seenIn = now;
      if (!seen.includes(token)) {
        seen.push(token);
        priced();
      }
      return venue.price(token, options);
    },
    // Equal ones draw chance once: the venue's own scope sees to that.
    quote(request, options) {
      quoted();
      inner ??= venue.scope();
      return inner.quote(request, options);
    },
    close() {
      seen.length = 0;
      inner?.close();
      inner = null;
    },
  };
  return () => {
    seen.length = 0;
    return scope;
  };
}
