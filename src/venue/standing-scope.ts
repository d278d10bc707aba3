import { plain } from "../core/decimal.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { Quote } from "../model/trade.js";
import type { VenueReads } from "../model/venue.js";

/**
 * The scope of a world that stands still while one is open, so that reading twice gives the same anyway: the
 * reads themselves, and one object for good. Only quotes, which draw chance, are kept: equal ones are one from
 * when the scope is taken until it is closed or `epoch` gives another number.
 */
export function standingScope(reads: VenueReads, epoch: () => number): () => VenueReads & { close(): void } {
  const quotes = new Map<string, Quote>();
  let seen = epoch();
  let open = false;
  const quote: VenueReads["quote"] = (request, options): MaybePromise<Quote> => {
    if (!open) return reads.quote(request, options);
    if (seen !== epoch()) quotes.clear();
    seen = epoch();
    const key = `${request.from} ${request.to} ${plain(request.amount)}`;
    const known = quotes.get(key);
    if (known !== undefined) return known;
    return andThen(reads.quote(request, options), (fresh) => {
      quotes.set(key, fresh);
      return fresh;
    });
  };
  const turn = (to: boolean): void => {
    open = to;
    if (quotes.size > 0) quotes.clear();
  };
  const scope = { ...reads, quote, close: () => turn(false) };
  return () => {
    turn(true);
    return scope;
  };
}
