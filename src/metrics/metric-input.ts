import { checkArguments } from "../core/arguments.js";
import { numbers } from "../core/kinds.js";
import { firstAfterNear } from "../core/number/sorted.js";
import type { TokenName } from "../model/token.js";
import { closedTradesOf, type MetricFill, type StartBalance } from "./closed-trades.js";
import { exposureOf } from "./exposure-path.js";
import { MetricSettingsError } from "./errors.js";
import type { MetricInput, MetricSettings } from "./metric.js";
import { select } from "./quantile.js";
import { returnPeriod, returnsOf } from "./returns-of.js";
import { metricSettings } from "./settings.js";

/** Values over time: epoch milliseconds, rising, and USD. */
export interface Curve {
  readonly time: Float64Array;
  readonly equity: Float64Array;
}

/** What is known of a run when it is over, its equity curve first. */
export interface RunFigures extends Curve {
  /**
   * What to compare with (holding): a curve with times of its own, or what it is worth at given times (never falling,
   * epoch milliseconds), which is asked for the last point of equity in each period; null where there is nothing.
   */
  readonly benchmark: Curve | ((time: Float64Array) => Float64Array) | null;
  /** In the order of their times. */
  readonly fills: readonly MetricFill[];
  /** What the run began with, cash included. */
  readonly start: readonly StartBalance[];
  readonly isCash: (token: TokenName) => boolean;
  readonly settings?: Partial<MetricSettings>;
  /** Milliseconds of a return; by default `returnPeriod` of the curve. */
  readonly period?: number;
}

/**
 * All that metrics are computed from, out of what is known of a run.
 *
 * @throws MetricSettingsError for settings that make no sense, for a period that is not above 0, and for one that makes
 * more than ten million returns
 */
export function metricInputOf(run: RunFigures): MetricInput {
  const { time, equity, fills, start, isCash } = run;
  const from = time[0] ?? 0;
  const to = time.at(-1) ?? from;
  const period = run.period ?? usualPeriod(time);
  if (!(period > 0 || to === from))
    throw new MetricSettingsError(`The period of the metrics' returns is ${period} ms`, {
      remedy: "Give one above 0.",
    });
  return {
    time,
    equity,
    returns: returnsOf(time, equity, period),
    period,
    benchmark: benchmarkReturns(run.benchmark, period, time),
    closed: closedTradesOf(fills, start, isCash, from),
    fills,
    ...exposureOf(time, equity, fills, start, isCash),
    settings: metricSettings(run.settings),
  };
}

function benchmarkReturns(benchmark: RunFigures["benchmark"], period: number, time: Float64Array): Float64Array | null {
  if (benchmark === null) return null;
  const from = time[0] ?? 0;
  const to = time.at(-1) ?? from;
  if (typeof benchmark !== "function") return returnsOf(benchmark.time, benchmark.equity, period, from, to);
  const ends = new Float64Array(Math.max(0, Math.floor((to - from) / period) + 1));
  const points = new Float64Array(ends.length);
  // What equity was at a period's end is known from its last point: of another moment the benchmark would move apart from it.
  let point = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = from + i * period;
    point = firstAfterNear(time, end, point) - 1;
    ends[i] = end;
    points[i] = time[point] ?? end;
  }
  const equity = benchmark(points);
  checkArguments("metricInputOf", numbers, equity);
  return returnsOf(ends, equity, period);
}

/** Milliseconds of a return of a curve with points at these times, where no period is asked for. */
export function usualPeriod(time: Float64Array): number {
  return returnPeriod((time.at(-1) ?? 0) - (time[0] ?? 0), usualStep(time));
}

/** The usual time between two points, by a thousand of them: gaps do not count. */
function usualStep(time: Float64Array): number {
  const steps: number[] = [];
  const stride = Math.max(1, Math.floor(time.length / 1000));
  for (let i = 1; i < time.length; i += stride) steps.push((time[i] ?? 0) - (time[i - 1] ?? 0));
  return steps.length === 0 ? 0 : select(Float64Array.from(steps), steps.length >> 1);
}
