import { Chart, timeAxis, utc, xAxis, yAxis } from "./axes.js";
import { change, moment, percent, usd } from "./format.js";
import { colour } from "./palette.js";
import { barRange } from "./range.js";

/** @typedef {import("../charts.js").BarsSpec} BarsSpec */

/**
 * A histogram, or returns one after the other: what is below zero in one colour, the rest in another.
 *
 * @param {import("./chart.js").Place} place
 * @param {BarsSpec} spec
 * @returns {import("./chart.js").Drawn}
 */
export function drawBars(place, spec) {
  const overTime = spec.x === "time";
  const at = overTime ? spec.at.map((moment) => moment / 1000) : [...spec.at];
  const width = overTime ? spec.width / 1000 : spec.width;
  const losing = spec.values.map((value, i) => (overTime ? value < 0 : (spec.at[i] ?? 0) < 0));
  const readout = document.createElement("div");
  readout.className = "readout";
  place.target.prepend(readout);
  const chart = new Chart(
    {
      width: place.width,
      height: spec.height,
      padding: [10, 24, 0, 0],
      legend: { show: false },
      tzDate: utc,
      scales: {
        x: { time: overTime, range: () => [at[0] ?? 0, (at[at.length - 1] ?? 0) + width] },
        y: { range: (_chart, min, max) => barRange(min, max) },
      },
      // Returns over time are a low chart, around zero: closer labels, else zero stands there alone.
      axes: overTime ? [timeAxis(), yAxis(spec.y, 22)] : [xAxis(spec.x), yAxis(spec.y)],
      series: [{}, barsOf("down"), barsOf("up")],
      cursor: { y: false, x: false, points: { show: false }, drag: { x: false, y: false } },
      hooks: {
        setCursor: [
          (self) => {
            const index = barUnder(self, at, width);
            readout.textContent = index === null ? "" : describe(spec, index);
          },
        ],
      },
    },
    [
      at,
      spec.values.map((value, i) => (losing[i] ? value : null)),
      spec.values.map((value, i) => (losing[i] ? null : value)),
    ],
    place.target,
  );
  return {
    chart,
    height: spec.height,
    legend: null,
    describe: (index) => describe(spec, index),
    next: null,
    point: (index) => (readout.textContent = index === null ? "" : describe(spec, index)),
  };
}

/**
 * @param {string} name of the colour
 * @returns {import("uplot").Series}
 */
function barsOf(name) {
  const paths = Chart.paths.bars;
  return {
    stroke: () => colour(name),
    fill: () => colour(name, 0.75),
    width: 0,
    points: { show: false },
    ...(paths === undefined ? {} : { paths: paths({ align: 1, size: [0.92, Infinity] }) }),
  };
}

/**
 * @param {import("uplot")} chart
 * @param {readonly number[]} at
 * @param {number} width
 */
function barUnder(chart, at, width) {
  const { left } = chart.cursor;
  if (left === undefined || left < 0) return null;
  const value = chart.posToVal(left, "x");
  const index = at.findLastIndex((edge) => edge <= value);
  return index >= 0 && value < (at[index] ?? 0) + width ? index : null;
}

/**
 * @param {BarsSpec} spec
 * @param {number} index
 */
function describe(spec, index) {
  const value = spec.values[index] ?? 0;
  const from = index === 0 ? spec.from : (spec.at[index] ?? 0);
  const to = index === spec.values.length - 1 ? spec.to : (spec.at[index] ?? 0) + spec.span;
  if (spec.x === "time") return `${moment(from)} to ${moment(to)} UTC: ${change(value)}`;
  const write = spec.x === "usd" ? usd : percent;
  return `${value} ${value === 1 ? spec.noun : `${spec.noun}s`}: ${write(from)} to ${write(to)}`;
}
