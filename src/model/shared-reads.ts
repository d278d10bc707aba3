import { plain } from "../core/number/decimal.js";
import type { MaybePromise } from "../core/maybe.js";
import type { CallOptions, VenueReads } from "./venue.js";

/**
 * Gives one answer to equal reads, however it does that.
 *
 * @param key the same for equal reads, and for these alone
 * @param read asks for it
 * @param method of the venue, by which it asks
 */
export type ShareRead = <T>(
  key: string,
  options: CallOptions | undefined,
  read: (options?: CallOptions) => MaybePromise<T>,
  method: keyof VenueReads,
) => MaybePromise<T>;

/** Which reads of a venue are equal: those of the same method with the same arguments. Each goes by way of `share`. */
export function sharedReads(reads: VenueReads, share: ShareRead): VenueReads {
  const one = <T>(
    what: readonly [method: keyof VenueReads, ...args: (string | null)[]],
    options: CallOptions | undefined,
    read: (options?: CallOptions) => MaybePromise<T>,
  ): MaybePromise<T> => share(JSON.stringify(what), options, read, what[0]);
  return {
    price: (token, options) => one(["price", token], options, (own) => reads.price(token, own)),
    tokenInfo: (token, options) => one(["tokenInfo", token], options, (own) => reads.tokenInfo(token, own)),
    quote: (request, options) =>
      one(["quote", request.from, request.to, plain(request.amount)], options, (own) => reads.quote(request, own)),
    balances: (options) => one(["balances"], options, (own) => reads.balances(own)),
    portfolio: (options) => one(["portfolio"], options, (own) => reads.portfolio(own)),
    trades: (options) => one(["trades"], options, (own) => reads.trades(own)),
    profile: (options) => one(["profile"], options, (own) => reads.profile(own)),
    status: (options) => one(["status"], options, (own) => reads.status(own)),
    rules: (options) => one(["rules"], options, (own) => reads.rules(own)),
    leaderboard: (id, options) => one(["leaderboard", id ?? null], options, (own) => reads.leaderboard(id, own)),
    upcoming: (options) => one(["upcoming"], options, (own) => reads.upcoming(own)),
  };
}
