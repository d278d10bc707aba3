import { inspect } from "node:util";
import { DAY, formatDuration, parseDuration } from "../../core/time/duration.js";
import { messageWithRemedy } from "../../core/errors.js";
import { isJsonObject } from "../../core/json.js";
import { nearest } from "../../core/nearest.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { Needs } from "../define.js";
import type { ParamIssue } from "../errors.js";

/** Bars that a strategy needs before it decides. */
export interface BarNeed {
  readonly token: TokenName;
  /** Milliseconds. */
  readonly interval: number;
  /** Closed bars, at least 1. */
  readonly count: number;
}

interface ResolvedNeeds {
  readonly tokens: readonly TokenName[];
  readonly bars: readonly BarNeed[];
  readonly issues: readonly ParamIssue[];
}

/** What a strategy gave has not the shape that it should; the message says which. */
export class WrongShape extends Error {}

const MEMBERS = ["prices", "bars"];

/** No prices were recorded longer ago: bars that reach further back are a slip, and never complete. Milliseconds. */
const LONGEST_PAST = 36_525 * DAY;

/** What `needs` gave, in the shape that types would have seen to. Throws WrongShape. */
export function checkedNeeds(given: unknown): Needs {
  const wrong = (what: string, is: unknown): never => {
    throw new WrongShape(`${what} (it is ${inspect(is, { depth: 2, breakLength: Infinity })})`);
  };
  if (given === undefined || given === null) return {};
  if (!isJsonObject(given) || given instanceof Promise) return wrong("it must give { prices, bars }", given);
  const { prices, bars } = given;
  const unknown = Object.keys(given).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) {
    const near = nearest(unknown, MEMBERS);
    throw new WrongShape(
      `there is no "${unknown}" in it, only prices and bars${near === null ? "" : `. Did you mean ${near}?`}`,
    );
  }
  if (prices !== undefined && !(Array.isArray(prices) && prices.every((token) => typeof token === "string")))
    return wrong("prices must be an array of token names", prices);
  if (bars !== undefined && !(Array.isArray(bars) && bars.every(isBarNeed)))
    return wrong(
      'bars must be an array of { token, interval, count }, such as { token: "WETH.eth", interval: "1h", count: 20 }',
      bars,
    );
  return given;
}

function isBarNeed(bar: unknown): boolean {
  return isJsonObject(bar) && typeof bar["token"] === "string" && typeof bar["interval"] === "string" && "count" in bar;
}

/** Why no bars can be of this length, or so many of them; null where they can. */
function spanProblem(interval: string, ms: number, count: number): string | null {
  if (ms <= 0) return `${interval} is not longer than nothing`;
  if (!Number.isInteger(ms)) return `${interval} is not a whole number of milliseconds`;
  return ms * count > LONGEST_PAST
    ? `${count} bars of ${interval} reach further back than any price (at most ${formatDuration(LONGEST_PAST)})`
    : null;
}

/** `needs` with tokens by their full names and intervals in milliseconds; of equal bars the larger count. */
export function resolveNeeds(needs: Needs, registry: TokenRegistry): ResolvedNeeds {
  const issues: ParamIssue[] = [];
  const attempt = <T>(path: ParamIssue["path"], run: () => T): T | null => {
    try {
      return run();
    } catch (error) {
      issues.push({ path, message: messageWithRemedy(error) });
      return null;
    }
  };
  const bars = new Map<string, BarNeed>();
  for (const [index, { token, interval, count }] of (needs.bars ?? []).entries()) {
    const path = ["needs", "bars", index];
    const name = attempt([...path, "token"], () => registry.resolve(token).name);
    const ms = attempt([...path, "interval"], () => parseDuration(interval));
    if (!Number.isInteger(count) || count < 1)
      issues.push({ path: [...path, "count"], message: `${count} is not a number of bars (1, 2, 3, …)` });
    const problem = ms === null ? null : spanProblem(interval, ms, count);
    if (problem !== null) issues.push({ path: [...path, "interval"], message: problem });
    if (name === null || ms === null) continue;
    const key = `${name} ${ms}`;
    bars.set(key, { token: name, interval: ms, count: Math.max(count, bars.get(key)?.count ?? 0) });
  }
  const prices = (needs.prices ?? []).map((token, index) =>
    attempt(["needs", "prices", index], () => registry.resolve(token).name),
  );
  const tokens = new Set([...prices.filter((name) => name !== null), ...[...bars.values()].map(({ token }) => token)]);
  return { tokens: [...tokens], bars: [...bars.values()], issues };
}
