import { HOUR } from "../../core/time/duration.js";
import type { RateLimit, RateScope } from "../../model/rules.js";
import { printInterval, readInterval } from "./interval.js";
import { withCommas, wholeNumber } from "./numbers.js";

/** How the service names what a limit counts; the first of a scope is the one that is printed. */
const SCOPES: readonly (readonly [RateScope, string])[] = [
  ["trade", "for trade operations"],
  ["price", "for price queries"],
  ["account", "for balance/portfolio checks"],
  ["all", "across all endpoints"],
  ["all", "per team"],
  ["each", "per endpoint"],
];

const LIMIT = /^([\d,]+) requests? per ([\d,]*\s*[a-z]+) ((?:for|across|per) .+?)\.?$/i;

/** A limit of `100 requests per minute for trade operations` and the like; null where it cannot be read. */
export function readRateLimit(text: string): RateLimit | null {
  const [, digits = "", window = "", tail = ""] = LIMIT.exec(text.trim()) ?? [];
  const count = wholeNumber(digits);
  const windowMs = readInterval(window);
  const scope = SCOPES.find(([, words]) => words === tail.toLowerCase())?.[0];
  return count === null || windowMs === null || scope === undefined ? null : { scope, count, windowMs };
}

/** The service's text of a limit: its window is whole seconds, else a RangeError is thrown. The public service writes limits of an hour "per team". */
export function printRateLimit({ scope, count, windowMs }: RateLimit): string {
  const words = scope === "all" && windowMs >= HOUR ? "per team" : SCOPES.find(([name]) => name === scope)?.[1];
  const interval = printInterval(windowMs).replace(/^1 /, "");
  const window = scope === "each" ? `${windowMs / 1000} seconds` : interval;
  return `${withCommas(count)} requests per ${window} ${words ?? ""}`;
}
