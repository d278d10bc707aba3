/** Ticks at which a strategy had not the bars that it needs. */
export interface Wait {
  readonly ticks: number;
  /** The instants of the first and of the last one, epoch milliseconds. */
  readonly first: number;
  readonly last: number;
}

/** How a strategy waited for its bars. */
export interface StrategyWaits {
  /** When it first had them, epoch milliseconds; null: never. */
  readonly readyAt: number | null;
  /** Until then, and after it had them once; null where it did not wait. */
  readonly before: Wait | null;
  readonly after: Wait | null;
}

/** Tells strategies' ticks that waited for bars at the beginning from those that waited later, where bars began anew. */
export class Waits {
  readonly #readyAt = new Map<string, number>();
  readonly #before = new Map<string, Wait>();
  readonly #after = new Map<string, Wait>();

  /** A tick that had its bars. */
  ready(at: number, strategy: string): void {
    if (!this.#readyAt.has(strategy)) this.#readyAt.set(strategy, at);
  }

  /** A tick that had not. */
  waited(at: number, strategy: string): void {
    const waits = this.#readyAt.has(strategy) ? this.#after : this.#before;
    const { ticks, first } = waits.get(strategy) ?? { ticks: 0, first: at };
    waits.set(strategy, { ticks: ticks + 1, first, last: at });
  }

  of(strategy: string): StrategyWaits {
    return {
      readyAt: this.#readyAt.get(strategy) ?? null,
      before: this.#before.get(strategy) ?? null,
      after: this.#after.get(strategy) ?? null,
    };
  }
}
