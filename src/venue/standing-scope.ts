import { andThen } from "../core/maybe.js";
import { sharedReads, type ShareRead } from "../model/shared-reads.js";
import type { ReadScope, VenueReads } from "../model/venue.js";

/**
 * The scope of a world that stands still while one is open, so that reading twice gives the same anyway: the
 * reads themselves, and one object for good. Only quotes, which draw chance, are kept: equal ones are one from
 * when the scope is taken until it is closed or `epoch` gives another number.
 */
export function standingScope(reads: VenueReads, epoch: () => number): () => ReadScope {
  const quotes = new Map<string, unknown>();
  let seen = epoch();
  let open = false;
  const once: ShareRead = (key, options, read) => {
    if (!open) return read(options);
    if (seen !== epoch()) quotes.clear();
    seen = epoch();
    // Only a quote that is asked for in the same words ever filled this key: the value has its type.
    if (quotes.has(key)) return quotes.get(key) as ReturnType<typeof read>;
    return andThen(read(options), (fresh) => {
      quotes.set(key, fresh);
      return fresh;
    });
  };
  const turn = (to: boolean): void => {
    open = to;
    if (quotes.size > 0) quotes.clear();
  };
  const { quote } = sharedReads(reads, once);
  // Not begun with the spread: see `Session`'s ports.
  const scope = { close: (): void => turn(false), ...reads, quote };
  return () => {
    turn(true);
    return scope;
  };
}
