import type { ReportRival, ReportRun } from "../input.js";
import { thin, union } from "./thin.js";

/** A curve at the times of its chart; unknown values are null. */
export interface Curve {
  readonly name: string;
  readonly kind: "run" | ReportRival["kind"];
  readonly values: (number | null)[];
}

/** The equity of all runs and of their rivals, at the same times. */
export interface EquityCurves {
  /** Epoch milliseconds. */
  readonly time: Float64Array;
  /** Runs first, then the rivals in the order of their kinds. USD. */
  readonly equity: readonly Curve[];
  /** Of the runs: fractions below the peak. */
  readonly drawdown: readonly Curve[];
}

const KINDS: readonly ReportRival["kind"][] = ["start", "cash", "house", "token"];

export function equityCurves(runs: readonly ReportRun[], points = 1_200): EquityCurves {
  const buckets = Math.max(150, Math.floor(points / 2 / Math.max(1, runs.length)));
  const time = union(
    runs.map(({ result }) => thin(result.time, result.equity, buckets).map((i) => result.time[i] as number)),
  );
  return {
    time,
    equity: [
      ...runs.map(({ name, result }): Curve => {
        const values = sample(result.time, result.equity, time);
        return { name, kind: "run", values };
      }),
      ...rivalsOf(runs).map((rival): Curve => {
        const values = sample(rival.time, rival.equity, time);
        return { name: rival.name, kind: rival.kind, values };
      }),
    ],
    drawdown: runs.map(({ name, result }): Curve => {
      return { name, kind: "run", values: sample(result.time, drawdowns(result.equity), time) };
    }),
  };
}

/** Each rival once, as the first run that has it met it. */
function rivalsOf(runs: readonly ReportRun[]): ReportRival[] {
  const byName = new Map<string, ReportRival>();
  for (const { result } of runs)
    for (const rival of result.rivals) if (!byName.has(rival.name)) byName.set(rival.name, rival);
  return [...byName.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** How far below its highest value so far a curve stands at each point, as a fraction, 0 or below. */
export function drawdowns(equity: Float64Array): Float64Array {
  const falls = new Float64Array(equity.length);
  let peak = -Infinity;
  for (let i = 0; i < equity.length; i += 1) {
    const value = equity[i] as number;
    if (value > peak) peak = value;
    falls[i] = peak > 0 ? value / peak - 1 : 0;
  }
  return falls;
}

/**
 * A curve at other times: straight between two of its points, null before the first and after the last.
 *
 * @param time rising; @param values as many; @param at rising
 */
export function sample(time: Float64Array, values: Float64Array, at: Float64Array): (number | null)[] {
  const sampled: (number | null)[] = new Array<number | null>(at.length).fill(null);
  const last = time.length - 1;
  let i = 0;
  for (let k = 0; k < at.length; k += 1) {
    const moment = at[k] as number;
    while (i < last && (time[i + 1] as number) <= moment) i += 1;
    const before = time[i];
    if (before === undefined || moment < before) continue;
    const here = values[i] as number;
    if (moment === before) sampled[k] = here;
    else if (i < last) {
      const part = (moment - before) / ((time[i + 1] as number) - before);
      sampled[k] = here + ((values[i + 1] as number) - here) * part;
    }
  }
  return sampled;
}
