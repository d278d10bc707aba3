import { iso } from "../../core/time/utc.js";
import { TapeConflictError } from "../errors.js";
import type { CsvSeries } from "./series.js";

/** A track as it grows: columns in the order of time. */
export interface Columns {
  readonly times: Float64Array;
  readonly values: readonly Float64Array[];
}

interface Merged extends Columns {
  /** Rows that were new, that were there already, and that took the place of others. */
  readonly added: number;
  readonly same: number;
  readonly replaced: number;
}

/**
 * Earlier columns with the rows of a file: a row that is there already, with the same numbers, changes nothing. Throws
 * TapeConflictError, with file and line, where the numbers differ, unless `replace`.
 */
export function merged(earlier: Columns | null, series: CsvSeries, token: string, replace: boolean): Merged {
  const { times, values } = series;
  if (earlier === null) return { times, values, added: times.length, same: 0, replaced: 0 };
  const into = new Target(earlier.times.length + times.length, values.length);
  let [a, b, same, replaced] = [0, 0, 0, 0];
  while (a < earlier.times.length || b < times.length) {
    const [left, right] = [earlier.times[a] ?? Infinity, times[b] ?? Infinity];
    if (left < right) into.take(left, earlier.values, a++);
    else {
      if (left === right) {
        if (equal(earlier.values, a, values, b)) same++;
        else if (replace) replaced++;
        else throw differs(series, token, b, earlier, a);
        a++;
      }
      into.take(right, values, b++);
    }
  }
  return { ...into.columns(), added: times.length - same - replaced, same, replaced };
}

class Target {
  readonly #times: Float64Array;
  readonly #values: readonly Float64Array[];
  #length = 0;

  constructor(capacity: number, columns: number) {
    this.#times = new Float64Array(capacity);
    this.#values = Array.from({ length: columns }, () => new Float64Array(capacity));
  }

  take(at: number, from: readonly Float64Array[], row: number): void {
    const i = this.#length++;
    this.#times[i] = at;
    for (let column = 0; column < from.length; column++)
      (this.#values[column] as Float64Array)[i] = (from[column] as Float64Array)[row] as number;
  }

  columns(): Columns {
    const cut = (column: Float64Array): Float64Array => column.subarray(0, this.#length);
    return { times: cut(this.#times), values: this.#values.map(cut) };
  }
}

function equal(a: readonly Float64Array[], i: number, b: readonly Float64Array[], j: number): boolean {
  return a.every((column, k) => Object.is(column[i], b[k]?.[j]));
}

function differs({ file, lines, values, times }: CsvSeries, token: string, b: number, earlier: Columns, a: number) {
  const numbers = (columns: readonly Float64Array[], i: number): string => columns.map((column) => column[i]).join(",");
  const at = iso(times[b] as number);
  return new TapeConflictError(
    `${file}, line ${lines[b]}: ${token} at ${at} is ${numbers(values, b)} here and ${numbers(earlier.values, a)} on the tape`,
    { remedy: "Check which of the two is right. --replace takes the file's rows." },
  );
}
