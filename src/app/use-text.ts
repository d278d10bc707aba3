import { formatDuration } from "../core/duration.js";
import type { PlannedUse } from "../gateway/planned-use.js";

/** `40% (120 of 300 price requests per 1m)` */
export function useText({ scope, operation, count, windowMs, planned, share }: PlannedUse, kept = ""): string {
  const of = `${Math.round(planned * 10) / 10} of ${count} ${operation ?? scope} requests per ${formatDuration(windowMs)}`;
  return `${Math.round(share * 100)}% (${of}${kept})`;
}
