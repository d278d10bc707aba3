import { CORRECTION_MS, type Clock } from "../core/time/clock.js";
import { SECOND } from "../core/time/duration.js";
import type { RateLimit, RateScope } from "../model/rules.js";

interface Window {
  readonly limit: RateLimit;
  /** When its time is over, epoch milliseconds; the next request after it begins another one. */
  endsAt: number;
  spent: number;
}

/** Fixed windows per team: a window begins with the first request after the one before it has ended. */
export class RateWindows {
  readonly #clock: Clock;
  readonly #limits: readonly RateLimit[];
  readonly #teams = new Map<string, readonly Window[]>();

  constructor(clock: Clock, limits: readonly RateLimit[]) {
    this.#clock = clock;
    this.#limits = limits.filter((limit) => limit.scope !== "each");
  }

  /**
   * Counts a request in every window that its scopes concern, or, where one of them is full, in none.
   *
   * @returns when the last full window ends, epoch milliseconds; null where the request may pass
   */
  spend(teamId: string, scopes: readonly RateScope[]): number | null {
    const now = this.#clock.now();
    const windows = this.#windows(teamId).filter(({ limit }) => limit.scope === "all" || scopes.includes(limit.scope));
    let fullUntil: number | null = null;
    for (const window of windows) {
      if (isOver(window, now)) window.spent = 0;
      if (window.spent >= window.limit.count) fullUntil = Math.max(fullUntil ?? 0, window.endsAt);
    }
    if (fullUntil !== null) return fullUntil;
    for (const window of windows) if (window.spent++ === 0) window.endsAt = now + window.limit.windowMs;
    return null;
  }

  /** Begins anew, as a service that was restarted does. */
  clear(): void {
    this.#teams.clear();
  }

  #windows(teamId: string): readonly Window[] {
    let windows = this.#teams.get(teamId);
    if (windows === undefined) {
      windows = this.#limits.map((limit) => ({ limit, endsAt: 0, spent: 0 }));
      this.#teams.set(teamId, windows);
    }
    return windows;
  }
}

/** What Retry-After says of the end of a full window: whole seconds, at least 1. */
export function secondsUntil(end: number, now: number): number {
  return Math.max(1, Math.ceil((end - now) / SECOND));
}

/** Whether its time is over, or the clock was set back to before its beginning: nobody knows then how long it was. */
function isOver({ limit, endsAt }: Window, now: number): boolean {
  return now >= endsAt || endsAt - now > limit.windowMs + CORRECTION_MS;
}
