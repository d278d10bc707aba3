import { z } from "zod";
import { iso } from "../../core/time/utc.js";
import type { JsonValue } from "../../core/json.js";
import { isPromise } from "../../core/maybe.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { ExternalReadError } from "../errors.js";

/** What a run's `read` gave to a strategy at an instant (epoch milliseconds); undefined where nothing was recorded. */
export interface RecordedInputs {
  (strategy: string, instant: number): JsonValue | undefined;
  /** The run of which they are: backtests with those of different runs have different ids. */
  readonly of?: string;
}

interface Started {
  readonly strategy: string;
  readonly done: Promise<unknown>;
  /** Whether it has ended, as far as somebody looks; null: nobody does yet, as most have ended before anybody asks. */
  ended: boolean | null;
}

/**
 * The `read` hooks of a backtest: which are under way, so that the clock stands still meanwhile. One that goes elsewhere
 * than to the venue gets what was recorded of it.
 */
export class ReadHooks {
  /** Begun since the last `forget`; most have ended long before anybody asks. */
  #started: Started[] = [];
  /** The one that is just being called. */
  #called: string | null = null;
  /** Instants at which nothing was recorded, by strategy. */
  readonly missing = new Map<string, number>();

  /** The strategy with its `read` watched, or replaced by what was recorded. Throws ExternalReadError. */
  watched(bound: BoundStrategy, inputs: RecordedInputs | undefined): BoundStrategy {
    const { definition, name } = bound;
    const { read } = definition;
    if (read === undefined) return bound;
    if (definition.external === true) return this.#recorded(bound, inputs);
    const watched: typeof read = (view, io) => {
      this.#called = name;
      try {
        const given = read.call(definition, view, io);
        if (!isPromise(given)) return given;
        // Asked once: what has a `then` of its own may begin anew with each (queries of a database do).
        const done = Promise.resolve(given);
        this.#started.push({ strategy: name, done, ended: null });
        return done;
      } finally {
        this.#called = null;
      }
    };
    return { ...bound, definition: { ...definition, read: watched } };
  }

  /** Strategies whose `read` may be under way. */
  names(): string[] {
    const started = this.#started.map(({ strategy }) => strategy);
    return [...new Set(this.#called === null ? started : [...started, this.#called])];
  }

  /** They have all ended: the engine has decided on them. */
  forget(): void {
    if (this.#started.length > 0) this.#started = [];
  }

  /** Takes those away that have ended by now; gives how many have not. For when the engine still waits. */
  async unfinished(): Promise<number> {
    for (const one of this.#started) if (one.ended === null) lookAt(one);
    // Of those that have ended already it is heard now.
    await Promise.resolve();
    this.#started = this.#started.filter(({ ended }) => ended !== true);
    return this.#started.length;
  }

  /** Resolves once one of those that `unfinished` counted has ended. */
  async oneEnded(): Promise<void> {
    await Promise.race(this.#started.map(({ done }) => Promise.allSettled([done])));
  }

  #recorded(bound: BoundStrategy, inputs: RecordedInputs | undefined): BoundStrategy {
    const { definition, name } = bound;
    if (inputs === undefined)
      throw new ExternalReadError(
        `The \`read\` of ${name} uses external data (external: true), whose past is not on a tape`,
        {
          remedy: "Give a run's recorded inputs: --inputs RUN, or `inputs` in the library.",
        },
      );
    const read: typeof definition.read = (view) => {
      const value = inputs(name, view.now);
      if (value === undefined) {
        this.missing.set(name, 1 + (this.missing.get(name) ?? 0));
        return Promise.reject(new ExternalReadError(`No input of ${name} was recorded at ${iso(view.now)}`));
      }
      return Promise.resolve(value);
    };
    // What was recorded has been through the strategy's schema already.
    return { ...bound, definition: { ...definition, inputs: z.unknown(), read } };
  }
}

/** Once: whoever is asked often while it goes on would gather what waits for it. */
function lookAt(one: Started): void {
  const end = (): void => {
    one.ended = true;
  };
  one.ended = false;
  void one.done.then(end, end);
}
