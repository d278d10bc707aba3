import { colour } from "./palette.js";
import { tick } from "./format.js";

/** Axes, grid and cursor that all charts have in common. */

/** @type {typeof import("uplot")} */
export const Chart = Reflect.get(globalThis, "uPlot");

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** Steps of a time axis and how they are written; the second text is for the first label of a day or year. */
const HOURS = "{HH}:{mm}";
const DAYS = "{D} {MMM}";
/** @type {(string | number | null)[][]} */
const TIMES = [
  [31_536_000, "{YYYY}", null, null, null, null, null, null, 1],
  [2_419_200, "{MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [86_400, DAYS, "\n{YYYY}", null, null, null, null, null, 1],
  [60, HOURS, `\n${DAYS} {YYYY}`, null, `\n${DAYS}`, null, null, null, 1],
  [1, `${HOURS}:{ss}`, `\n${DAYS} {YYYY}`, null, `\n${DAYS}`, null, null, null, 1],
];

const common = () => ({
  font: FONT,
  stroke: () => colour("muted"),
  grid: { stroke: () => colour("grid"), width: 1 },
  ticks: { show: false },
});

/**
 * @param {readonly number[]} values
 * @param {number} step
 * @param {"usd" | "fraction" | "count"} unit
 */
function labels(values, step, unit) {
  const largest = Math.max(...values.map(Math.abs));
  return values.map((value) => tick(value, step, unit, largest));
}

/** @returns {import("uplot").Axis} */
export function timeAxis() {
  return { ...common(), space: 70, size: 44, gap: 8, values: /** @type {import("uplot").Axis.Values} */ (TIMES) };
}

/**
 * @param {"usd" | "fraction" | "count"} unit
 * @returns {import("uplot").Axis}
 */
export function xAxis(unit) {
  return {
    ...common(),
    space: 60,
    size: 32,
    gap: 8,
    values: (_chart, splits, _axis, _space, step) => labels(splits, step, unit),
  };
}

/**
 * @param {"usd" | "fraction" | "count"} unit
 * @param {number} [space] pixels between two labels
 * @returns {import("uplot").Axis}
 */
export function yAxis(unit, space = 34) {
  return {
    ...common(),
    space,
    // Wide enough for its widest label, and at least as wide as those of the charts above and below.
    size: (_chart, labels) => Math.max(64, 20 + 7 * Math.max(0, ...(labels ?? []).map((text) => text.length))),
    gap: 8,
    values: (_chart, splits, _axis, _space, step) =>
      labels(splits, step, unit).map((text, i) => (unit === "count" && !Number.isInteger(splits[i]) ? "" : text)),
  };
}

/**
 * An axis on the right that says how far a value of the left one is from a base.
 *
 * @param {number} base
 * @returns {import("uplot").Axis}
 */
export function changeAxis(base) {
  return {
    ...common(),
    scale: "y",
    side: 1,
    space: 34,
    size: 56,
    gap: 8,
    grid: { show: false },
    splits: (chart) => {
      const { min = base, max = base } = chart.scales["y"] ?? {};
      const low = (min ?? base) / base - 1;
      const step = niceStep((max ?? base) / base - 1 - low, chart.height / 60);
      const splits = [];
      for (let at = Math.ceil(low / step) * step; at <= (max ?? base) / base - 1; at += step)
        splits.push(base * (1 + at));
      return splits;
    },
    values: (_chart, splits) => {
      const step = splits.length > 1 ? ((splits[1] ?? 0) - (splits[0] ?? 0)) / base : 0.01;
      return splits.map((value) => {
        const part = Math.round((value / base - 1) / step) * step;
        return (part > 0 ? "+" : "") + tick(part, step, "fraction", 1);
      });
    },
  };
}

/**
 * @param {number} span
 * @param {number} steps about how many
 */
function niceStep(span, steps) {
  const wanted = Math.max(span / Math.max(1, steps), 1e-9);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5, 10].find((factor) => factor * power >= wanted) ?? 10) * power;
}

/** Times are shown in UTC, wherever the reader is. @param {number} seconds */
export function utc(seconds) {
  return Chart.tzDate(new Date(seconds * 1000), "Etc/UTC");
}
