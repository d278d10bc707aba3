import { andThen, type MaybePromise } from "../core/maybe.js";
import { readSituation, type Situation } from "./situation.js";
import type { World } from "./world.js";

/** Asks for the competition's status, and knows how long ago that was. */
export class StatusWatch {
  readonly #world: World;
  readonly #react: (situation: Situation) => MaybePromise<void>;
  #askedAt = -Infinity;

  constructor(world: World, react: (situation: Situation) => MaybePromise<void>) {
    this.#world = world;
    this.#react = react;
  }

  /** It was asked for just now, by somebody else. */
  asked(): void {
    this.#askedAt = this.#world.ports.clock.now();
  }

  read(): MaybePromise<void> {
    const { bound, ports } = this.#world;
    return andThen(readSituation(ports.venue, bound), (situation) => {
      this.asked();
      return this.#react(situation);
    });
  }

  /**
   * Where the status was not asked for in its time, the machine slept: before a trade is sent it is asked, for the
   * competition may be over, or another one have begun. Where it cannot be read that says nothing, as ever.
   */
  readIfOverdue(): MaybePromise<void> {
    const { clock, settings } = this.#world.ports;
    if (clock.now() - this.#askedAt <= 2 * settings.watchEvery + settings.readTimeout) return;
    return this.read();
  }
}
