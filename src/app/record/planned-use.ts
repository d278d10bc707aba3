import { formatDuration } from "../../core/duration.js";
import { plannedUse, type EffectiveLimits, type PlannedUse } from "../../gateway/index.js";
import { UsageError } from "../errors.js";
import type { RecordPlan } from "./plan.js";

const MINUTE = 60_000;
/** How often the rules are read again: limits may change. Milliseconds. */
export const RULES_EVERY = 3_600_000;

/** What the recording asks of the service, against its limits, the tightest first. Throws UsageError where it cannot fit. */
export function checkedUse(plan: RecordPlan, limits: EffectiveLimits): PlannedUse[] {
  const { tokens, every, pairs, sizes, quotesEvery } = plan;
  const uses = plannedUse(
    {
      getPrice: (tokens.length * MINUTE) / every,
      getQuote: (pairs.length * sizes.length * MINUTE) / quotesEvery,
      getRules: MINUTE / RULES_EVERY,
    },
    limits,
  );
  const [tightest] = uses;
  if (tightest === undefined || tightest.share <= 1) return uses;
  throw new UsageError(`This cannot be recorded within the rate limits: ${useText(tightest)}`, {
    remedy: `${fitting(plan, uses)} would fit; or name fewer tokens, pairs or sizes.`,
  });
}

/** `at most 40% (120 of 300 price requests per 1m)` */
export function useText({ scope, operation, count, windowMs, reserve, planned, share }: PlannedUse): string {
  const kept = reserve === 0 ? "" : `, ${reserve} of them kept for trades`;
  const of = `${Math.round(planned * 10) / 10} of ${count} ${operation ?? scope} requests per ${formatDuration(windowMs)}`;
  return `${Math.round(share * 100)}% (${of}${kept})`;
}

/** Periods, in whole seconds, with which it would fit. */
function fitting({ pairs, every, quotesEvery }: RecordPlan, uses: readonly PlannedUse[]): string {
  const worst = (concerns: (use: PlannedUse) => boolean): number =>
    Math.max(1, ...uses.filter(concerns).map(({ share }) => share));
  const both = (use: PlannedUse): boolean => use.scope === "all";
  const prices = worst((use) => both(use) || use.scope === "price" || use.operation === "getPrice");
  const quotes = worst((use) => both(use) || use.scope === "trade" || use.operation === "getQuote");
  const seconds = (period: number, share: number): string =>
    formatDuration(Math.ceil((period * share) / 1_000) * 1_000);
  const parts = [
    ...(prices > 1 ? [`--every ${seconds(every, prices)}`] : []),
    ...(quotes > 1 && pairs.length > 0 ? [`--quotes-every ${seconds(quotesEvery, quotes)}`] : []),
  ];
  return parts.join(" ");
}
