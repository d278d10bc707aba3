import { formatDuration } from "../core/time/duration.js";
import type { Log } from "../core/log.js";
import type { PlannedUse } from "../gateway/planned-use.js";

/** `40% (108 of 300 price requests per 1m, 30 of them kept for trades)` */
export function useText({ scope, operation, count, windowMs, reserve, planned, share }: PlannedUse): string {
  const of = `${Math.round(planned * 10) / 10} of ${count} ${operation ?? scope} requests per ${formatDuration(windowMs)}`;
  const kept = reserve === 0 ? "" : `, ${reserve} of them reserved for trades`;
  return `${Math.round(share * 100)}% (${of}${kept})`;
}

/** Says how much of the limits is planned to be used, and warns where the plan does not fit. */
export function tellPlannedUse(log: Log, limits: readonly PlannedUse[]): void {
  const [tightest] = limits;
  if (tightest === undefined) return;
  const text = `Planned use of the rate limits: at most ${useText(tightest)}`;
  if (tightest.share <= 1) log.info(text, { limits });
  else log.warn(`${text}. Requests will be delayed: sample or decide less often, or use fewer tokens.`, { limits });
}
