import { pathInTime, pathOf, type DrawdownPath, type DrawdownPlaces } from "./drawdown-path.js";
import { figure, none } from "./figure.js";
import type { Metric, MetricInput, MetricValue } from "./metric.js";

/** The deepest fall of an equity curve with its dates. */
export interface Drawdown {
  /** As a fraction, below 0. */
  readonly depth: number;
  /** Epoch milliseconds. */
  readonly peakAt: number;
  readonly troughAt: number;
  /** Null where the curve ends before it is back at the peak. */
  readonly recoveredAt: number | null;
  /** From the peak to the recovery, or to the curve's end, milliseconds. */
  readonly duration: number;
}

/** The deepest drawdown of an equity curve (of equal ones the first); null where it never falls. */
export function deepestDrawdown(time: Float64Array, equity: Float64Array): Drawdown | null {
  return dates(time, pathInTime(time, equity));
}

function dates(time: Float64Array, { deepest }: DrawdownPath): Drawdown | null {
  if (deepest === null) return null;
  const at = (place: number): number => time[place] ?? NaN;
  const peakAt = at(deepest.peak);
  const recoveredAt = deepest.recovery === null ? null : at(deepest.recovery);
  return {
    depth: deepest.depth,
    peakAt,
    troughAt: at(deepest.trough),
    recoveredAt,
    duration: (recoveredAt ?? at(time.length - 1)) - peakAt,
  };
}

const dated =
  (place: (places: DrawdownPlaces) => number | null, why: string) =>
  (input: MetricInput): MetricValue => {
    const { deepest } = pathOf(input);
    if (deepest === null) return none("Equity never fell.");
    const index = place(deepest);
    return index === null ? none(why) : figure(input.time[index] ?? NaN, why);
  };

const common = { unit: "time", source: "dates of empyrical's max_drawdown", needs: "a fall of equity" } as const;

export const maxDrawdownPeakMetric: Metric = {
  ...common,
  name: "maxDrawdownPeak",
  title: "Maximum drawdown, peak",
  summary: "The last time at the height from which equity fell deepest.",
  compute: dated((places) => places.peak, ""),
};

export const maxDrawdownTroughMetric: Metric = {
  ...common,
  name: "maxDrawdownTrough",
  title: "Maximum drawdown, trough",
  summary: "When equity was farthest below that peak.",
  compute: dated((places) => places.trough, ""),
};

export const maxDrawdownRecoveryMetric: Metric = {
  ...common,
  name: "maxDrawdownRecovery",
  title: "Maximum drawdown, recovery",
  summary: "When equity was first back at that peak.",
  needs: "a fall of equity, and its recovery",
  compute: dated((places) => places.recovery, "Equity did not come back to its peak before the end."),
};

export const maxDrawdownDurationMetric: Metric = {
  ...common,
  name: "maxDrawdownDuration",
  title: "Maximum drawdown, duration",
  unit: "ms",
  summary: "From that peak to the recovery, or to the end where there is none.",
  compute: (input) => {
    const drawdown = dates(input.time, pathOf(input));
    return drawdown === null ? none("Equity never fell.") : { value: drawdown.duration };
  },
};
