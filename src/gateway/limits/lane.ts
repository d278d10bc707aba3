import { createRequire } from "node:module";
import type Bottleneck from "bottleneck";

/** Where requests wait for their turn, in order. */
export interface Lane {
  add(job: () => void): void;
  /** Lets one more job run: the first one, or the next that comes. */
  giveTurn(): void;
}

/**
 * A bottleneck limiter used as a queue alone: its reservoir is not refreshed by a clock of its own
 * (that would be a fixed window, and `updateSettings` would stop it for good), it is raised by one
 * whenever the limiter has found a slot. So bottleneck never looks at time, and any clock will do.
 * It needs no `stop()`, which may hang: without a refresh it holds no timer, and is let go when it
 * is empty. Its priorities are not used: a job is not in their order until some milliseconds after
 * it was added, and a turn meant for a trade could go to a read; so each purpose has its own lane.
 */
export function bottleneckLane(): Lane {
  // Loaded with the first lane: most commands, and every strategy's `import … from "contender"`, send nothing.
  const Limiter = createRequire(import.meta.url)("bottleneck") as typeof Bottleneck;
  const queue = new Limiter({ reservoir: 0 });
  return {
    add(job) {
      void queue.schedule(() => {
        job();
        return Promise.resolve();
      });
    },
    giveTurn() {
      void queue.incrementReservoir(1);
    },
  };
}
