import { all, andThen, type MaybePromise } from "../../core/maybe.js";
import type { PriceHistory, PricePoint } from "../../model/history.js";
import type { TokenName } from "../../model/token.js";
import { attempt } from "../../core/attempt.js";
import type { BarBook } from "./bar-book.js";

/**
 * Fills the bars from recorded prices, as if they had been sampled. Where histories overlap the
 * earlier one in the list is believed, and the others add what lies before and after it.
 */
export function warmUp(
  bars: BarBook,
  histories: readonly PriceHistory[],
  now: number,
  onFailure: (token: TokenName, error: unknown) => void,
): MaybePromise<void> {
  const fill = (token: TokenName): MaybePromise<void> => {
    const reads = histories.map((history) => attempt(() => history.points(token, now - bars.reach(token), now)));
    return andThen(all(reads), (attempts) => {
      let points: readonly PricePoint[] = [];
      for (const read of attempts)
        if (read.ok) points = joined(points, read.value);
        else onFailure(token, read.error);
      for (const { at, usd } of points) bars.point(token, at, usd);
    });
  };
  return andThen(all(Array.from(bars.tokens, fill)), () => bars.advance(now));
}

/** The trusted points, and of the others what lies outside of their range. Both oldest first. */
function joined(trusted: readonly PricePoint[], others: readonly PricePoint[]): readonly PricePoint[] {
  const [first] = trusted;
  const last = trusted.at(-1);
  if (first === undefined || last === undefined) return others;
  const before = others.filter(({ at }) => at < first.at);
  const after = others.filter(({ at }) => at > last.at);
  return [...before, ...trusted, ...after];
}
