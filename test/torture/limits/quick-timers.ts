import Bottleneck from "bottleneck";
import { nextTurn } from "../../../src/core/time/system-clock.js";

/**
 * Bottleneck is the gateway's queue; it hands a turn on over several timers of zero milliseconds, on the machine's
 * clock. Here they take no time, and it is known when nothing is on its way through it any more.
 */
export interface QuickTimers {
  /** Resolves when whoever was given a turn has had it, and everything that followed at once is done. */
  settled(): Promise<void>;
  restore(): void;
}

type Schedule = (this: Bottleneck, job: () => PromiseLike<unknown>) => Promise<unknown>;

const LONGEST_WAIT = 100_000;

export function quickTimers(): QuickTimers {
  const timer = globalThis.setTimeout;
  const { schedule, incrementReservoir } = Bottleneck.prototype;
  let turns = 0;
  const quick = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): unknown =>
    (ms ?? 0) <= 1 ? setImmediate(run, ...args) : timer(run, ms, ...args);
  globalThis.setTimeout = Object.assign(quick, timer) as never;
  Bottleneck.prototype.schedule = function (this: Bottleneck, job: () => PromiseLike<unknown>) {
    return (schedule as Schedule).call(this, () => {
      turns--;
      return job();
    });
  } as typeof schedule;
  Bottleneck.prototype.incrementReservoir = function (this: Bottleneck, count: number) {
    turns += count;
    return incrementReservoir.call(this, count);
  };
  return {
    async settled() {
      await nextTurn();
      for (let waited = 0; turns > 0; waited++) {
        if (waited > LONGEST_WAIT) throw new Error(`${turns} turns were given, and nobody took them`);
        await nextTurn();
      }
      // Whoever had the last turn goes on with promises alone.
      await nextTurn();
    },
    restore() {
      globalThis.setTimeout = timer;
      Object.assign(Bottleneck.prototype, { schedule, incrementReservoir });
    },
  };
}
