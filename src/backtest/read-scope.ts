import type { TokenName } from "../model/token.js";
import type { Venue, VenueReads } from "../model/venue.js";

type Scope = ReturnType<Venue["scope"]>;

/**
 * Scopes of a world that stands still while one is open: one object for good. Equal prices of a scope are one request, so
 * that they count once; they are by far the most that is asked for.
 *
 * @param counted reads that each count as a request
 * @param venue the same, not counted
 * @param epoch another number whenever everything is to be read anew
 * @param spend counts a quote
 */
export function countedScopes(counted: VenueReads, venue: Venue, epoch: () => number, spend: () => void): () => Scope {
  const seen: TokenName[] = [];
  let seenIn = epoch();
  let inner: Scope | null = null;
  const scope: Scope = {
    ...counted,
    price(token, options) {
      if (seenIn !== epoch()) seen.length = 0;
      seenIn = epoch();
      if (seen.includes(token)) return venue.price(token, options);
      seen.push(token);
      return counted.price(token, options);
    },
    // Equal ones draw chance once: the venue's own scope sees to that.
    quote(request, options) {
      spend();
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
