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
  const uncounted: VenueReads = {
    ...venue,
    rules: (options) => andThen(venue.rules(options), (rules) => ({ ...rules, rateLimits: limits })),
  };
  const scopes = new CountedScopes({ reads: uncounted, venue, budget });
  return {
    execute(request, options) {
      scopes.renew();
      sent.add();
      return execute(request, options);
    },
    scope: () => scopes.open(),
    limitsLeft: () => budget.left(),
    // Not first: see `Session`'s ports.
    ...countedReads(uncounted, budget),
  };
}

function countedReads(reads: VenueReads, budget: RateBudget): VenueReads {
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
    price: counted("price", reads.price),
    tokenInfo: counted("tokenInfo", reads.tokenInfo),
    quote: counted("quote", reads.quote),
    balances: counted("balances", reads.balances),
    portfolio: counted("portfolio", reads.portfolio),
    trades: counted("trades", reads.trades),
    profile: counted("profile", reads.profile),
    status: counted("status", reads.status),
    rules: counted("rules", reads.rules),
    leaderboard: counted("leaderboard", reads.leaderboard),
    upcoming: counted("upcoming", reads.upcoming),
  };
}
