import { DAY } from "../../core/time/duration.js";
import { firstAfter } from "../../core/number/sorted.js";
import { dayOf } from "../../core/time/utc.js";

/** The return of a day or month. */
export interface PeriodReturn {
  /** When it began, UTC, epoch milliseconds: midnight, or the first of a month. */
  readonly from: number;
  /** A fraction. */
  readonly totalReturn: number;
  /** Whether the run covers all of it. */
  readonly whole: boolean;
}

/** When the period of a moment begins, or the one that is so many later. */
type Begin = (at: number, later: number) => number;

const dayBegin: Begin = (at, later) => (dayOf(at) + later) * DAY;
const monthBegin: Begin = (at, later) => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
};

export const byDay = (time: Float64Array, equity: Float64Array): PeriodReturn[] => by(dayBegin, time, equity);
export const byMonth = (time: Float64Array, equity: Float64Array): PeriodReturn[] => by(monthBegin, time, equity);

/** A period's value is the last one known at its end; periods in which nothing was known brought nothing. */
function by(begin: Begin, time: Float64Array, equity: Float64Array): PeriodReturn[] {
  const returns: PeriodReturn[] = [];
  const first = time[0];
  const end = time[time.length - 1];
  if (first === undefined || end === undefined) return returns;
  let before = equity[0] as number;
  for (let from = first; from < end;) {
    const until = begin(from, 1);
    const after = equity[firstAfter(time, until) - 1] as number;
    const start = begin(from, 0);
    returns.push({
      from: start,
      totalReturn: before > 0 ? after / before - 1 : 0,
      whole: start >= first && until <= end,
    });
    before = after;
    from = until;
  }
  return returns;
}
