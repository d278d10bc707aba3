import { colour } from "./palette.js";

/** The names of a chart's curves with their values: buttons that hide a curve, or with Alt all others. */

/**
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} colour
 * @property {"line" | "dashed" | "area"} shape
 * @property {(index: number | null) => string} value at a point of the chart; null is its end
 */

/** @typedef {{ show: (index: number | null, when: string) => void, recolour: () => void }} Legend */

/**
 * @param {HTMLElement} figure
 * @param {readonly Entry[]} entries
 * @param {((shown: boolean[]) => void) | null} toggle null where curves cannot be hidden
 * @returns {Legend}
 */
export function makeLegend(figure, entries, toggle) {
  const bar = document.createElement("div");
  bar.className = "legend";
  const shown = entries.map(() => true);
  const items = entries.map((entry, i) => {
    const item = makeItem(entry, toggle !== null);
    if (toggle !== null)
      item.root.onclick = (event) => {
        const alone = event.altKey || event.shiftKey;
        const others = alone && shown.every((is, k) => is === (k === i));
        shown.forEach((is, k) => (shown[k] = alone ? others || k === i : k === i ? !is : is));
        items.forEach(({ root }, k) => root.setAttribute("aria-pressed", String(shown[k])));
        toggle(shown);
      };
    bar.append(item.root);
    return item;
  });
  const time = document.createElement("span");
  time.className = "when";
  bar.append(time);
  figure.prepend(bar);
  /** @type {Legend} */
  const legend = {
    show(index, when) {
      time.textContent = when;
      items.forEach(({ value }, i) => (value.textContent = entries[i]?.value(index) ?? ""));
    },
    recolour() {
      items.forEach(({ swatch }, i) => swatch.style.setProperty("--swatch", colour(entries[i]?.colour ?? "")));
    },
  };
  legend.recolour();
  legend.show(null, "");
  return legend;
}

/**
 * @param {Entry} entry
 * @param {boolean} button
 */
function makeItem(entry, button) {
  const root = document.createElement(button ? "button" : "span");
  root.className = "item";
  if (button) {
    root.setAttribute("type", "button");
    root.setAttribute("aria-pressed", "true");
    root.title = "Click to hide or show, Alt and click for this one alone";
  }
  const swatch = document.createElement("i");
  swatch.className = entry.shape;
  const name = document.createElement("span");
  name.textContent = entry.name;
  const value = document.createElement("b");
  root.append(swatch, name, value);
  return { root, swatch, value };
}
