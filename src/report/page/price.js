import { timeAxis, yAxis } from "./axes.js";
import { timeChart } from "./chart.js";
import { decodeTimes, tradesIn } from "./decode.js";
import { digits, moment, percent, usd } from "./format.js";
import { colour } from "./palette.js";
import { hideNote, showNote } from "./tooltip.js";

/** @typedef {import("./decode.js").Trade} Trade */

/** CSS pixels from the pointer within which a trade is meant. */
const REACH = 14;
const SIZE = 5;

/**
 * A token's price with its trades: a triangle that points up, below the line, is a purchase; one
 * that points down, above it, a sale.
 *
 * @param {import("./chart.js").Place} place
 * @param {import("../charts.js").PriceSpec} spec
 * @param {import("../data/fills.js").FillColumns} fills
 * @returns {import("./chart.js").Drawn}
 */
export function drawPrice(place, spec, fills) {
  const times = decodeTimes(spec.time);
  const trades = tradesIn(fills, spec.token);
  const readout = document.createElement("div");
  readout.className = "readout";
  place.target.prepend(readout);
  /** @type {import("./legend.js").Legend} */
  const legend = {
    show: (index, when) => (readout.textContent = index === null ? "" : `${when} · $${digits(spec.price[index] ?? 0)}`),
    recolour: () => {},
  };
  const chart = timeChart(
    place,
    spec.height,
    {
      scales: { y: { range: (_chart, min, max) => withRoom(min, max) } },
      axes: [timeAxis(), yAxis("usd")],
      series: [{}, { stroke: () => colour(spec.colour), width: 1.25, points: { show: false } }],
      hooks: { draw: [(self) => drawMarks(self, trades)] },
    },
    [times, [...spec.price]],
    () => legend,
  );
  const over = chart.over;
  over.addEventListener("mousemove", (event) => {
    const found = nearest(chart, trades, event.offsetX, event.offsetY);
    if (found === null) hideNote();
    else showNote(noteOf(found), event.clientX, event.clientY);
  });
  over.addEventListener("mouseleave", hideNote);
  return { chart, height: spec.height, legend, ...byKey(chart, spec, times, trades) };
}

/**
 * Room for the marks above and below the line.
 *
 * @param {number | null} min
 * @param {number | null} max
 * @returns {[number, number]}
 */
function withRoom(min, max) {
  if (min === null || max === null) return [0, 1];
  const room = (max - min || Math.abs(max) * 0.01) * 0.12;
  return [min - room, max + room];
}

/**
 * @param {import("uplot")} chart
 * @param {import("../charts.js").PriceSpec} spec
 * @param {readonly number[]} times
 * @param {readonly Trade[]} trades
 * @returns {Pick<import("./chart.js").Drawn, "describe" | "next" | "point">}
 */
function byKey(chart, spec, times, trades) {
  // Several may be made at one point: each is gone to.
  const places = trades.map(({ at }) => chart.valToIdx(at / 1000));
  let current = -1;
  const tradeAt = (/** @type {number} */ index) => {
    if (places[current] !== index) current = places.indexOf(index);
    return trades[current];
  };
  return {
    describe: (index) => {
      const trade = tradeAt(index);
      if (trade === undefined)
        return `${moment((times[index] ?? 0) * 1000)} UTC: ${spec.token} at $${digits(spec.price[index] ?? 0)}`;
      const { title, rows, text } = noteOf(trade);
      return `${title}. ${rows.map(([name, value]) => `${name}: ${value}`).join(". ")}. ${text}`;
    },
    next: (from, direction) => {
      let to = current + direction;
      if (places[current] !== from)
        to = direction > 0 ? places.findIndex((place) => place > from) : places.findLastIndex((place) => place < from);
      const place = places[to];
      if (place === undefined) return null;
      current = to;
      return place;
    },
    point: (index) => {
      const trade = index === null ? undefined : tradeAt(index);
      if (trade === undefined) return hideNote();
      const rect = chart.over.getBoundingClientRect();
      const x = rect.left + chart.valToPos(trade.at / 1000, "x");
      showNote(noteOf(trade), x, rect.top + chart.valToPos(trade.price, "y"));
    },
  };
}

/**
 * @param {Trade} trade
 * @returns {import("./tooltip.js").Note}
 */
function noteOf(trade) {
  const bought = trade.side === "buy";
  return {
    title: `${bought ? "Bought" : "Sold"} ${bought ? trade.to : trade.from}`,
    tone: bought ? "up" : "down",
    rows: [
      ["Time", `${moment(trade.at)} UTC`],
      ["Strategy", trade.strategy],
      ["Intent", trade.intent],
      ["Sold", `${digits(trade.fromAmount)} ${trade.from}`],
      ["Received", `${digits(trade.toAmount)} ${trade.to}`],
      ["Worth", usd(trade.usd)],
      ["Price", `$${digits(trade.executed)} (venue $${digits(trade.price)})`],
      ["Slippage", `${usd(trade.slippageUsd)} (${percent(trade.usd > 0 ? trade.slippageUsd / trade.usd : 0)})`],
      ["Priced by", trade.pricedBy],
    ],
    text: trade.reason,
  };
}

/** Pixels from the line to a mark's middle, downwards. @param {Trade} trade */
const offset = ({ side }) => (side === "buy" ? SIZE + 4 : -SIZE - 4);

/**
 * @param {import("uplot")} chart
 * @param {readonly Trade[]} trades
 * @param {number} x CSS pixels within the plot
 * @param {number} y
 * @returns {Trade | null}
 */
function nearest(chart, trades, x, y) {
  let best = null;
  let least = REACH * REACH;
  for (const trade of trades) {
    const dx = chart.valToPos(trade.at / 1000, "x") - x;
    if (Math.abs(dx) > REACH) continue;
    const dy = chart.valToPos(trade.price, "y") + offset(trade) - y;
    const distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      best = trade;
    }
  }
  return best;
}

/**
 * @param {import("uplot")} chart
 * @param {readonly Trade[]} trades
 */
function drawMarks(chart, trades) {
  const { ctx, bbox } = chart;
  const { min = 0, max = 0 } = chart.scales["x"] ?? {};
  const visible = trades.filter(({ at }) => at / 1000 >= (min ?? 0) && at / 1000 <= (max ?? 0));
  const ratio = devicePixelRatio || 1;
  // Many marks are smaller and clearer, so that the line is seen.
  const crowd = visible.length / (bbox.width / ratio);
  const size = (crowd > 0.6 ? 3 : crowd > 0.2 ? 4 : SIZE) * ratio;
  ctx.save();
  ctx.beginPath();
  // A mark at the very edge is seen whole.
  ctx.rect(bbox.left - size, bbox.top, bbox.width + 2 * size, bbox.height);
  ctx.clip();
  ctx.lineWidth = ratio;
  ctx.strokeStyle = colour("card");
  for (const trade of visible) {
    const x = chart.valToPos(trade.at / 1000, "x", true);
    const y = chart.valToPos(trade.price, "y", true) + offset(trade) * ratio;
    const tip = trade.side === "buy" ? -size : size;
    ctx.fillStyle = colour(trade.side === "buy" ? "up" : "down", crowd > 0.6 ? 0.7 : 0.95);
    ctx.beginPath();
    ctx.moveTo(x, y + tip);
    ctx.lineTo(x - size, y - tip * 0.8);
    ctx.lineTo(x + size, y - tip * 0.8);
    ctx.closePath();
    ctx.fill();
    if (crowd <= 0.2) ctx.stroke();
  }
  ctx.restore();
}
