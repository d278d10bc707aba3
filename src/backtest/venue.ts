import { andThen } from "../core/maybe.js";
import type { RateLimit } from "../model/rules.js";
import type { Venue, VenueReads } from "../model/venue.js";
import type { CountedRead, RateBudget } from "./budget.js";
import { countedScopes } from "./read-scope.js";

export interface CountedVenueParts {
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
  let executes = 0;
  const epoch = (): number => executes;
  const reads = countedReads(venue, budget, limits);
  return {
    ...reads,
    execute(request, options) {
      executes++;
      budget.spend("execute");
      return execute(request, options);
    },
    scope: countedScopes(reads, venue, epoch, () => budget.spend("quote")),
    limitsLeft: () => budget.left(),
  };
}

function countedReads(venue: Venue, budget: RateBudget, rateLimits: readonly RateLimit[]): VenueReads {
  const ask = (read: CountedRead): Venue => {
    budget.spend(read);
    return venue;
  };
  return {
    price: (token, options) => ask("price").price(token, options),
    tokenInfo: (token, options) => ask("tokenInfo").tokenInfo(token, options),
    quote: (request, options) => ask("quote").quote(request, options),
    balances: (options) => ask("balances").balances(options),
    portfolio: (options) => ask("portfolio").portfolio(options),
    trades: (options) => ask("trades").trades(options),
    profile: (options) => ask("profile").profile(options),
    status: (options) => ask("status").status(options),
    rules: (options) => andThen(ask("rules").rules(options), (rules) => ({ ...rules, rateLimits })),
    leaderboard: (id, options) => ask("leaderboard").leaderboard(id, options),
    upcoming: (options) => ask("upcoming").upcoming(options),
  };
}
