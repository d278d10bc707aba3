import { someOf } from "../../core/some-of.js";
import { placesInOrder } from "../../core/sorted.js";
import { iso } from "../../core/utc.js";
import type { OnProblem } from "./problem.js";
import type { Rows } from "./rows.js";

interface Ordered {
  readonly rows: Rows;
  /** What was done, for people. */
  readonly notes: readonly string[];
}

const REVERSED = "the newest row stands first: read backwards";

/** Whether rows must stand in the order of time, may do so backwards, or may stand in any order. */
type Ordering = "strict" | "either way" | "sort";

/**
 * Rows in the order of time, one an instant. A row that is not later than those before it is a problem, unless `how`
 * allows for it; with "sort" a row that stands twice with the same numbers is dropped.
 */
export function inOrder(file: string, rows: Rows, how: Ordering, onProblem: OnProblem): Ordered {
  const wrong = outOfOrder(rows.times);
  if (wrong.length === 0) return { rows, notes: [] };
  if (how !== "strict" && wrong.length === rows.times.length - 1 && falling(rows.times))
    return {
      rows: pick(
        rows,
        Uint32Array.from(rows.times, (_, i) => rows.times.length - 1 - i),
      ),
      notes: [REVERSED],
    };
  if (how !== "sort") {
    tell(file, rows, wrong, onProblem);
    return { rows: pick(rows, kept(rows, wrong)), notes: [] };
  }
  return sorted(file, pick(rows, placesInOrder(rows.times)), `${linesOf(rows, wrong)} out of order: sorted`, onProblem);
}

/** Rows that are not later than all before them. */
function outOfOrder(times: Float64Array): number[] {
  const wrong: number[] = [];
  let latest = -Infinity;
  for (let i = 0; i < times.length; i++) {
    const at = times[i] as number;
    if (at > latest) latest = at;
    else wrong.push(i);
  }
  return wrong;
}

function falling(times: Float64Array): boolean {
  return times.length > 1 && times.every((at, i) => i === 0 || at < (times[i - 1] as number));
}

function tell(file: string, { times, lines }: Rows, wrong: readonly number[], onProblem: OnProblem): void {
  for (const i of wrong) {
    const at = times[i] as number;
    const twice = at === times[i - 1];
    const more = wrong.length === 1 ? "" : ` (${linesOf({ lines }, wrong)} out of order)`;
    onProblem({
      code: "TAPE_ORDER",
      file,
      line: lines[i] as number,
      problem: `${iso(at)} ${twice ? "stands twice" : "is earlier than a line before it"}${more}`,
      remedy: twice
        ? "Remove one of the two lines; --sort drops one where they are the same."
        : "Look why the rows are not in the order of time; --sort sorts them.",
    });
  }
}

function linesOf({ lines }: Pick<Rows, "lines">, wrong: readonly number[]): string {
  return `${wrong.length === 1 ? "line" : "lines"} ${someOf(wrong.map((i) => String(lines[i])))}`;
}

/** Drops rows that stand twice; rows that contradict each other are problems. */
function sorted(file: string, rows: Rows, note: string, onProblem: OnProblem): Ordered {
  const again: number[] = [];
  for (let i = 1; i < rows.times.length; i++) {
    if (rows.times[i] !== rows.times[i - 1]) continue;
    again.push(i);
    if (rows.values.every((column) => Object.is(column[i], column[i - 1]))) continue;
    onProblem({
      code: "TAPE_ORDER",
      file,
      line: rows.lines[i] as number,
      problem: `${iso(rows.times[i] as number)} stands on line ${rows.lines[i - 1]} with other numbers`,
      remedy: "Remove one of the two lines.",
    });
  }
  const dropped = again.length === 0 ? [] : [`${linesOf(rows, again)} stood twice: dropped`];
  return { rows: pick(rows, kept(rows, again)), notes: [note, ...dropped] };
}

function kept({ times }: Rows, without: readonly number[]): Uint32Array {
  const left = new Set(without);
  return Uint32Array.from(times, (_, i) => i).filter((i) => !left.has(i));
}

function pick(rows: Rows, order: Uint32Array): Rows {
  const of = (column: Float64Array): Float64Array => Float64Array.from(order, (i) => column[i] as number);
  return {
    ...rows,
    times: of(rows.times),
    values: rows.values.map(of),
    lines: order.map((i) => rows.lines[i] as number),
  };
}
