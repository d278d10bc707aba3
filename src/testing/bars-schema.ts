import { z } from "zod";
import { shown } from "../core/arguments.js";
import { messageWithRemedy } from "../core/errors.js";
import { BAR_COLUMNS, type Bars } from "../model/bar.js";
import { barProblem } from "../tape/bar-checks.js";
import { checkBars } from "../tape/memory-tape.js";
import { price } from "./checked.js";
import type { GivenBars } from "./facts.js";

/** Closes of bars, oldest first. */
const closes = z.array(price).min(1, "must be closes, at least one: leave out a token that has none");

/** Whole bars, of each interval one, or closes alone. */
export const barsOrCloses = z.custom<GivenBars>().check(({ value, issues }) => {
  const whole = wholeBars(value);
  const found = whole.length === 0 ? (closes.safeParse(value).error?.issues ?? []) : wrongIn(whole);
  for (const { path, message } of found) issues.push({ code: "custom", path: [...path], message, input: value });
});

/** When the last of these bars is over, epoch milliseconds. */
export const endOf = ({ time, interval }: Bars): number => (time.at(-1) ?? -Infinity) + interval;

/** The whole bars that were given; none where it is closes. */
export function wholeBars(given: GivenBars): readonly Bars[] {
  if (!Array.isArray(given)) return [given as Bars];
  return typeof given[0] === "object" ? (given as readonly Bars[]) : [];
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function wrongIn(whole: readonly Bars[]): Issue[] {
  const issues: Issue[] = whole.flatMap((bars, i) => {
    const message = problemOf(bars);
    return message === null ? [] : [{ path: whole.length === 1 ? [] : [i], message }];
  });
  if (issues.length === 0 && new Set(whole.map(({ interval }) => interval)).size < whole.length)
    return [{ path: [], message: "two of the list are of one interval: give the bars of each interval once" }];
  return issues;
}

/** Why these cannot be bars; null where they can. */
function problemOf(given: unknown): string | null {
  if (!isBars(given))
    return `must be a list of closes, or bars as barsOf makes them: { length, interval, ${BAR_COLUMNS.join(", ")} }, the columns as Float64Array (they are ${shown(given)})`;
  try {
    checkBars("bars", given);
  } catch (error) {
    return messageWithRemedy(error);
  }
  for (let row = 0; row < given.length; row++) {
    const problem = rowProblem(given, row);
    if (problem !== null) return `bars, row ${row}: ${problem}`;
  }
  return null;
}

function isBars(given: unknown): given is Bars {
  if (typeof given !== "object" || given === null) return false;
  const { length, interval, ...columns } = given as Partial<Bars>;
  const whole = Number.isSafeInteger(interval) && (interval as number) > 0 && length === columns.time?.length;
  // By its name: a test may run in a realm of its own.
  return (
    whole && BAR_COLUMNS.every((name) => Object.prototype.toString.call(columns[name]) === "[object Float64Array]")
  );
}

function rowProblem({ interval, time, open, high, low, close, volume }: Bars, row: number): string | null {
  const at = (column: Float64Array): number => column[row] as number;
  if (!Number.isSafeInteger(at(time))) return `its time ${at(time)} is no whole number of milliseconds`;
  if (row > 0 && at(time) - (time[row - 1] as number) < interval)
    return `it begins at ${at(time)}, before the row before it is over: bars are ${interval} milliseconds long`;
  if (at(volume) < 0) return `its volume should be 0 or more, or NaN where it is not known (it is ${at(volume)})`;
  return barProblem(at(open), at(high), at(low), at(close))?.problem ?? null;
}
