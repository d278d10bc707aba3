/** Requests that may be made now before a rate limit is reached, by scope; null where nothing limits. */
export interface LimitsLeft {
  readonly trade: number | null;
  readonly price: number | null;
  readonly account: number | null;
  readonly all: number | null;
}

/** `requests left: price 280, trade 91`; "" where nothing limits. */
export function limitsLeftText(left: LimitsLeft): string {
  const counts = Object.entries(left).flatMap(([scope, count]) => (count === null ? [] : [`${scope} ${count}`]));
  return counts.length === 0 ? "" : `requests left: ${counts.join(", ")}`;
}
