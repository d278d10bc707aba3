import { z } from "zod";
import { must } from "../core/arguments.js";
import { parseDuration } from "../core/time/duration.js";
import { isIterable } from "../core/kinds.js";
import type { Bars } from "../model/bar.js";
import { checked, duration, options, price, standpoint } from "./checked.js";

export interface BarsOptions {
  /** Length of a bar, such as `1h` (the default). */
  readonly interval?: string;
  /** When the last bar ends, epoch milliseconds. Default: 2025-01-01T00:00Z. */
  readonly until?: number;
}

export const NEW_YEAR = Date.UTC(2025, 0, 1);

const GIVEN = z.strictObject({
  closes: must<unknown>("a list of closes", Array.isArray).pipe(z.array(price)),
  options: options({ interval: duration, until: standpoint } satisfies Record<keyof BarsOptions, z.ZodType>),
});

/**
 * Bars from their closes, oldest first. Each opens at the close before it and reaches no further than both; volumes are
 * not known. Throws TestFactsError for closes that are no prices, and for options that cannot be.
 */
export function barsOf(closes: Iterable<number>, given: BarsOptions = {}): Bars {
  const checkedBars = checked("the bars", GIVEN, { closes: isIterable(closes) ? [...closes] : closes, options: given });
  const { interval = "1h", until = NEW_YEAR } = checkedBars.options;
  const close = Float64Array.from(checkedBars.closes);
  const open = close.map((value, i) => close[i - 1] ?? value);
  const ms = parseDuration(interval);
  return {
    length: close.length,
    interval: ms,
    time: close.map((_, i) => until - (close.length - i) * ms),
    open,
    high: close.map((value, i) => Math.max(value, open[i] as number)),
    low: close.map((value, i) => Math.min(value, open[i] as number)),
    close,
    volume: new Float64Array(close.length).fill(Number.NaN),
  };
}
