/** A stretch of which a tape holds nothing. Times are epoch milliseconds. */
interface Gap {
  readonly from: number;
  readonly until: number;
  /** The row that ends it. */
  readonly row: number;
}

/** Readings come when a request was answered: this many intervals apart is still usual. Bars are exact. */
const LATE = 1.5;

/**
 * The gaps between rising times, oldest first.
 *
 * @param interval the usual distance, milliseconds
 * @param ofBars a bar covers its own interval, a reading its moment alone
 */
export function gapsIn(times: Float64Array, interval: number, ofBars: boolean): Gap[] {
  const [usual, covered] = ofBars ? [interval, interval] : [interval * LATE, 0];
  const gaps: Gap[] = [];
  for (let row = 1; row < times.length; row++) {
    const [last, until] = [times[row - 1] as number, times[row] as number];
    if (until - last > usual) gaps.push({ from: last + covered, until, row });
  }
  return gaps;
}
