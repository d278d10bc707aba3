import { promised } from "../../core/maybe.js";
import { ownGetters } from "../../core/own-getters.js";
import type { VenueReads } from "../../model/venue.js";
import type { ReadIo } from "../../strategy/define.js";
import { checkedRequest } from "./read-hook.js";

/** What a hook may use, hook after hook. */
export class SeatIo implements ReadIo {
  readonly venue: ReadIo["venue"];
  declare readonly signal: AbortSignal;
  readonly secrets: ReadIo["secrets"];
  readonly #signal: () => AbortSignal;

  /**
   * @param venue what is read from now: the scope that hooks share is not theirs to close
   * @param signal made when somebody asks for it
   */
  constructor(venue: () => VenueReads, signal: () => AbortSignal, secrets: ReadIo["secrets"]) {
    this.venue = readsOf(venue);
    this.#signal = signal;
    this.secrets = secrets;
    Object.defineProperties(this, SeatIo.#getters);
  }

  static readonly #getters = ownGetters<SeatIo>({
    signal() {
      return this.#signal();
    },
  });
}

function readsOf(venue: () => VenueReads): ReadIo["venue"] {
  return {
    price: (token, options) => promised(() => venue().price(token, options)),
    tokenInfo: (token, options) => promised(() => venue().tokenInfo(token, options)),
    quote: (request, options) => promised(() => venue().quote(checkedRequest(request), options)),
    balances: (options) => promised(() => venue().balances(options)),
    portfolio: (options) => promised(() => venue().portfolio(options)),
    trades: (options) => promised(() => venue().trades(options)),
    status: (options) => promised(() => venue().status(options)),
    rules: (options) => promised(() => venue().rules(options)),
    leaderboard: (competitionId, options) => promised(() => venue().leaderboard(competitionId, options)),
    upcoming: (options) => promised(() => venue().upcoming(options)),
  };
}
