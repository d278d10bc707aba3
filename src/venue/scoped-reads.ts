import { isPromise, type MaybePromise } from "../core/maybe.js";
import { plain } from "../core/decimal.js";
import type { VenueReads } from "../model/venue.js";

/**
 * A view of reads in which equal reads are one, until it is closed or `epoch` gives another number.
 * What failed is read again.
 */
export function scopedReads(reads: VenueReads, epoch: () => number): VenueReads & { close(): void } {
  const known = new Map<string, MaybePromise<unknown>>();
  let seen = epoch();
  let open = true;
  const once = <T>(key: string, read: () => MaybePromise<T>): MaybePromise<T> => {
    if (seen !== epoch()) known.clear();
    seen = epoch();
    // Only `read` of the same method and arguments ever filled this key: the value has its type.
    if (known.has(key)) return known.get(key) as MaybePromise<T>;
    const value = read();
    if (!open) return value;
    known.set(key, value);
    if (isPromise(value)) value.catch(() => known.get(key) === value && known.delete(key));
    return value;
  };
  return {
    price: (token, options) => once(`price ${token}`, () => reads.price(token, options)),
    tokenInfo: (token, options) => once(`token ${token}`, () => reads.tokenInfo(token, options)),
    quote: (request, options) =>
      once(`quote ${request.from} ${request.to} ${plain(request.amount)}`, () => reads.quote(request, options)),
    balances: (options) => once("balances", () => reads.balances(options)),
    portfolio: (options) => once("portfolio", () => reads.portfolio(options)),
    trades: (options) => once("trades", () => reads.trades(options)),
    profile: (options) => once("profile", () => reads.profile(options)),
    status: (options) => once("status", () => reads.status(options)),
    rules: (options) => once("rules", () => reads.rules(options)),
    leaderboard: (id, options) => once(`leaderboard ${id ?? ""}`, () => reads.leaderboard(id, options)),
    upcoming: (options) => once("upcoming", () => reads.upcoming(options)),
    close() {
      open = false;
      known.clear();
    },
  };
}
