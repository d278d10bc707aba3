import { ContenderError, messageOf } from "../../core/errors.js";
import { formatLength, HOUR } from "../../core/time/duration.js";
import type { Log } from "../../core/log.js";
import type { Clock } from "../../core/time/clock.js";

/** A time in which the service could not be reached. */
export interface Outage {
  /** Epoch milliseconds; `until` null while it lasts. */
  readonly from: number;
  until: number | null;
  /** Code and text of the first error. */
  readonly code: string;
  readonly why: string;
}

/** Time between two reminders that the service is still unreachable. */
const REMIND_EVERY = HOUR;

/** Tracks whether the service can be reached, and logs changes. */
export class Outages {
  readonly list: Outage[] = [];
  readonly #clock: Clock;
  readonly #log: Log;
  #reminded = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** The current outage; null if the service can be reached. */
  get now(): Outage | null {
    const last = this.list.at(-1);
    return last?.until === null ? last : null;
  }

  /** Called if all readings of a round failed. */
  failed(error: unknown): void {
    const at = this.#clock.now();
    const why = messageOf(error);
    const { now } = this;
    if (now === null) {
      const code = error instanceof ContenderError ? error.code : "UNKNOWN";
      this.list.push({ from: at, until: null, code, why });
      this.#reminded = at;
      this.#log.warn(
        `The service cannot be reached: ${why}. The recorder keeps retrying; the tape has a gap until then.`,
      );
    } else if (at - this.#reminded >= REMIND_EVERY) {
      this.#reminded = at;
      this.#log.warn(`The service has not answered for ${formatLength(at - now.from)}: ${why}`);
    }
  }

  /** Called after a successful reading. */
  answered(): void {
    const { now } = this;
    if (now === null) return;
    now.until = this.#clock.now();
    this.#log.info(`The service answers again, after ${formatLength(now.until - now.from)}`);
  }
}
