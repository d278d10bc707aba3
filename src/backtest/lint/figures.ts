import { DAY } from "../../core/time/duration.js";
import { groupedBy } from "../../core/grouped.js";
import { counted } from "../../core/format.js";
import { ENDED_REMARK } from "../result/remarks.js";
import type { BacktestRefusal, BacktestResult } from "../result/result.js";

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Days between the first and the last point of the equity curve, or of the run where there is none. */
export function daysOf({ time, from, to }: BacktestResult): number {
  return ((time.at(-1) ?? to) - (time[0] ?? from)) / DAY;
}

/** Returns true if all strategies were disabled. The run then continues to its end with unchanged holdings. */
export const allParked = ({ strategies }: BacktestResult): boolean =>
  strategies.length > 0 && strategies.every(({ disabled }) => disabled !== null);

/** What is said of a run in which the bot ended before its competition did, by a limit of risk; undefined for any other. */
export const endedRemark = ({ remarks }: BacktestResult): string | undefined =>
  remarks.find((remark) => remark.startsWith(ENDED_REMARK));

/** USD that slippage took of all fills. */
export const slippageOf = ({ fills }: BacktestResult): number => sum(fills.map(({ slippageUsd }) => slippageUsd));

/** Decisions that were not traded. A cut target does not count, because the rest was traded. */
export const untradedOf = ({ refusals }: BacktestResult): BacktestRefusal[] =>
  refusals.filter(({ status }) => status !== "cut");

/** A metric's value; null where it is not there, or has none. */
export function metric({ metrics }: BacktestResult, name: string): number | null {
  return metrics[name]?.value ?? null;
}

/**
 * What stood in the way most often, such as `OVER_CAP (refused), 3 times`; of equally frequent ones the first by name.
 * Null where nothing did.
 */
export function commonestObstacle(refusals: readonly BacktestRefusal[]): string | null {
  const groups = [...groupedBy(refusals, ({ status, code }) => `${code} (${status})`)];
  const [top] = groups.sort(([a, m], [b, n]) => n.length - m.length || (a < b ? -1 : 1));
  return top === undefined ? null : `${top[0]}, ${counted(top[1].length, "time")}`;
}
