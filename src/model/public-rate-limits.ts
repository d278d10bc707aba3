import type { RateLimit } from "./rules.js";

const MINUTE_MS = 60_000;

/** The limits of the public service, in the order in which its rules list them. `each` is printed and not enforced. */
export const PUBLIC_RATE_LIMITS: readonly RateLimit[] = [
  { scope: "each", count: 100, windowMs: MINUTE_MS },
  { scope: "trade", count: 100, windowMs: MINUTE_MS },
  { scope: "price", count: 300, windowMs: MINUTE_MS },
  { scope: "account", count: 30, windowMs: MINUTE_MS },
  { scope: "all", count: 3_000, windowMs: MINUTE_MS },
  { scope: "all", count: 10_000, windowMs: 60 * MINUTE_MS },
];
