import { BAR_COLUMNS, type Bar, type BarColumn } from "../../src/model/bar.js";
import type { BarSpan } from "../../src/model/bar-series.js";

/** The single bars of a span. */
export function barsToRows({ columns, start, length }: BarSpan): Bar[] {
  return Array.from({ length }, (_, row) => {
    const i = start + row;
    const volume = columns.volume[i] as number;
    return {
      time: columns.time[i] as number,
      open: columns.open[i] as number,
      high: columns.high[i] as number,
      low: columns.low[i] as number,
      close: columns.close[i] as number,
      ...(Number.isNaN(volume) ? {} : { volume }),
    };
  });
}

/** The columns of a span as lists. */
export function columnsOf({ columns, start, length }: BarSpan): Record<BarColumn, number[]> {
  const lists = BAR_COLUMNS.map((name) => [name, [...columns[name].subarray(start, start + length)]] as const);
  return Object.fromEntries(lists) as Record<BarColumn, number[]>;
}
