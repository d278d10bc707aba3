import { DAY } from "../../core/time/duration.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { clockChangeRuns } from "../../strategy/bind/clock-change-runs.js";
import { neverDue, type NeverDue } from "../../strategy/bind/never-due.js";
import type { Span } from "../span.js";

/** Where a competition's end is not known, clocks are looked at for so long. */
const LOOK = 31 * DAY;

/** What schedules will not do in a competition: run at all, or run once where a zone changes its clocks. */
export function schedulesIn(strategies: readonly BoundStrategy[], { from, to }: Span): NeverDue[] {
  const changes = strategies.flatMap(({ name, schedule }) =>
    clockChangeRuns(schedule, from, to ?? from + LOOK).map((text) => ({
      text: `${name}: its schedule ${text}`,
      remedy: "A pattern of one time of day runs once in any case, and UTC has no summer time.",
    })),
  );
  return [...undueIn(strategies, { from, to }), ...changes];
}

/** Strategies that would not run once in a competition, each with why and what to do. */
function undueIn(strategies: readonly BoundStrategy[], { from, to }: Span): NeverDue[] {
  return strategies.flatMap((strategy) => {
    const never = to === null ? null : neverDue(strategy, from, to);
    return never === null ? [] : [{ ...never, text: `${strategy.name} will not run: ${never.text}` }];
  });
}
