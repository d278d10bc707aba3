import { iso } from "../core/time/utc.js";
import type { Token } from "../model/token.js";
import type { Wrong } from "./bar-checks.js";

/** When a token's prices begin, and when the last one ceases to hold: epoch milliseconds. */
interface Range {
  readonly token: Token;
  readonly from: number;
  readonly until: number;
}

/** Of two tokens that never have a price at the same time; null where there are none. `of` names them. */
export function overlapProblem(ranges: readonly Range[]): (Wrong & { readonly of: string }) | null {
  const [one] = ranges;
  if (one === undefined) return null;
  const latest = ranges.reduce((a, b) => (b.from > a.from ? b : a), one);
  const first = ranges.reduce((a, b) => (b.until < a.until ? b : a), one);
  if (latest.from < first.until) return null;
  return {
    of: `${first.token.name} and ${latest.token.name}`,
    problem: `never overlap: the one ends at ${iso(first.until)}, the other begins at ${iso(latest.from)}`,
    remedy: "Import them into different tapes, or fetch a range that both cover.",
  };
}
