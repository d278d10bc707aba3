import { errorCode, messageOf } from "../../core/errors.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import { formatLength, SECOND } from "../../core/time/duration.js";
import { isOver, type Competition } from "../../model/competition.js";
import { attemptWithin } from "../timeouts/bounded.js";
import type { EngineContext } from "../context.js";
import type { Situation } from "./situation.js";

/** Readings in a row that must say the same before a bot ends by them. */
export const READINGS = 3;

/** The first pause before the status is read again, milliseconds; each further one is twice as long, up to the longest. */
export const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = 30 * SECOND;

/** What a service that is ill, or has shut us out, answers to a call with the key; a time-out or a full limit is neither. */
const SHUT_OUT: ReadonlySet<string> = new Set(["SERVICE_FAILED", "NO_ENTRY"]);

/** Why a situation is acted on. */
export type Ground =
  /** The service said so itself, or the situation is no end. */
  | { readonly kind: "said" }
  /** The leaderboard names our competition as ended. */
  | { readonly kind: "ended" }
  /** Our competition's end, as known beforehand, has passed. */
  | { readonly kind: "due"; readonly endAt: number }
  /** It lasted for so many milliseconds, though no end was due. */
  | { readonly kind: "lasted"; readonly ms: number };

export const SAID: Ground = { kind: "said" };

/** What speaks against going on: a situation, or that the status names another competition than ours. */
type Suspicion = Exclude<Situation["kind"], "active" | "over"> | "other-competition";

interface Doubt {
  /** When it began, epoch milliseconds. */
  readonly since: number;
  /** Since when it has lasted without an outage; null: until the next suspicious reading. */
  lasting: number | null;
  suspicion: Suspicion;
  text: string;
  /** Readings in a row with this suspicion. */
  readings: number;
  pause: number;
}

interface ConfirmationEvents {
  /** Has the status read again at a moment. */
  readAt(at: number): void;
  /** Of our team; null: not known yet. */
  teamId(): string | null;
  /** The leaderboard lists our team, though something was refused because it does not take part. */
  takesPart(): void;
}

/** What else the service says when a status is suspicious. */
type SecondLook = "ended" | "taking-part" | "outage" | "status-alone" | "nothing";

/**
 * Decides whether a suspicious status is an end of the bot. One odd answer among good ones is none: a service that
 * restarts gives such. What names our competition as ended, and what comes after its known end, is believed at once.
 * Anything else is doubted for ten minutes: nothing is sent, the status is read again, and a good one refutes it.
 * docs/how-to/run-for-a-week.md has the table of what is doubted and how it ends.
 */
export class EndConfirmation {
  readonly #context: Pick<EngineContext, "ports" | "note" | "bound">;
  readonly #events: ConfirmationEvents;
  #doubt: Doubt | null = null;

  constructor(context: Pick<EngineContext, "ports" | "note" | "bound">, events: ConfirmationEvents) {
    this.#context = context;
    this.#events = events;
  }

  /** What is doubted and since when; null: nothing is, and trades may be sent. */
  get doubt(): { readonly since: number; readonly reason: string } | null {
    return this.#doubt === null ? null : { since: this.#doubt.since, reason: this.#doubt.text };
  }

