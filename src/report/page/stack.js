import { timeAxis, yAxis } from "./axes.js";
import { timeChart } from "./chart.js";
import { decodeTimes } from "./decode.js";
import { moment, percent } from "./format.js";
import { makeLegend } from "./legend.js";
import { colour } from "./palette.js";

/**
 * Shares of a whole, stacked: each layer is drawn from its upper edge down to the one below it.
 *
 * @param {import("./chart.js").Place} place
 * @param {import("../charts.js").StackSpec} spec
 * @returns {import("./chart.js").Drawn}
 */
export function drawStack(place, spec) {
  const times = decodeTimes(spec.time);
  const edges = upperEdges(spec.layers.map(({ values }) => values));
  /** @type {import("./legend.js").Legend | null} */
  let legend = null;
  const chart = timeChart(
    place,
    spec.height,
    {
      cursor: { points: { show: false } },
      scales: { y: { range: [0, 1] } },
      axes: [timeAxis(), yAxis("fraction")],
      // The highest is drawn first, so that each lower one covers what is not its own.
      series: [{}, ...spec.layers.map(seriesOf).reverse()],
      // The grid lies above the areas, else it were not seen.
      drawOrder: /** @type {import("uplot").DrawOrderKey[]} */ (["series", "axes"]),
    },
    [times, ...edges.reverse()],
    () => legend,
  );
  const shareAt = (/** @type {readonly (number | null)[]} */ values, /** @type {number | null} */ index) =>
    percent(values[index ?? values.length - 1] ?? 0);
  legend = makeLegend(
    place.target,
    spec.layers.map((layer) => ({
      name: layer.name,
      colour: layer.colour,
      shape: "area",
      value: (index) => shareAt(layer.values, index),
    })),
    null,
  );
  return {
    chart,
    height: spec.height,
    legend,
    describe: (index) =>
      `${moment((times[index] ?? 0) * 1000)} UTC: ${spec.layers.map(({ name, values }) => `${name} ${shareAt(values, index)}`).join(", ")}`,
    next: null,
    point: null,
  };
}

/**
 * @param {readonly (readonly (number | null)[])[]} layers
 * @returns {number[][]}
 */
function upperEdges(layers) {
  /** @type {number[]} */
  let below = [];
  return layers.map((values) => (below = values.map((value, i) => (below[i] ?? 0) + (value ?? 0))));
}

/**
 * @param {Pick<import("../charts.js").LineSpec, "colour">} layer
 * @returns {import("uplot").Series}
 */
function seriesOf({ colour: name }) {
  return {
    stroke: () => colour("card"),
    width: 0.5,
    fill: () => colour(name),
    fillTo: 0,
    points: { show: false },
  };
}
