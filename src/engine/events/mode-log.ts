import { attempt } from "../../core/attempt.js";
import type { Clock } from "../../core/time/clock.js";
import type { JournalWriter } from "../../model/journal.js";
import type { Mode } from "../../model/mode.js";

/** The run of an engine, as far as its modes go. */
interface Run {
  readonly ports: { readonly clock: Clock; readonly journal: Pick<JournalWriter, "mode"> };
  readonly begun: boolean;
  readonly ended: boolean;
}

/** What the bot is doing, and the journal's record of it. */
export class ModeLog {
  readonly #run: () => Run;
  #heldBack: () => string | null = () => null;
  #mode: Mode = "connecting";
  #held: string | null = null;

  constructor(run: () => Run) {
    this.#run = run;
  }

  get now(): Mode {
    return this.#mode;
  }

  /** Asked from now on why trades wait; null: nothing holds them back. */
  heldBy(heldBack: () => string | null): void {
    this.#heldBack = heldBack;
  }

  /** Throws what the journal throws, but at the end: that is to go on, and tells of it. */
  change(mode: Mode): void {
    if (mode === "stopping" || mode === "ended") void attempt(() => this.#write(mode));
    else this.#write(mode);
  }

  /** What holds trades back may have changed. */
  lookAtHeld(): void {
    this.#write(this.#mode);
  }

  #write(mode: Mode): void {
    const before = this.#mode;
    const held = mode === "trading" ? this.#heldBack() : null;
    this.#mode = mode;
    if (mode === before && held === this.#held) return;
    this.#held = held;
    const { ports, begun, ended } = this.#run();
    // The journal itself writes that a run connects, and that it has ended.
    if (begun && !ended) ports.journal.mode({ at: ports.clock.now(), mode, held });
  }
}
