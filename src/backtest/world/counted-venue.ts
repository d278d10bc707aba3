import { andThen } from "../../core/maybe.js";
import type { RateLimit } from "../../model/rules.js";
import { readScope } from "../../model/read-scope.js";
import { readsBy, type CallOptions, type Venue } from "../../model/venue.js";
import type { RateBudget } from "./budget.js";

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
  const named = {
    ...venue,
    rules: (options?: CallOptions) => andThen(venue.rules(options), (rules) => ({ ...rules, rateLimits: limits })),
  };
  const reads = readsBy((name, read, subject, options) => {
    budget.add(name);
    return read(subject, options);
  }, named);
  let executes = 0;
  const lasting = readScope(reads, () => executes);
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
