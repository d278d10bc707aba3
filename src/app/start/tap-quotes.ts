import { andThen, type MaybePromise } from "../../core/maybe.js";
import { givesSomething, type Quote } from "../../model/trade.js";
import type { Venue, VenueReads } from "../../model/venue.js";

/** The venue, and `onQuote` is told of every quote that is read of it and gives something: once of one that several share. */
export function tapQuotes(venue: Venue, onQuote: (quote: Quote) => void): Venue {
  const seen = new WeakSet<Quote>();
  const told = (quote: MaybePromise<Quote>): MaybePromise<Quote> =>
    andThen(quote, (read) => {
      if (!seen.has(read) && givesSomething(read)) {
        seen.add(read);
        onQuote(read);
      }
      return read;
    });
  const tapped = <Reads extends Pick<VenueReads, "quote">>(reads: Reads): Reads => ({
    ...reads,
    quote: (request, options) => told(reads.quote(request, options)),
  });
  return { ...tapped(venue), scope: () => tapped(venue.scope()) };
}
