import { andThen, type MaybePromise } from "../core/maybe.js";
import type { Competition } from "../model/competition.js";
import { EndDoubt } from "./end-doubt.js";
import { FailingReads } from "./failing-reads.js";
import type { Jobs } from "./jobs.js";
import { readSituation, type Situation } from "./situation.js";
import type { World } from "./world.js";

export interface StatusEvents {
  react(situation: Situation): MaybePromise<void>;
  /** The competition that we are in; null: none. */
  running(): Competition | null;
  /** Where the status can be asked for at another moment. */
  jobs(): Pick<Jobs, "watchAt">;
}

/** Asks for the competition's status, and knows how long ago that was. */
export class StatusWatch {
  readonly #world: World;
  readonly #events: StatusEvents;
  readonly #doubt: EndDoubt;
  readonly #failing: FailingReads;
  #askedAt = -Infinity;

  constructor(world: World, events: StatusEvents) {
    this.#world = world;
    this.#events = events;
    this.#doubt = new EndDoubt(world, (at) => events.jobs().watchAt(at));
    this.#failing = new FailingReads(world, {
      name: "status",
      what: "status of the competition",
      meaning: "Its end, or that the team was taken out of it, would not be seen meanwhile.",
    });
  }

  /** Why nothing may be sent now; null: nothing speaks against it. */
  heldBack(): string | null {
    return this.#doubt.reason;
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
      if (this.#doubt.believes(situation, this.#events.running())) return this.#events.react(situation);
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