  /**
   * Why a situation is to be acted on; null: it is not, and is read again.
   *
   * @param running the competition that we are in; null: none
   */
  weigh(situation: Situation, running: Competition | null): MaybePromise<Ground | null> {
    const { clock, settings } = this.#context.ports;
    if (settings.endDoubt === undefined) return SAID;
    const lasts = settings.endDoubt;
    const suspicion = suspicionOf(situation, running);
    if (suspicion === null) {
      // An end that the service names leaves no doubt to refute.
      if (situation.kind !== "over") this.#refute();
      return SAID;
    }
    const endAt = this.#dueEnd(situation, running);
    if (endAt !== null && suspicion !== "unclear") return { kind: "due", endAt };
    return andThen(this.#lookAgain(situation, suspicion, running), (found) => {
      if (found === "ended") return { kind: "ended" };
      if (found === "taking-part") this.#takesPart();
      if (found === "outage") this.#interrupt();
      if (found === "outage" || found === "status-alone") this.#readSoon(clock.now());
      if (found !== "nothing") return null;
      if (endAt !== null) return { kind: "due", endAt };
      return this.#count(suspicion, textOf(situation, suspicion), running === null, lasts);
    });
  }

  /** The end of our competition that was known beforehand and has passed; null: none was due. */
  #dueEnd(situation: Situation, running: Competition | null): number | null {
    if (running === null) return null;
    const { clock, lastEnd, settings } = this.#context.ports;
    const named = "competition" in situation && situation.competition?.id === running.id ? situation.competition : null;
    const endAt = named?.endAt ?? running.endAt ?? settings.endDate ?? lastEnd ?? null;
    return endAt !== null && endAt <= clock.now() ? endAt : null;
  }

  #lookAgain(situation: Situation, suspicion: Suspicion, running: Competition | null): MaybePromise<SecondLook> {
    if (situation.kind === "unclear") return this.#lookAtHealth(situation.error);
    if (running === null || suspicion === "unauthorized" || suspicion === "disqualified") return "nothing";
    return this.#lookAtBoard(running, situation.kind === "not-participating" && situation.refused === true);
  }

  /** Keyed calls that fail alike while health is well are no outage. */
  #lookAtHealth(error: unknown): MaybePromise<SecondLook> {
    const { bound, ports } = this.#context;
    const { venue } = ports;
    if (venue.health === undefined || !SHUT_OUT.has(errorCode(error))) return "outage";
    const asked = attemptWithin(bound, (options) => venue.health?.(options));
    return andThen(asked, (health) => {
      if (!health.ok || health.value?.status.toLowerCase() !== "ok") return "outage";
      const other = attemptWithin(bound, (options) => venue.upcoming(options));
      return andThen(other, (read) => {
        if (read.ok) return "status-alone";
        const code = errorCode(read.error);
        return SHUT_OUT.has(code) || code === "UNAUTHORIZED" ? "nothing" : "outage";
      });
    });
  }

  /** The leaderboard of our competition names its state, and the teams that take part. */
  #lookAtBoard({ id }: Competition, refused: boolean): MaybePromise<SecondLook> {
    const { bound, ports } = this.#context;
    const asked = attemptWithin(bound, (options) => ports.venue.leaderboard(id, options));
    return andThen(asked, (read) => {
      if (!read.ok) return errorCode(read.error) === "COMPETITION_ENDED" ? "ended" : "nothing";
      const { competition, standings } = read.value;
      if (competition.id === id && isOver(competition)) return "ended";
      const listed = competition.id === id && standings.some(({ teamId }) => teamId === this.#events.teamId());
      return refused && listed ? "taking-part" : "nothing";
    });
  }

  /** Counts a suspicious reading; gives the ground once the doubt has lasted its time. */
  #count(suspicion: Suspicion, text: string, waiting: boolean, lasts: number): Ground | null {
    const { clock, settings } = this.#context.ports;
    const now = clock.now();
    const last = this.#doubt;
    const doubt: Doubt = last ?? { since: now, lasting: now, suspicion, text, readings: 0, pause: FIRST_PAUSE };
    this.#doubt = doubt;
    doubt.lasting ??= now;
    // A bot that waits for a competition waits through a service that answers nothing until that begins.
    const waits = waiting && settings.wait && (suspicion === "unclear" || suspicion === "unauthorized");
    if (last === null || doubt.suspicion !== suspicion) {
      doubt.readings = 0;
      doubt.suspicion = suspicion;
      this.#tell(text, suspicion, waits ? "It is waited for" : `That ends the bot if it lasts ${formatLength(lasts)}`);
    }
    doubt.text = text;
    doubt.readings++;
    const ms = now - doubt.lasting;
    if (!waits && ms >= lasts && doubt.readings >= READINGS) return { kind: "lasted", ms };
    this.#readSoon(now, ms < lasts ? lasts - ms : Infinity);
    return null;
  }

  /** @param most the longest pause that makes sense, milliseconds */
  #readSoon(now: number, most = Infinity): void {
    if (this.#doubt === null) return;
    const { pause } = this.#doubt;
    this.#doubt.pause = Math.min(2 * pause, LONGEST_PAUSE);
    this.#events.readAt(now + Math.min(pause, most));
  }

  /** While the service is away it says nothing of us: that calls with the key fail has to last anew. */
  #interrupt(): void {
    if (this.#doubt?.suspicion === "unclear" || this.#doubt?.suspicion === "unauthorized") this.#doubt.lasting = null;
  }

  #tell(text: string, suspicion: Suspicion, follows: string): void {
    // Most ends look like the first two: those are no warning.
    const level = suspicion === "pending" || suspicion === "other-competition" ? "info" : "warn";
    const told = `${text}. ${follows}; nothing is sent meanwhile`;
    this.#context.note(level, "end-in-doubt", told, { suspicion, since: this.#doubt?.since ?? 0 });
  }

  #takesPart(): void {
    this.#events.takesPart();
    this.#refute();
  }

  #refute(): void {
    const { clock } = this.#context.ports;
    if (this.#doubt === null) return;
    const { since, text } = this.#doubt;
    this.#doubt = null;
    const lasted = formatLength(clock.now() - since);
    this.#context.note("warn", "end-refuted", `It goes on, after ${lasted} of doubt, which was: ${text}`, { since });
  }
}

/** What speaks against going on; null: nothing does, or the service itself names our competition as ended. */
function suspicionOf(situation: Situation, running: Competition | null): Suspicion | null {
  if (situation.kind === "active")
    return running === null || situation.competition.id === running.id ? null : "other-competition";
  if (situation.kind === "over") {
    const named = situation.competition?.id ?? null;
    // Of a competition that has ended before ours nothing follows but that ours is not active.
    return running === null || named === null || named === running.id ? null : "pending";
  }
  if (situation.kind === "pending") {
    const { competition } = situation;
    return running === null ? null : competition?.id === running.id && isOver(competition) ? null : "pending";
  }
  return situation.kind;
}

/** The suspicion in words, without a full stop. */
function textOf(situation: Situation, suspicion: Suspicion): string {
  if (situation.kind === "active")
    return `The status names another competition as active: ${situation.competition.name}`;
  if (!("error" in situation)) return "By the status no competition is active";
  const said = messageOf(situation.error);
  switch (suspicion) {
    case "unclear":
      return `Every call with the API key fails while the service's health is well (${said})`;
    case "unauthorized":
      return `The API key, which worked until now, is not accepted (${said})`;
    case "disqualified":
      return `By the service's answer the team is out (${said})`;
    default:
      return `By the service's answer the team does not take part (${said})`;
  }
}
