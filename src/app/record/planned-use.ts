import { formatDuration, HOUR, MINUTE } from "../../core/time/duration.js";
import { plannedUse, type EffectiveLimits, type PlannedUse } from "../../gateway/index.js";
import { UsageError } from "../errors.js";
import { useText } from "../tell-use.js";
import type { RecordPlan } from "./plan.js";

/** How often the rules are read again: limits may change. */
export const RULES_EVERY = HOUR;

/**
 * What the recording asks of the service, against its limits, the tightest first. Throws UsageError where it cannot fit.
 */
export function checkedUse(plan: RecordPlan, limits: EffectiveLimits): PlannedUse[] {
  const uses = usesOf(plan, limits);
  const [tightest] = uses;
  if (tightest === undefined || tightest.share <= 1) return uses;
  throw new UsageError(`This recording does not fit into the rate limits: ${useText(tightest)}`, {
    remedy: `${fitting(plan, limits)} would fit. Or record fewer tokens, pairs or sizes.`,
  });
}

type Periods = Pick<RecordPlan, "every" | "quotesEvery">;

function usesOf({ tokens, every, pairs, sizes, quotesEvery }: RecordPlan, limits: EffectiveLimits): PlannedUse[] {
  const planned = {
    getPrice: (tokens.length * MINUTE) / every,
    getQuote: (pairs.length * sizes.length * MINUTE) / quotesEvery,
    getRules: MINUTE / RULES_EVERY,
  };
  return plannedUse(planned, limits);
}

/** Periods, in whole seconds, with which it would fit: each by its own limits first, then both by those of all requests. */
function fitting(plan: RecordPlan, limits: EffectiveLimits): string {
  const own = slower(plan, usesOf(plan, limits), ({ scope }) => scope !== "all");
  const both = slower(own, usesOf({ ...plan, ...own }, limits), ({ scope }) => scope === "all");
  const parts = [
    ...(both.every > plan.every ? [`--every ${formatDuration(both.every)}`] : []),
    ...(both.quotesEvery > plan.quotesEvery ? [`--quotes-every ${formatDuration(both.quotesEvery)}`] : []),
  ];
  return parts.join(" ");
}

/** Periods that are as much longer as the limits ask for that `counts` names. */
function slower(periods: Periods, uses: readonly PlannedUse[], counts: (use: PlannedUse) => boolean): Periods {
  const worst = (scope: string, operation: string): number =>
    Math.max(1, ...uses.filter((use) => counts(use) && concerns(use, scope, operation)).map(({ share }) => share));
  const stretched = (period: number, share: number): number =>
    share === 1 ? period : Math.ceil((period * share) / 1_000) * 1_000;
  return {
    every: stretched(periods.every, worst("price", "getPrice")),
    quotesEvery: stretched(periods.quotesEvery, worst("trade", "getQuote")),
  };
}

function concerns({ scope, operation }: PlannedUse, own: string, ownOperation: string): boolean {
  return scope === "all" || scope === own || operation === ownOperation;
}
