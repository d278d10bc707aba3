import { Chart, utc } from "./axes.js";
import { moment } from "./format.js";

/** What all charts over time share: cursor, zoom, legend values. */

/**
 * @typedef {object} Drawn
 * @property {import("uplot")} chart
 * @property {number} height CSS pixels
 * @property {import("./legend.js").Legend | null} legend
 * @property {(index: number) => string} describe a point, for who cannot see it
 * @property {((from: number, direction: 1 | -1) => number | null) | null} next the point to go to by key; null for the neighbour
 * @property {((index: number | null) => void) | null} point shows what is known of a point that was gone to by key
 */

/**
 * @typedef {object} Place
 * @property {HTMLElement} target
 * @property {number} width CSS pixels
 * @property {number} room CSS pixels right of the plot, where no axis stands: plots below each other end at the same place
 * @property {import("./group.js").TimeGroup} group
 */

const SHARED = new Set(["mousemove", "mouseleave"]);

/**
 * @param {Place} place
 * @param {number} height
 * @param {Partial<import("uplot").Options> & { series: import("uplot").Series[] }} options
 * @param {import("uplot").AlignedData} data
 * @param {() => import("./legend.js").Legend | null} legend
 */
export function timeChart(place, height, options, data, legend) {
  const { group } = place;
  const chart = new Chart(
    {
      width: place.width,
      height,
      padding: [10, place.room, 0, 0],
      legend: { show: false },
      tzDate: utc,
      ...options,
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false },
        sync: { key: "time", scales: ["x", null], filters: { pub: (type) => SHARED.has(type) } },
        bind: { dblclick: () => () => (group.reset(), null) },
        ...options.cursor,
      },
      hooks: {
        ...options.hooks,
        setSelect: [(self) => zoomTo(self, group)],
        setCursor: [(self) => legend()?.show(self.cursor.idx ?? null, whenOf(self))],
      },
    },
    data,
    place.target,
  );
  group.add(chart);
  return chart;
}

/** @param {import("uplot")} chart */
function whenOf(chart) {
  const at = chart.data[0][chart.cursor.idx ?? -1];
  return at === undefined ? "" : `${moment(at * 1000)} UTC`;
}

/**
 * @param {import("uplot")} chart
 * @param {import("./group.js").TimeGroup} group
 */
function zoomTo(chart, group) {
  const { left, width } = chart.select;
  if (width > 4) group.show({ min: chart.posToVal(left, "x"), max: chart.posToVal(left + width, "x") });
  chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}
