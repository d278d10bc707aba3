import type { Competition } from "../../model/competition.js";
import type { Situation } from "./situation.js";
import type { EngineWorld } from "../world.js";

/** Readings in a row that an end needs where nothing but the lack of an active competition tells of it. */
export const READINGS = 3;

/**
 * One answer without an active competition, among good ones, is no end yet: a service that restarts gives such. Until
 * further ones say so too, or one that it goes on, nothing is sent. What names our competition as ended, or comes
 * after its known end, is believed at once.
 */
export class EndDoubt {
  readonly #world: Pick<EngineWorld, "ports" | "note">;
  readonly #readAt: (at: number) => void;
  #readings = 0;
  /** When the last of them was counted, epoch milliseconds. */
  #countedAt = 0;

  /** @param readAt has the status read again at a moment */
  constructor(world: Pick<EngineWorld, "ports" | "note">, readAt: (at: number) => void) {
    this.#world = world;
    this.#readAt = readAt;
  }

  /** Why nothing may be sent now; null: the end is in no doubt. */
  get reason(): string | null {
    return this.#readings === 0 ? null : "by the last status no competition is active; it is read again";
  }

  /**
   * Whether a situation is to be acted on. One that is not is read again.
   *
   * @param running the competition that we are in; null: none
   */
  believes(situation: Situation, running: Competition | null): boolean {
    const { clock, settings } = this.#world.ports;
    const { endDoubt } = settings;
    if (running === null || endDoubt === undefined) return true;
    const now = clock.now();
    if (situation.kind === "unclear" && this.#readings > 0) this.#readAt(now + endDoubt);
    if (situation.kind === "active") this.#dispel();
    if (situation.kind !== "pending" || hasPassed(running, situation.competition, now)) return true;
    if (this.#readings === 0) this.#tell();
    if (this.#readings === 0 || now - this.#countedAt >= endDoubt) {
      this.#readings++;
      this.#countedAt = now;
    }
    if (this.#readings >= READINGS) return true;
    this.#readAt(this.#countedAt + endDoubt);
    return false;
  }

  #tell(): void {
    // Most ends look like this: it is no warning.
    const text = `No competition is active by the status: it is over if ${READINGS - 1} more readings say so, and nothing is sent meanwhile`;
    this.#world.note("info", "end-in-doubt", text);
  }

  #dispel(): void {
    if (this.#readings === 0) return;
    this.#readings = 0;
    this.#world.note("warn", "end-refuted", "The competition goes on: a status without an active one was wrong");
  }
}

/** @param named what the status names beside saying that none is active */
function hasPassed(running: Competition, named: Competition | null, now: number): boolean {
  const endAt = (named?.id === running.id ? named.endAt : null) ?? running.endAt;
  return endAt !== null && endAt <= now;
}
