import { mean } from "../../metrics/moments.js";
import { quantile } from "../../metrics/quantile.js";
import type { Spread, WindowResult, WindowsResult } from "../result/result.js";
import { WindowsError } from "./windows-error.js";

/** What all windows say together; `complete`, `leftOut` and `remarks` are the run's to add. */
export type WindowsSummary = Omit<WindowsResult, "complete" | "leftOut" | "remarks">;

/**
 * The spread of what windows came to, and how often they ended ahead of each rival. Windows that
 * overlap share days and are **not independent**: 30 windows a day apart say little more than the few
 * that fit beside each other, so no error of these shares can be had by their number.
 *
 * @param step milliseconds from one window's beginning to the next one's
 * @throws WindowsError where there is no window
 */
export function summariseWindows(windows: readonly WindowResult[], length: number, step: number): WindowsSummary {
  const [first] = windows;
  if (first === undefined)
    throw new WindowsError("No window to summarise", { remedy: "Run at least one window to its end." });
  const better = (a: WindowResult, b: WindowResult): WindowResult => (b.totalReturn > a.totalReturn ? b : a);
  const worse = (a: WindowResult, b: WindowResult): WindowResult => (b.totalReturn < a.totalReturn ? b : a);
  return {
    length,
    step,
    windows,
    returns: spreadOf(windows.map((window) => window.totalReturn)),
    drawdowns: spreadOf(windows.map((window) => window.maxDrawdown)),
    ahead: aheadOf(windows),
    worst: windows.reduce(worse, first),
    best: windows.reduce(better, first),
  };
}

/** The spread of values: percentiles with linear interpolation; `worst` is the lowest. NaN where there is none. */
export function spreadOf(values: readonly number[]): Spread {
  const at = (share: number): number => quantile(values, share);
  return {
    worst: at(0),
    p05: at(0.05),
    p25: at(0.25),
    median: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    best: at(1),
    mean: mean(values),
  };
}

/** Values closer than this are a tie: what two sums in another order differ by. */
const TIE = 1e-12;

/** Share of the windows that ended above each rival, of those that it was in; a tie is half. */
function aheadOf(windows: readonly WindowResult[]): Record<string, number> {
  const points = new Map<string, { won: number; of: number }>();
  for (const { finalValue, rivals } of windows)
    for (const [name, value] of Object.entries(rivals)) {
      const so = points.get(name) ?? { won: 0, of: 0 };
      const tie = Math.abs(finalValue - value) <= TIE * Math.max(Math.abs(finalValue), Math.abs(value));
      points.set(name, { won: so.won + (tie ? 0.5 : finalValue > value ? 1 : 0), of: so.of + 1 });
    }
  return Object.fromEntries([...points].map(([name, { won, of }]) => [name, won / of]));
}
