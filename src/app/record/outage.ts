import { ContenderError, messageOf } from "../../core/errors.js";
import { formatLength, HOUR } from "../../core/time/duration.js";
import type { Log } from "../../core/log.js";
import type { Clock } from "../../core/time/clock.js";

/** A time in which the service gave nothing. */
export interface Outage {
  /** Epoch milliseconds; `until` null while it lasts. */
  readonly from: number;
  until: number | null;
  /** Code and text of what came first. */
  readonly code: string;
  readonly why: string;
}

/** Reminds a person every so often that the service is still away. */
const REMIND_EVERY = HOUR;

/** Knows whether the service is there, and says when that changes. */
export class Outages {
  readonly list: Outage[] = [];
  readonly #clock: Clock;
  readonly #log: Log;
  #reminded = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /** The one that lasts; null where the service is there. */
  get now(): Outage | null {
    const last = this.list.at(-1);
    return last?.until === null ? last : null;
  }

  /** Nothing of a whole round could be read. */
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

  /** Something was read. */
  answered(): void {
    const { now } = this;
    if (now === null) return;
    now.until = this.#clock.now();
    this.#log.info(`The service answers again, after ${formatLength(now.until - now.from)}`);
  }
}
