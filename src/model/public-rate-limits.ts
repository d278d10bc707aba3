import { HOUR, MINUTE } from "../core/time/duration.js";
import type { RateLimit } from "./rules.js";

/** The limits of the public service, in the order in which its rules list them. `each` is printed and not enforced. */
export const PUBLIC_RATE_LIMITS: readonly RateLimit[] = [
  { scope: "each", count: 100, windowMs: MINUTE },
  { scope: "trade", count: 100, windowMs: MINUTE },
  { scope: "price", count: 300, windowMs: MINUTE },
  { scope: "account", count: 30, windowMs: MINUTE },
  { scope: "all", count: 3_000, windowMs: MINUTE },
  { scope: "all", count: 10_000, windowMs: HOUR },
];
