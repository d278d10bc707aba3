import { DAY } from "../../../core/duration.js";
import { firstAfter } from "../../../core/sorted.js";

/** What a stretch of the calendar brought. */
export interface PeriodReturn {
  /** When it began, UTC, epoch milliseconds: midnight, or the first of a month. */
  readonly from: number;
  /** A fraction. */
  readonly totalReturn: number;
  /** Whether the run covers all of it. */
  readonly whole: boolean;
}

const nextDay = (at: number): number => (Math.floor(at / DAY) + 1) * DAY;
const nextMonth = (at: number): number => {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
};

export const byDay = (time: Float64Array, equity: Float64Array): PeriodReturn[] => by(nextDay, time, equity);
export const byMonth = (time: Float64Array, equity: Float64Array): PeriodReturn[] => by(nextMonth, time, equity);

/** A period's value is the last one known at its end; periods in which nothing was known brought nothing. */
function by(next: (at: number) => number, time: Float64Array, equity: Float64Array): PeriodReturn[] {
  const returns: PeriodReturn[] = [];
  const first = time[0];
  const end = time[time.length - 1];
  if (first === undefined || end === undefined) return returns;
  let before = equity[0] as number;
  for (let from = first; from < end;) {
    const until = next(from);
    const after = equity[firstAfter(time, until) - 1] as number;
    const start = startOf(next, from);
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

function startOf(next: (at: number) => number, at: number): number {
  const date = new Date(at);
  return next === nextDay ? Math.floor(at / DAY) * DAY : Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
