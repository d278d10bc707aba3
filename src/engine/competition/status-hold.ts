import { messageOf } from "../../core/errors.js";
import { SECOND } from "../../core/time/duration.js";
import { BackoffNotes } from "../backoff-notes.js";
import type { EngineContext } from "../context.js";

/** After a failed reading the next one follows so soon; each further one after twice the time, up to the longest. */
const FIRST_RETRY = SECOND;
const LONGEST_RETRY = 15 * SECOND;

/**
 * Nothing is sent while the last reading of the status has failed: the competition may be over, and another one may
 * have begun, in which trades would be made. What is due waits.
 */
export class StatusHold {
  readonly #context: Pick<EngineContext, "ports" | "note">;
  readonly #readAt: (at: number) => void;
  /** When people hear of it again. */
  readonly #rarer = new BackoffNotes();
  /** Failures in a row. */
  #failures = 0;

  /** @param readAt has the status read again at a moment */
  constructor(context: Pick<EngineContext, "ports" | "note">, readAt: (at: number) => void) {
    this.#context = context;
    this.#readAt = readAt;
  }

  /** Why nothing may be sent now; null: the last reading worked. */
  get reason(): string | null {
    return this.#failures === 0 ? null : "the status of the competition could not be read; it is read again";
  }

  failed(error: unknown): void {
    const now = this.#context.ports.clock.now();
    if (this.#failures === 0 && this.#rarer.due(now)) {
      const text = `Trades wait until the status of the competition can be read again: ${messageOf(error)}`;
      this.#context.note("info", "trades-held", text);
    }
    this.#readAt(now + Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#failures));
    this.#failures++;
  }

  worked(): void {
    this.#failures = 0;
  }
}
