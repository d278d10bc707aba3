/** One look at the venue while an intent is unknown and its trade is not in the list. */
export interface Observation {
  /** Milliseconds of the wall clock. */
  readonly at: number;
  /** Whether the list was new enough to count. */
  readonly counts: boolean;
  /**
   * `held`: both balances are as they should be without the trade; `moved`: one is not; `void`: a new
   * competition reset them, they prove nothing; `unclear`: they could not be read, or changed meanwhile.
   */
  readonly balances: "held" | "moved" | "void" | "unclear";
}

export type Conclusion = "wait" | "not-executed" | "conflict";

/** Fewest counting lists that prove absence: one or two could come from the same stale cache. */
const LEAST_LISTS = 3;

/**
 * What the looks at an absent trade add up to. NOT_EXECUTED: the last looks, at least three, all counting
 * and with both balances held, span the settling time. CONFLICT: by then the balances have moved, and
 * stayed so over three looks, though no list shows why.
 */
export function concludeAbsence(observations: readonly Observation[], settleMs: number): Conclusion {
  const telling = observations.filter(({ counts, balances }) => counts && balances !== "unclear");
  if (!ripe(telling, settleMs)) return "wait";
  const lastMoved = telling.findLastIndex(({ balances }) => balances === "moved");
  if (ripe(telling.slice(lastMoved + 1), settleMs)) return "not-executed";
  const lastThree = telling.slice(-LEAST_LISTS);
  return lastThree.every(({ balances }) => balances === "moved") ? "conflict" : "wait";
}

/** Whether looks are enough in number and time. */
function ripe(looks: readonly Observation[], settleMs: number): boolean {
  const [first] = looks;
  const last = looks.at(-1);
  return looks.length >= LEAST_LISTS && first !== undefined && last !== undefined && last.at - first.at >= settleMs;
}
