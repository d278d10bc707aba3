import { changeAxis, timeAxis, yAxis } from "./axes.js";
import { timeChart } from "./chart.js";
import { decodeTimes } from "./decode.js";
import { change, moment, percent, usd } from "./format.js";
import { makeLegend } from "./legend.js";
import { colour } from "./palette.js";

/**
 * Curves over time: equity, drawdown.
 *
 * @param {import("./chart.js").Place} place
 * @param {import("../charts.js").LinesSpec} spec
 * @returns {import("./chart.js").Drawn}
 */
export function drawLines(place, spec) {
  const times = decodeTimes(spec.time);
  const write = spec.unit === "usd" ? usd : percent;
  const { base } = spec;
  /** @type {import("./legend.js").Legend | null} */
  let legend = null;
  const chart = timeChart(
    base === null ? place : { ...place, room: 8 },
    spec.height,
    {
      scales: { y: { range: (_chart, min, max) => roomAround(min, max, spec.filled) } },
      axes: [timeAxis(), yAxis(spec.unit), ...(base === null ? [] : [changeAxis(base)])],
      // The first line is drawn last, above all others.
      series: [{}, ...spec.lines.map((line) => seriesOf(line, spec.filled)).reverse()],
      hooks: { drawAxes: [(self) => drawStretch(self, spec.stretch)] },
    },
    [times, ...spec.lines.map(({ values }) => [...values]).reverse()],
    () => legend,
  );
  const valueAt = (/** @type {import("../charts.js").LineSpec} */ line, /** @type {number | null} */ index) => {
    const value = index === null ? line.values.findLast((known) => known !== null) : line.values[index];
    if (value === null || value === undefined) return "";
    return base === null ? write(value) : `${write(value)} (${change(value / base - 1)})`;
  };
  legend = makeLegend(
    place.target,
    spec.lines.map((line) => ({
      name: line.name,
      colour: line.colour,
      shape: line.dash === null ? "line" : "dashed",
      value: (index) => valueAt(line, index),
    })),
    spec.lines.length < 2
      ? null
      : (shown) => chart.batch(() => shown.forEach((show, i) => chart.setSeries(shown.length - i, { show }))),
  );
  return {
    chart,
    height: spec.height,
    legend,
    describe: (index) =>
      `${moment((times[index] ?? 0) * 1000)} UTC: ${spec.lines.map((line) => `${line.name} ${valueAt(line, index)}`).join(", ")}`,
    next: null,
    point: null,
  };
}

/**
 * @param {import("../charts.js").LineSpec} line
 * @param {boolean} filled
 * @returns {import("uplot").Series}
 */
function seriesOf(line, filled) {
  return {
    stroke: () => colour(line.colour, line.width > 1 ? undefined : 0.8),
    width: line.width,
    ...(line.dash === null ? {} : { dash: [...line.dash] }),
    ...(filled ? { fill: () => colour(line.colour, 0.14), fillTo: 0 } : {}),
    points: { show: false },
    spanGaps: false,
  };
}

/**
 * @param {number | null} min
 * @param {number | null} max
 * @param {boolean} toZero
 * @returns {[number, number]}
 */
function roomAround(min, max, toZero) {
  if (min === null || max === null) return [0, 1];
  const room = (max - min || Math.abs(max) * 0.01 || 0.01) * 0.06;
  return toZero ? [Math.min(min, 0) - room, 0] : [min - room, max + room];
}

/**
 * @param {import("uplot")} chart
 * @param {import("../charts.js").Stretch | null} stretch
 */
function drawStretch(chart, stretch) {
  if (stretch === null) return;
  const { ctx, bbox } = chart;
  const edge = (/** @type {number} */ at) =>
    Math.min(bbox.left + bbox.width, Math.max(bbox.left, chart.valToPos(at / 1000, "x", true)));
  const left = edge(stretch.from);
  const width = Math.max(2, edge(stretch.until) - left);
  if (left >= bbox.left + bbox.width || left + width <= bbox.left) return;
  ctx.save();
  ctx.fillStyle = colour("down", 0.1);
  ctx.fillRect(left, bbox.top, width, bbox.height);
  ctx.restore();
}
