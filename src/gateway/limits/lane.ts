import Bottleneck from "bottleneck";

/** Where requests of one operation wait for their turn. */
export interface Lane {
  /** Puts a job at the end of its priority (0 goes first). It runs once a turn is given. */
  add(priority: number, job: () => void): void;
  /** Lets one more job run, the first of the most urgent ones. */
  giveTurn(): void;
}

/**
 * A bottleneck limiter used as a queue alone: its reservoir is never refreshed by its own clock
 * (a fixed window, which `updateSettings` would stop for good), it is filled by one whenever the
 * limiter has found a slot. So bottleneck never looks at time, and any clock will do. It needs no
 * `stop()`, which may hang: without a refresh it holds no timer, and is dropped when it is empty.
 */
export function bottleneckLane(): Lane {
  const queue = new Bottleneck({ reservoir: 0 });
  return {
    add(priority, job) {
      void queue.schedule({ priority }, () => {
        job();
        return Promise.resolve();
      });
    },
    giveTurn() {
      void queue.incrementReservoir(1);
    },
  };
}
