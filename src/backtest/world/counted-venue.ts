import { andThen } from "../../core/maybe.js";
import type { RateLimit } from "../../model/rules.js";
import type { Venue, VenueReads } from "../../model/venue.js";
import type { CountedRead, RateBudget } from "./budget.js";
import { CountedScopes } from "./counted-scopes.js";

interface CountedVenueParts {
  /** The simulated one. */
  readonly venue: Venue;
  readonly budget: RateBudget;
  /** What the rules name. */
  readonly limits: readonly RateLimit[];
  readonly execute: Venue["execute"];
}

/**
 * The simulated venue as the service would be: what is asked of it is counted against the rate limits, which its rules
 * name, and executes take their time.
 */
export function countedVenue({ venue, budget, limits, execute }: CountedVenueParts): Venue {
  const sent = budget.counter("execute");
  const reads = countedReads(venue, budget, limits);
  const scopes = new CountedScopes({ reads, venue, budget });
  return {
    execute(request, options) {
      scopes.renew();
      sent.add();
      return execute(request, options);
    },
    scope: () => scopes.open(),
    limitsLeft: () => budget.left(),
    // Not first: see `Session`'s ports.
    ...reads,
  };
}

function countedReads(venue: Venue, budget: RateBudget, rateLimits: readonly RateLimit[]): VenueReads {
  const counted = <Args extends unknown[], Answer>(
    read: CountedRead,
    ask: (...args: Args) => Answer,
  ): ((...args: Args) => Answer) => {
    const count = budget.counter(read);
    return (...args) => {
      count.add();
      return ask(...args);
    };
  };
  return {
    price: counted("price", venue.price),
    tokenInfo: counted("tokenInfo", venue.tokenInfo),
    quote: counted("quote", venue.quote),
    balances: counted("balances", venue.balances),
    portfolio: counted("portfolio", venue.portfolio),
    trades: counted("trades", venue.trades),
    profile: counted("profile", venue.profile),
    status: counted("status", venue.status),
    rules: counted("rules", (options) => andThen(venue.rules(options), (rules) => ({ ...rules, rateLimits }))),
    leaderboard: counted("leaderboard", venue.leaderboard),
    upcoming: counted("upcoming", venue.upcoming),
  };
}
