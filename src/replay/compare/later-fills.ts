import type { LaterTrade } from "./compare-intents.js";
import type { RunDifference } from "./report.js";

/** The same trade, known at another time in either run. */
interface LaterFill {
  readonly strategy: string;
  /** When one run knew of it, and when the other; epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  readonly difference: RunDifference;
}

/** Trades that came later in one of the runs: they matter where a tick of their strategy lay between. */
export class LaterFills {
  /** Milliseconds by which those came later that changed nothing. */
  readonly #harmless: number[] = [];
  #pending: LaterFill[] = [];

  /** What came of a strategy's decisions. */
  addAll(strategy: string, trades: readonly LaterTrade[]): void {
    for (const { at, from, until, difference } of trades)
      this.#pending.push({ strategy, from, until, difference: { ...difference, at, strategy, facts: "recorded" } });
  }

  /** A tick of a strategy: gives the differences that it makes matter. Ticks come in the order of time. */
  tick(strategy: string, at: number): RunDifference[] {
    if (this.#pending.length === 0) return [];
    const found: RunDifference[] = [];
    this.#pending = this.#pending.filter((fill) => {
      if (fill.until < at) {
        this.#harmless.push(fill.until - fill.from);
        return false;
      }
      if (fill.strategy !== strategy || fill.from >= at) return true;
      found.push(fill.difference);
      return false;
    });
    return found;
  }

  /** Of those that changed nothing. */
  summary(): { count: number; median: number; largest: number } {
    const spans = [...this.#harmless, ...this.#pending.map(({ from, until }) => until - from)].sort((a, b) => a - b);
    return { count: spans.length, median: spans[spans.length >> 1] ?? 0, largest: spans.at(-1) ?? 0 };
  }
}
