import { HOUR, MINUTE, SECOND } from "../../core/time/duration.js";

/** Milliseconds. */
export const LONGEST_PAUSE = HOUR;
const SHORTEST_PAUSE = SECOND;
/** A reset time this much later than `Retry-After` says more about the two clocks than about the limit. */
const MOST_SKEW = MINUTE;

export interface RateLimitHints {
  /** The `Retry-After` header: seconds, or an HTTP date. */
  readonly retryAfter?: string | undefined;
  /** The `X-RateLimit-Reset` header: epoch milliseconds. */
  readonly reset?: string | undefined;
  /** The error's text: "… Try again in N seconds". */
  readonly text?: string;
}

/**
 * How long to pause after a 429, in milliseconds, between a second and an hour. Both headers are
 * obeyed where they agree within a minute; else the relative one, since the other needs equal
 * clocks. Without a readable hint: `fallback`.
 */
export function pauseAfter(hints: RateLimitHints, now: number, fallback: number): number {
  const relative = retryAfterMs(hints.retryAfter, now) ?? textMs(hints.text);
  const absolute = resetMs(hints.reset, now);
  let pause = relative ?? absolute ?? fallback;
  if (relative !== null && absolute !== null && absolute - relative <= MOST_SKEW) pause = Math.max(relative, absolute);
  return Math.min(LONGEST_PAUSE, Math.max(SHORTEST_PAUSE, pause));
}

function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * SECOND;
  const date = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) || date <= now ? null : date - now;
}

function resetMs(header: string | undefined, now: number): number | null {
  const at = header === undefined ? Number.NaN : Number(header);
  return at > now && at - now <= LONGEST_PAUSE ? at - now : null;
}

function textMs(text: string | undefined): number | null {
  const seconds = /try again in (\d+) seconds?/i.exec(text ?? "")?.[1];
  return seconds === undefined ? null : Number(seconds) * SECOND;
}
