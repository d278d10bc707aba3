import { formatDuration } from "../../core/time/duration.js";
import type { IntentLog } from "../intent-log.js";

/** A wait that is shorter is hardly noticed. */
const WORTH_TELLING_MS = 1_000;
const TELL_EVERY_MS = 60_000;

/**
 * Waits for room within the rate limits before a trade is begun. It is written down as sent only when it can leave, and
 * until then a newer decision, `validFor` or the end of the bot takes it back.
 */
export class RateLimitWait {
  readonly #recorder: IntentLog;
  #rouse: (() => void) | null = null;
  #quietUntil = -Infinity;

  constructor(recorder: IntentLog) {
    this.#recorder = recorder;
  }

  /** Until there may be room, or `rouse` is called; undefined where there is room now. */
  begin(): Promise<void> | undefined {
    const { venue, clock } = this.#recorder.ports;
    const ms = venue.tradeRoomIn?.() ?? 0;
    if (ms <= 0) return undefined;
    this.#tell(ms);
    return new Promise((resolve) => {
      const cancel = clock.at(clock.now() + Math.ceil(ms), () => this.rouse());
      this.#rouse = () => {
        cancel();
        this.#rouse = null;
        resolve();
      };
    });
  }

  /** What is to be done may have changed. */
  rouse(): void {
    this.#rouse?.();
  }

  #tell(ms: number): void {
    const now = this.#recorder.ports.clock.now();
    if (ms < WORTH_TELLING_MS || now < this.#quietUntil) return;
    this.#quietUntil = now + TELL_EVERY_MS;
    const wait = formatDuration(Math.ceil(ms / 1_000) * 1_000);
    this.#recorder.journal.note("info", "trades-wait", `Trades wait for the rate limits: there is room in ${wait}`, {
      ms,
    });
  }
}
