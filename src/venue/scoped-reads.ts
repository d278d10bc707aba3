import { isPromise, type MaybePromise } from "../core/maybe.js";
import { sharedReads, type ShareRead } from "../model/shared-reads.js";
import type { ReadScope, VenueReads } from "../model/venue.js";

/**
 * A view of reads in which equal reads are one, until it is closed or `epoch` gives another number.
 * What failed is read again.
 */
export function scopedReads(reads: VenueReads, epoch: () => number): ReadScope {
  const known = new Map<string, MaybePromise<unknown>>();
  let seen = epoch();
  let open = true;
  const once: ShareRead = (key, options, read) => {
    if (seen !== epoch()) known.clear();
    seen = epoch();
    // Only `read` of the same method and arguments ever filled this key: the value has its type.
    if (known.has(key)) return known.get(key) as ReturnType<typeof read>;
    const value = read(options);
    if (!open) return value;
    known.set(key, value);
    if (isPromise(value)) value.catch(() => known.get(key) === value && known.delete(key));
    return value;
  };
  return {
    ...sharedReads(reads, once),
    close() {
      open = false;
      known.clear();
    },
  };
}
