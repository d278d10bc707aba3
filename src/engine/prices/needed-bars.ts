import type { BarSeries } from "../../model/bar-series.js";

/** Bars that are needed, and what makes them. */
interface Needed {
  /** Milliseconds. */
  readonly interval: number;
  readonly count: number;
  /** Null where nothing makes them. */
  readonly builder: { readonly series: BarSeries; readonly current: number } | null;
}

/** Whether there are the bars that a strategy needs. */
export class NeededBars {
  readonly #needed: readonly Needed[];
  /** What is made, and how much of each it takes; null: something is made by nobody. */
  readonly #series: readonly BarSeries[] | null;
  readonly #counts: readonly number[];

  constructor(needed: readonly Needed[]) {
    this.#needed = needed;
    const made = needed.flatMap(({ builder }) => builder?.series ?? []);
    this.#series = made.length === needed.length ? made : null;
    this.#counts = needed.map(({ count }) => count);
  }

  /** Whether there are enough of them. */
  get ready(): boolean {
    const series = this.#series;
    if (series === null) return false;
    for (let i = 0; i < series.length; i++)
      if ((series[i] as BarSeries).length < (this.#counts[i] as number)) return false;
    return true;
  }

  /** When there will be enough of them, epoch milliseconds, if prices keep coming; null where there are enough. */
  readyAt(now: number): number | null {
    if (this.ready) return null;
    let latest = 0;
    for (const { interval, count, builder } of this.#needed) {
      const missing = count - (builder?.series.length ?? 0);
      if (missing <= 0) continue;
      const current = builder === null || Number.isNaN(builder.current) ? now : builder.current;
      latest = Math.max(latest, (Math.floor(current / interval) + missing) * interval);
    }
    return latest;
  }
}
