import { formatDuration, MINUTE } from "../core/time/duration.js";
import type { Metric, MetricInput, MetricValue } from "./metric.js";

/** Fewer returns than this say nothing about their spread: the usual floor of introductory statistics. */
const FEWEST_RETURNS = 30;

export const none = (why: string): MetricValue => ({ value: null, why });

/** A computed value; one that is not a number, or infinite, is none for the reason given. */
export const figure = (value: number, why: string): MetricValue => (Number.isFinite(value) ? { value } : none(why));

/** What is computed where nothing is lacking. @param lacks why there is none; null: nothing */
export const unless =
  (lacks: (input: MetricInput) => string | null, compute: Metric["compute"]): Metric["compute"] =>
  (input) => {
    const why = lacks(input);
    return why === null ? compute(input) : none(why);
  };

/** How long the equity curve is, milliseconds. */
export const lengthOf = ({ time }: Pick<MetricInput, "time">): number => (time.at(-1) ?? 0) - (time[0] ?? 0);

/** Why there are too few returns, or null where there are enough. */
export function tooFewReturns(input: MetricInput, fewest = FEWEST_RETURNS): string | null {
  const count = input.returns.length;
  return count >= fewest
    ? null
    : `${count} returns of ${formatDuration(input.period)} are too few: at least ${fewest} are needed.`;
}

/** Why the run is too short, or null where it is long enough. */
export function tooShort(input: MetricInput, shortest: number): string | null {
  const length = lengthOf(input);
  if (length >= shortest) return null;
  const told = length < MINUTE ? length : length - (length % MINUTE);
  return `${formatDuration(told)} are too short for a figure a year: at least ${formatDuration(shortest)} are needed.`;
}
