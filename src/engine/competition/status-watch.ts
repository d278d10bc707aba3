import { andThen, isPromise, type MaybePromise } from "../../core/maybe.js";
import type { Competition } from "../../model/competition.js";
import { EndConfirmation, SAID, type Ground } from "./end-confirmation.js";
import { FailingReads } from "../timeouts/failing-reads.js";
import type { EngineTasks } from "../tasks.js";
import type { News } from "./news.js";
import { StatusHold } from "./status-hold.js";
import { readSituation, type Situation } from "./situation.js";
import type { EngineContext } from "../context.js";

interface StatusEvents {
  react(situation: Situation, ground: Ground): MaybePromise<void>;
  /** The competition that we are in; null: none. */
  running(): Competition | null;
  /** What held trades back is over. */
  released(): void;
  /** Our team's; null: not known yet. */
  teamId(): string | null;
  /** Where the status can be asked for at another moment. */
  tasks(): Pick<EngineTasks, "watchAt" | "watchNow">;
}

/** Asks for the competition's status, and knows how long ago that was. */
export class StatusWatch {
  readonly #context: EngineContext;
  readonly #events: StatusEvents;
  readonly #confirmation: EndConfirmation;
  readonly #hold: StatusHold;
  readonly #failing: FailingReads;
  #askedAt = -Infinity;
  /** Whether the service is being asked what else it says of a suspicious status. */
  #confirming = false;
  /** What the service said when it refused something because the team is not in the competition; null: it did not. */
  #refusal: string | null = null;
  /** Whether something was refused, in a way that may be news of the competition, since it was last asked for. */
  #news = false;

  constructor(context: EngineContext, events: StatusEvents) {
    this.#context = context;
    this.#events = events;
    this.#confirmation = new EndConfirmation(context, {
      readAt: (at) => events.tasks().watchAt(at),
      teamId: () => events.teamId(),
      takesPart: () => (this.#refusal = null),
    });
    context.mode.heldBy(() => this.heldBack());
    this.#hold = new StatusHold(context, (at) => events.tasks().watchAt(at));
    this.#failing = new FailingReads(context, {
      name: "status",
      what: "status of the competition",
      meaning: "Nothing is sent meanwhile, and its end, or that the team was taken out of it, would not be seen.",
    });
  }

  /** Why nothing may be sent now, so that what is due waits; null: nothing speaks against it. */
  heldBack(): string | null {
    const { doubt } = this;
    if (doubt !== null) return `${doubt.reason}; nothing is sent while that is in doubt`;
    return this.#confirming ? "what the status says is being confirmed" : this.#hold.reason;
  }

  /** Whether the bot has to end is in doubt: why, and since when; null: it is not. */
  get doubt(): EndConfirmation["doubt"] {
    return this.#confirmation.doubt;
  }

  /** A reading or a trade was refused; where that is news of the competition, the status is asked what it says. */
  heard(news: News | null, text: string): void {
    if (news === null) return;
    if (news === "not-participating") this.#refusal = text;
    this.#news = true;
    this.#events.tasks().watchNow();
  }

  /** It was asked for just now, by somebody else. */
  asked(): void {
    this.#askedAt = this.#context.ports.clock.now();
  }

  /** @param atOnce whether what it says is acted on without a doubt */
  read(atOnce = this.#context.ports.settings.once): MaybePromise<void> {
    const { bound, ports } = this.#context;
    this.#news = false;
    return andThen(readSituation(ports.venue, bound), (told) => {
      const situation = this.#withRefusal(told);
      this.asked();
      let held = this.heldBack() !== null;
      this.#heed(situation);
      const weighed = atOnce ? SAID : this.#confirmation.weigh(situation, this.#events.running());
      if (isPromise(weighed)) {
        held = this.#confirming = true;
        this.#context.mode.lookAtHeld();
      }
      return andThen(weighed, (ground) => {
        this.#confirming = false;
        const reacted = ground === null ? undefined : this.#events.react(situation, ground);
        if (held && this.heldBack() === null) this.#events.released();
        this.#context.mode.lookAtHeld();
        return reacted;
      });
    });
  }

  #heed(situation: Situation): void {
    if (situation.kind === "unclear") {
      this.#failing.failed(situation.error);
      this.#hold.failed(situation.error);
    } else {
      this.#failing.worked();
      this.#hold.worked();
    }
  }

  /** Asks again where we were refused as no participants: a status that does not say that we are is no proof against that. */
  readIfRefused(): MaybePromise<void> {
    return this.#refusal === null ? undefined : this.read(true);
  }

  /** Asks again where there may be news that nothing else has asked about since: nobody watches a single tick. */
  readIfNews(): MaybePromise<void> {
    return this.#news ? this.read() : undefined;
  }

  #withRefusal(situation: Situation): Situation {
    if (situation.kind !== "active" || this.#refusal === null) return situation;
    if (!situation.participating) return { kind: "not-participating", error: new Error(this.#refusal), refused: true };
    this.#refusal = null;
    return situation;
  }

  /**
   * Where the status was not asked for in its time, the machine slept: before a trade is sent it is asked, for the
   * competition may be over, or another one have begun. Where it cannot be read, the trade waits.
   */
  readIfOverdue(): MaybePromise<void> {
    const { clock, settings } = this.#context.ports;
    if (clock.now() - this.#askedAt <= 2 * settings.watchEvery + settings.readTimeout) return;
    return this.read();
  }
}
