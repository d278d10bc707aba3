import type { Bar, Bars } from "../../src/model/bar.js";

/** Columns as single bars. */
export function barsToRows(bars: Bars): Bar[] {
  return Array.from({ length: bars.length }, (_, i) => {
    const volume = bars.volume[i] as number;
    return {
      time: bars.time[i] as number,
      open: bars.open[i] as number,
      high: bars.high[i] as number,
      low: bars.low[i] as number,
      close: bars.close[i] as number,
      ...(Number.isNaN(volume) ? {} : { volume }),
    };
  });
}
