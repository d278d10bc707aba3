import { isPromise, type MaybePromise } from "../core/maybe.js";
import { sharedReads, type ShareRead } from "../model/shared-reads.js";
import type { TokenName } from "../model/token.js";
import type { ReadScope, VenueReads } from "../model/venue.js";

/** What was read in a scope, by a key that equal reads have in common. */
class Known<Key> {
  #values = new Map<Key, MaybePromise<unknown>>();

  /** The known value, or what `read` gives, which is known from then on. What failed is read again. */
  get<T>(key: Key, read: () => MaybePromise<T>): MaybePromise<T> {
    // Only `read` of the same method and arguments ever filled this key: the value has its type.
    if (this.#values.has(key)) return this.#values.get(key) as MaybePromise<T>;
    const value = read();
    this.#values.set(key, value);
    if (isPromise(value)) value.catch(() => this.#values.get(key) === value && this.#values.delete(key));
    return value;
  }

  clear(): void {
    if (this.#values.size > 0) this.#values = new Map();
  }
}

/**
 * A view of reads in which equal reads are one, until it is closed or `epoch` gives another number.
 */
export function scopedReads(
  reads: VenueReads,
  { epoch }: { readonly epoch: () => number },
): ReadScope & { reopen(): ReadScope } {
  const known = new Known<string>();
  /** Apart: nearly every read is one of a price, and its token is key enough. */
  const prices = new Known<TokenName>();
  let seen = epoch();
  let open = true;
  const forget = (): void => {
    known.clear();
    prices.clear();
  };
  const once = <Key, T>(among: Known<Key>, key: Key, read: () => MaybePromise<T>): MaybePromise<T> => {
    if (!open) return read();
    if (seen !== epoch()) forget();
    seen = epoch();
    return among.get(key, read);
  };
  const share: ShareRead = (key, options, read) =>
    once(known, `${options?.purpose ?? "read"} ${key}`, () => read(options));
  const scope: ReadScope & { reopen(): ReadScope } = {
    ...sharedReads(reads, share),
    price: (token, options) => once(prices, token, () => reads.price(token, options)),
    close() {
      open = false;
      forget();
    },
    reopen() {
      open = true;
      forget();
      return scope;
    },
  };
  return scope;
}
