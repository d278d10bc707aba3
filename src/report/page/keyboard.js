/** A chart by keys: along its points or trades, closer and further, and back to the whole. */

const spoken = document.createElement("div");
spoken.className = "spoken";
spoken.setAttribute("aria-live", "polite");
document.body.append(spoken);

/**
 * @param {HTMLElement} target
 * @param {import("./chart.js").Drawn} drawn
 * @param {import("./group.js").TimeGroup} group
 */
export function listenToKeys(target, drawn, group) {
  const { chart } = drawn;
  let index = -1;
  const last = () => chart.data[0].length - 1;
  const go = (/** @type {number | null} */ to) => {
    if (to === null) return;
    index = Math.min(last(), Math.max(0, to));
    const left = chart.valToPos(chart.data[0][index] ?? 0, "x");
    chart.setCursor({ left, top: 1 });
    drawn.point?.(index);
    spoken.textContent = drawn.describe(index);
  };
  const step = (/** @type {1 | -1} */ direction, /** @type {boolean} */ far) => {
    const from = index < 0 ? (direction > 0 ? -1 : last() + 1) : index;
    if (drawn.next !== null && !far) return go(drawn.next(from, direction));
    go(from + direction * (far ? Math.max(1, Math.round(last() / 20)) : 1));
  };
  const zoom = (/** @type {number} */ factor) =>
    group.zoom(factor, chart.data[0][Math.max(0, index)] ?? group.shown.min);
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const keys = {
    ArrowRight: (event) => step(1, event.shiftKey),
    ArrowLeft: (event) => step(-1, event.shiftKey),
    Home: () => go(0),
    End: () => go(last()),
    "+": () => zoom(0.5),
    "=": () => zoom(0.5),
    "-": () => zoom(2),
    0: () => group.reset(),
    Escape: () => {
      drawn.point?.(null);
      target.blur();
    },
  };
  target.addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined || event.target !== target) return;
    event.preventDefault();
    act(event);
  });
  target.addEventListener("blur", () => drawn.point?.(null));
}
