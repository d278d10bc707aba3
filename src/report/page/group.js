/** Charts on the same time axis: they show the same stretch, and their cursors move together. */

/** @typedef {{ readonly min: number, readonly max: number }} Span epoch seconds */

export class TimeGroup {
  /** @param {Span} whole */
  constructor(whole) {
    this.whole = whole;
    /** @type {Span} */
    this.shown = whole;
    /** @type {import("uplot")[]} */
    this.charts = [];
    this.busy = false;
  }

  /** @param {import("uplot")} chart */
  add(chart) {
    this.charts.push(chart);
    chart.setScale("x", this.shown);
  }

  /** @param {Span} span */
  show(span) {
    if (this.busy) return;
    this.busy = true;
    this.shown = span;
    for (const chart of this.charts) chart.setScale("x", span);
    this.busy = false;
  }

  reset() {
    this.show(this.whole);
  }

  /** @param {number} factor below 1 to come closer @param {number} around epoch seconds */
  zoom(factor, around) {
    const { min, max } = this.shown;
    const low = Math.max(this.whole.min, around - (around - min) * factor);
    const high = Math.min(this.whole.max, around + (max - around) * factor);
    if (high - low >= 60) this.show({ min: low, max: high });
  }
}
