import { isPromise } from "../../../src/core/maybe.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { Limiter, type LimiterOptions } from "../../../src/gateway/limits/limiter.js";
import type { Countable } from "../../../src/gateway/limits/meters.js";
import { effectiveLimits, type LimitSettings } from "../../../src/gateway/limits/settings.js";
import type { SpentRecord, SpentStore } from "../../../src/gateway/limits/request-log-store.js";
import type { Slot } from "../../../src/gateway/limits/slot.js";
import { instantLane } from "./instant-lane.js";

export const START = Date.UTC(2025, 0, 1);
export const QUOTE: Countable = { id: "getQuote", scopes: ["trade"] };
export const EXECUTE: Countable = { id: "executeTrade", scopes: ["trade"] };
export const PRICE: Countable = { id: "getPrice", scopes: ["price"] };
export const STATUS: Countable = { id: "getStatus", scopes: [] };

/** Two trades, one price, three in all, in a second; no reserve. */
export const SMALL: LimitSettings = {
  reservePercent: 0,
  overrides: {
    trade: [
      { count: 2, windowMs: 1_000 },
      { count: 1e6, windowMs: 60_000 },
    ],
    price: [
      { count: 1, windowMs: 1_000 },
      { count: 1e6, windowMs: 60_000 },
    ],
    all: [
      { count: 3, windowMs: 1_000 },
      { count: 1e6, windowMs: 60_000 },
    ],
    each: "off",
  },
};

export function world(settings: LimitSettings = SMALL, options: Partial<LimiterOptions> = {}) {
  const clock = new SimulatedClock(START);
  const limiter = new Limiter({
    clock,
    limits: effectiveLimits([], settings),
    longestMs: 5_000,
    lane: instantLane,
    ...options,
  });
  const given: string[] = [];
  const slots: Slot[] = [];
  const ask = (name: string, operation: Countable, purpose: "read" | "trade" = "read", signal?: AbortSignal): void => {
    const slot = limiter.take(operation, purpose, signal);
    const got = (value: Slot): void => {
      given.push(name);
      slots.push(value);
    };
    if (isPromise(slot)) slot.then(got, (error: unknown) => given.push(`${name}: ${(error as Error).message}`));
    else got(slot);
  };
  const pass = (ms: number): Promise<void> =>
    clock.drive(clock.now() + ms, () => new Promise((resolve) => setImmediate(resolve)));
  return { clock, limiter, given, slots, ask, pass };
}

/** What another process has written. */
export const store = (records: readonly SpentRecord[]): SpentStore => {
  let unread = records;
  return {
    sent: () => ({ record: "own", ended: () => undefined, cancelled: () => undefined }),
    paused: () => undefined,
    retire: () => undefined,
    close: () => undefined,
    read() {
      const now = unread;
      unread = [];
      return now;
    },
  };
};
