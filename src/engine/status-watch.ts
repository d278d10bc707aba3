import { andThen, type MaybePromise } from "../core/maybe.js";
import { FailingReads } from "./failing-reads.js";
import { readSituation, type Situation } from "./situation.js";
import type { World } from "./world.js";

/** Asks for the competition's status, and knows how long ago that was. */
export class StatusWatch {
  readonly #world: World;
  readonly #react: (situation: Situation) => MaybePromise<void>;
  readonly #failing: FailingReads;
  #askedAt = -Infinity;

  constructor(world: World, react: (situation: Situation) => MaybePromise<void>) {
    this.#world = world;
    this.#react = react;
    this.#failing = new FailingReads(world, {
      name: "status",
      what: "status of the competition",
      meaning: "Its end, or that the team was taken out of it, would not be seen meanwhile.",
    });
  }

  /** It was asked for just now, by somebody else. */
  asked(): void {
    this.#askedAt = this.#world.ports.clock.now();
  }

  read(): MaybePromise<void> {
    const { bound, ports } = this.#world;
    return andThen(readSituation(ports.venue, bound), (situation) => {
      this.asked();
      if (situation.kind === "unclear") this.#failing.failed(situation.error);
      else this.#failing.worked();
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
