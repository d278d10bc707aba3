import type { Part, Tally } from "./part.js";
import { plus } from "./tally.js";

/** A broken promise and the seed that shows it again. */
export interface Failure {
  readonly part: string;
  readonly seed: string;
  readonly text: string;
}

/** What a run came to so far, part by part. */
export class Score {
  readonly failures: Failure[] = [];
  readonly #parts: readonly Part[];
  readonly #sums = new Map<string, Sums>();

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    for (const { name } of parts) this.#sums.set(name, { rounds: 0, ms: 0, counts: {}, faults: {} });
  }

  /** Adds a round. @param ms how long it took */
  add(part: string, seed: string, ms: number, tally: Tally): void {
    const sums = this.of(part);
    sums.rounds += 1;
    sums.ms += ms;
    sums.counts = plus(sums.counts, tally.counts);
    sums.faults = plus(sums.faults, tally.faults ?? {});
    for (const text of tally.failures) this.failures.push({ part, seed, text });
  }

  of(part: string): Sums {
    const sums = this.#sums.get(part);
    if (sums === undefined) throw new RangeError(`${part} does not take part`);
    return sums;
  }

  /** How much of its target a part has done: 1 is all of it. */
  done({ name, target }: Part): number {
    const { counts } = this.of(name);
    return Math.min(...Object.entries(target).map(([count, wanted]) => (counts[count] ?? 0) / wanted));
  }

  /** How much of a part's target is reached, for people: what is done beyond it (`--for`) is not progress. */
  percent(part: Part): string {
    return `${Math.min(100, Math.floor(this.done(part) * 100))} %`;
  }

  /** The parts that have not reached their targets. */
  unfinished(): Part[] {
    return this.#parts.filter((part) => this.done(part) < 1);
  }
}

/** The sums of a part. */
export interface Sums {
  rounds: number;
  /** Of all its rounds, one after the other. */
  ms: number;
  counts: Readonly<Record<string, number>>;
  faults: Readonly<Record<string, number>>;
}
