import { someOf } from "../../core/some-of.js";
import { placesInOrder } from "../../core/number/sorted.js";
import { iso } from "../../core/time/utc.js";
import type { OnProblem } from "./problem.js";
import type { Rows } from "./rows.js";

interface Ordered {
  readonly rows: Rows;
  /** What was done, for people. */
  readonly notes: readonly string[];
}

const REVERSED = "newest row first: read in reverse order";

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
  const outOf = wrong.map((i) => rows.lines[i] as number);
  return sorted(file, pick(rows, placesInOrder(rows.times)), outOf, onProblem);
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
  const standsTwice = (i: number): boolean => times[i] === times[i - 1];
  const [doubled, others] = [wrong.filter(standsTwice), wrong.filter((i) => !standsTwice(i))];
  const moreOf = (of: readonly number[], what: string): string =>
    of.length < 2 ? "" : ` (${linesOf({ lines }, of)} ${what})`;
  const [moreDoubled, moreOthers] = [moreOf(doubled, "occur twice"), moreOf(others, "out of order")];
  for (const i of wrong) {
    const at = times[i] as number;
    const twice = standsTwice(i);
    onProblem({
      code: "TAPE_ORDER",
      file,
      line: lines[i] as number,
      problem: `${iso(at)} ${twice ? `occurs twice${moreDoubled}` : `is earlier than a line before it${moreOthers}`}`,
      remedy: twice
        ? "Remove one of the two lines. --sort drops one if they are equal."
        : "Check why the rows are not in order of time. --sort sorts them.",
    });
  }
}

function linesOf({ lines }: Pick<Rows, "lines">, rows: readonly number[]): string {
  return named(rows.map((i) => lines[i] as number));
}

const named = (lines: readonly number[]): string =>
  `${lines.length === 1 ? "line" : "lines"} ${someOf(lines.map(String))}`;

/**
 * Drops rows that stand twice; rows that contradict each other are problems.
 *
 * @param outOf the lines that were out of order in the file; one that is dropped is told as that alone
 */
function sorted(file: string, rows: Rows, outOf: readonly number[], onProblem: OnProblem): Ordered {
  const again: number[] = [];
  for (let i = 1; i < rows.times.length; i++) {
    if (rows.times[i] !== rows.times[i - 1]) continue;
    again.push(i);
    if (rows.values.every((column) => Object.is(column[i], column[i - 1]))) continue;
    onProblem({
      code: "TAPE_ORDER",
      file,
      line: rows.lines[i] as number,
      problem: `${iso(rows.times[i] as number)} is on line ${rows.lines[i - 1]} with other numbers`,
      remedy: "Remove one of the two lines.",
    });
  }
  const dropped = new Set(again.map((i) => rows.lines[i] as number));
  const moved = outOf.filter((line) => !dropped.has(line));
  return {
    rows: pick(rows, kept(rows, again)),
    notes: [
      ...(moved.length === 0 ? [] : [`${named(moved)} out of order: sorted`]),
      ...(again.length === 0 ? [] : [`${linesOf(rows, again)} duplicated: dropped`]),
    ],
  };
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
