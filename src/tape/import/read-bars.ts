import type { Bars } from "../../model/bar.js";
import { barsOf } from "../bar-columns.js";
import { TapeEmptyError, TapeHeaderError } from "../errors.js";
import { inOrder } from "./order.js";
import { refuse } from "./problem.js";
import { readRows, type Rows } from "./rows.js";
import { BAR_HEADER } from "./layout.js";
import { COMMA, LINE_FEED, textIn } from "../csv-cells.js";
import { shortestDistance } from "../interval.js";
import { readTapeFile } from "./read-file.js";

/**
 * The bars of a CSV file, plain or gzip: `timestamp` is the opening time in epoch milliseconds or
 * ISO 8601, prices are USD. The interval is the shortest distance between two bars; gaps are allowed.
 * Throws a TapeError that names file and line for anything else.
 */
export function readBars(file: string): Bars {
  const bytes = readTapeFile(file);
  const end = bytes.indexOf(LINE_FEED);
  const first = end === -1 ? bytes.length : end;
  const header = textIn(bytes, 0, first).trim();
  if (header.toLowerCase() !== BAR_HEADER)
    throw new TapeHeaderError(`${file}, line 1: expected "${BAR_HEADER}", found "${header.slice(0, 80)}"`, {
      remedy:
        "Put this header on the first line and the columns in its order, or import the file: `contender tape import`.",
    });
  const names = BAR_HEADER.split(",");
  const layout = {
    name: "bars",
    delimiter: COMMA,
    begin: first + 1,
    line: 2,
    cells: names.length,
    time: 0,
    clock: null,
    zone: null,
    decimalComma: false,
    values: { kind: "bars", open: 1, high: 2, low: 3, close: 4, volume: 5 },
    names,
    unit: "ms",
  } as const;
  return barsOfRows(file, inOrder(file, readRows(file, bytes, layout, refuse), "strict", refuse).rows);
}

/** Bars of rows, their interval the shortest distance. Throws TapeEmptyError where there are fewer than two. */
function barsOfRows(file: string, { times, values }: Rows): Bars {
  const { length } = times;
  if (length < 2)
    throw new TapeEmptyError(`${file} holds ${length === 0 ? "no bar" : "one bar only"}: at least two are needed`, {
      remedy: "Use a longer range. The interval is derived from the distance of the bars.",
    });
  return barsOf(shortestDistance(times), times, values);
}
