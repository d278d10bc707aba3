import { andThen } from "../../core/maybe.js";
import type { RateLimit } from "../../model/rules.js";
import type { Venue, VenueReads } from "../../model/venue.js";
import { scopedReads } from "../../venue/index.js";
import type { CountedRead, RateBudget } from "./budget.js";

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
  const reads = countedReads(
    { ...venue, rules: (options) => andThen(venue.rules(options), (rules) => ({ ...rules, rateLimits: limits })) },
    budget,
  );
  let executes = 0;
  const lasting = scopedReads(reads, { epoch: () => executes });
  return {
    ...reads,
    execute(request, options) {
      executes++;
      budget.add("execute");
      return execute(request, options);
    },
    scope: () => lasting.reopen(),
    limitsLeft: () => budget.left(),
  };
}

function countedReads(reads: VenueReads, budget: RateBudget): VenueReads {
  const counted = <Args extends unknown[], Answer>(
    read: CountedRead,
    ask: (...args: Args) => Answer,
  ): ((...args: Args) => Answer) => {
    return (...args) => {
      budget.add(read);
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
