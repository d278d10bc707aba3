import { drawBars } from "./bars.js";
import { TimeGroup } from "./group.js";
import { listenToKeys } from "./keyboard.js";
import { drawLines } from "./lines.js";
import { forgetColours } from "./palette.js";
import { drawPrice } from "./price.js";
import { drawStack } from "./stack.js";

/** Draws the charts of the page, and draws them anew when its width or its colours change. */

const root = document.documentElement;

/** What went wrong stands where a test, or a person who reports it, finds it. @param {unknown} error */
function report(error) {
  root.dataset["errors"] = `${root.dataset["errors"] ?? ""}${String(error)}\n`;
}

addEventListener("error", ({ message }) => report(message));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  report(`${violatedDirective} ${blockedURI}`),
);

/** @type {{ target: HTMLElement, drawn: import("./chart.js").Drawn }[]} */
const all = [];

/**
 * @param {import("../charts.js").ChartSpec} spec
 * @param {import("./chart.js").Place} place
 * @param {import("../charts.js").PageData} data
 */
function draw(spec, place, data) {
  switch (spec.kind) {
    case "lines":
      return drawLines(place, spec);
    case "stack":
      return drawStack(place, spec);
    case "bars":
      return drawBars(place, spec);
    case "price": {
      const fills = data.fills[spec.run];
      return fills === undefined ? null : drawPrice(place, spec, fills);
    }
  }
}

/** @param {import("../charts.js").PageData} data */
function drawAll(data) {
  const group = new TimeGroup({ min: data.from / 1000, max: data.to / 1000 });
  for (const [id, spec] of Object.entries(data.charts)) {
    const target = document.getElementById(id);
    if (target === null) continue;
    try {
      const room = spec.kind === "lines" || spec.kind === "stack" ? 64 : 16;
      const drawn = draw(spec, { target, width: Math.max(240, target.clientWidth), room, group }, data);
      if (drawn === null) continue;
      all.push({ target, drawn });
      listenToKeys(target, drawn, group);
    } catch (error) {
      report(error);
      target.replaceChildren(`This chart could not be drawn: ${firstLine(error)}`);
    }
  }
}

/** @param {unknown} error */
function firstLine(error) {
  return String(error).split("\n", 1)[0] ?? "";
}

/** CSS pixels that a chart is high on paper, at most: it is narrower there, and what does not fit a page leaves a blank. */
const MOST_ON_PAPER = 230;

/**
 * Makes each chart as wide as its place, and as high as the page wants it; at once (uPlot's own way is a microtask later),
 * for Firefox takes what is printed before any microtask runs.
 */
function fit() {
  const most = root.classList.contains("paper") ? MOST_ON_PAPER : Infinity;
  for (const { target, drawn } of all) {
    const width = target.clientWidth;
    const height = Math.min(drawn.height, most);
    if (width > 0 && (width !== drawn.chart.width || height !== drawn.chart.height))
      drawn.chart.batch(() => drawn.chart.setSize({ width, height }));
  }
}

/** A table that is wider than its place is scrolled by the arrow keys, too, once it has the focus; Safari gives it none by itself. */
function letKeysScroll() {
  for (const box of document.querySelectorAll(".wide"))
    if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
}

function recolour() {
  forgetColours();
  for (const { drawn } of all) {
    drawn.legend?.recolour();
    drawn.chart.batch(() => drawn.chart.redraw(false));
  }
}

function start() {
  const text = document.getElementById("data")?.textContent ?? "";
  drawAll(JSON.parse(text));
  let waiting = false;
  const observer = new ResizeObserver(() => {
    if (waiting || root.classList.contains("paper")) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      fit();
      letKeysScroll();
    });
  });
  for (const { target } of all) observer.observe(target);
  observer.observe(document.body);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  addEventListener("beforeprint", () => {
    root.classList.add("paper");
    recolour();
    fit();
  });
  addEventListener("afterprint", () => {
    root.classList.remove("paper");
    recolour();
    fit();
  });
  root.dataset["charts"] = String(all.length);
}

try {
  start();
} catch (error) {
  report(error);
}
