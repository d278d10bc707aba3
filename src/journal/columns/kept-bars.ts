import type { Bar } from "../../model/bar.js";
import type { TickRecord } from "../../model/journal.js";
import type { TokenName } from "../../model/token.js";

const COLUMNS = 6;

/** Bars that a tick brought, row after row in flat memory: time, open, high, low, close, volume (NaN: not known). */
export interface KeptBars {
  readonly token: TokenName;
  /** Milliseconds. */
  readonly interval: number;
  readonly numbers: Float64Array;
}

/** Bars as they are kept: a third of the memory of objects. */
export function keepBars({ token, interval, bars }: TickRecord["bars"][number]): KeptBars {
  const numbers = new Float64Array(COLUMNS * bars.length);
  bars.forEach(({ time, open, high, low, close, volume = Number.NaN }, i) =>
    numbers.set([time, open, high, low, close, volume], COLUMNS * i),
  );
  return { token, interval, numbers };
}

/** Kept bars as they were given. */
export function givenBars({ token, interval, numbers }: KeptBars): TickRecord["bars"][number] {
  const bars = Array.from({ length: numbers.length / COLUMNS }, (_, row): Bar => {
    const cell = (column: number): number => numbers[COLUMNS * row + column] as number;
    const volume = cell(5);
    const bar = { time: cell(0), open: cell(1), high: cell(2), low: cell(3), close: cell(4) };
    return Number.isNaN(volume) ? bar : { ...bar, volume };
  });
  return { token, interval, bars };
}
