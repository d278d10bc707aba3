import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { neverScheduled, type NeverScheduledFinding } from "../../strategy/bind/never-scheduled.js";
import type { Span } from "../span.js";

/** Strategies that would not run once in a competition, each with why and what to do. */
export function undueIn(strategies: readonly BoundStrategy[], { from, to }: Span): NeverScheduledFinding[] {
  return strategies.flatMap((strategy) => {
    const never = to === null ? null : neverScheduled(strategy, from, to);
    return never === null ? [] : [{ ...never, text: `${strategy.name} will not run: ${never.text}` }];
  });
}
