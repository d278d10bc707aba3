import type { Cancel, Clock } from "../../core/time/clock.js";
import type { MaybePromise } from "../../core/maybe.js";
import { RATE_SCOPES, type RateScope } from "../../model/rules.js";
import { bottleneckLane, type Lane } from "./lane.js";
import { Meters, type Countable, type Meter } from "./meters.js";
import { penaltyOf, type Penalty } from "./penalty.js";
import type { RateLimitHints } from "./retry-after.js";
import { Others } from "./others.js";
import { earliest, roomLeft, type Purpose } from "./room.js";
import type { EffectiveLimits } from "./settings.js";
import type { Slot } from "./slot.js";
import type { SpentStore, Ticket } from "./request-log-store.js";
import { watchedClock } from "./watched-clock.js";
import { Waiting } from "./waiting.js";

/**
 * How often, while somebody waits, what other processes wrote is read, milliseconds of the clock: the oftener the nearer
 * the turn, which what they write may bring forward by no more than a request takes.
 */
const POLL_MS = 50;
const SLOWEST_POLL_MS = 1_000;
const POLL_SHARE = 1 / 8;
/** Another process may have a longer deadline; what ends later still was written before the clock was set back. */
const LONGEST_ELSEWHERE_MS = 600_000;
const LEASE_SHARE = 1 / 32;
const LARGEST_LEASE = 256;
const PRUNE_EVERY = 1_024;

export interface LimiterOptions {
  /** As fast as the service's time, and never set: windows are measured on it. */
  readonly clock: Clock;
  readonly limits: EffectiveLimits;
  /** After this long, in milliseconds of `clock`, a request that was not answered can no longer arrive. */
  readonly longestMs: number;
  /** The same of an operation's requests; default `longestMs`. */
  readonly longestOf?: (operation: string) => number;
  readonly store?: SpentStore | undefined;
  /** The operation of an id that another process wrote. */
  readonly operationOf?: (id: string) => Countable | undefined;
  readonly lane?: () => Lane;
  /** The part of a limit that one record of a spent request may cover; default a 32nd. */
  readonly leaseShare?: number;
}

/**
 * Sees to it that at most `count` requests of each limit reach the server within any window. While
 * there is room, and nobody waits for the same, a slot is given at once; else the request waits in
 * a lane of its operation and purpose.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #now: () => number;
  readonly #meters = new Meters();
  readonly #others: Others;
  readonly #pauses = new Map<RateScope, number>();
  /** By purpose and operation; who got a slot last comes last. */
  readonly #waiting = new Map<string, Waiting>();
  #store: SpentStore | undefined;
  #limits: EffectiveLimits;
  #untilPrune = PRUNE_EVERY;
  #wake: { at: number; cancel: Cancel } | null = null;
  #closed: Error | null = null;

  constructor(private readonly options: LimiterOptions) {
    this.#clock = options.clock;
    this.#now = watchedClock(options.clock, (back, now) => this.#onSetBack(back, now));
    this.#limits = options.limits;
    this.#retainFor(options.limits);
    const operationOf = options.operationOf ?? (() => undefined);
    this.#others = new Others(this.#meters, operationOf, (scope, until) => this.#pause(scope, until));
    this.useStore(options.store);
  }

  /** A slot: at once where there is room, else when there is. Rejects with the signal's reason, or the reason of `close`. */
  take(operation: Countable, purpose: Purpose, signal?: AbortSignal): MaybePromise<Slot> {
    if (this.#closed !== null) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    if (this.#waiting.size > 0) this.#serve();
    const waiting = this.#waiting.get(keyOf(operation, purpose));
    const slot = waiting === undefined ? this.#grant(operation, purpose) : null;
    if (slot !== null) return slot;
    const later = (waiting ?? this.#startWaiting(operation, purpose)).wait(signal);
    this.#arm();
    return later;
  }

  /** New limits, from now on; what was spent counts against them too. */
  setLimits(limits: EffectiveLimits): void {
    this.#limits = limits;
    this.#retainFor(limits);
    this.#store?.retire();
    this.#serve();
  }

  /**
   * After a 429: nothing of the scope that it hit is sent for a while, by this process or another one on the same
   * store. What waits meanwhile holds no slot.
   *
   * @param serviceNow what the service's clock shows, for hints that name a moment
   */
  punish(operation: Countable, hints: RateLimitHints, serviceNow = this.#now()): Penalty {
    const now = this.#now();
    const penalty = penaltyOf(operation, this.#limits, hints, serviceNow);
    this.#pause(penalty.scope, now + penalty.ms);
    this.#store?.paused(penalty.scope, now + penalty.ms);
    return penalty;
  }

  /** Milliseconds until all of these would get a slot at once, were nobody else to come; 0: now. */
  roomIn(operations: readonly Countable[], purpose: Purpose): number {
    const now = this.#now();
    this.#readOthers(now);
    const needed = new Map<Meter, number>();
    for (const meter of operations.flatMap((operation) => this.#meters.of(operation)))
      needed.set(meter, (needed.get(meter) ?? 0) + 1);
    let at = now;
    for (const [meter, count] of needed)
      // It takes an answer to another request first: it comes when it comes.
      at = Math.max(at, earliest([meter], this.#limits, this.#pauses, purpose, count) ?? now + POLL_MS);
    return at - now;
  }

  /** Requests of the scope that may be sent now; null where nothing limits it. */
  left(scope: Exclude<RateScope, "each">): number | null {
    return roomLeft(this.#meters.ofScope(scope), this.#limits, this.#pauses, this.#now());
  }

  /** Writes on into another store (the key has changed); what was spent stays known. */
  useStore(store: SpentStore | undefined): void {
    this.#store?.close();
    this.#store = store;
    this.#readOthers(this.#now());
  }

  /** Everybody who waits is refused with `reason`, as is everybody who comes later. */
  close(reason: Error): void {
    if (this.#closed !== null) return;
    this.#closed = reason;
    this.#wake?.cancel();
    for (const waiting of [...this.#waiting.values()]) waiting.stop(reason);
    this.#store?.close();
    this.#store = undefined;
  }

  #grant(operation: Countable, purpose: Purpose): Slot | null {
    const now = this.#now();
    const meters = this.#meters.of(operation);
    if (!this.#hasRoom(meters, purpose, now)) return null;
    const store = this.#store;
    const { longestMs, longestOf } = this.options;
    const latest = now + (longestOf?.(operation.id) ?? longestMs);
    const ticket = store?.sent(operation.id, latest, () => this.#leaseSize(meters)) ?? null;
    if (store !== undefined && ticket !== null && ticket.record !== null) {
      this.#others.take(store.read(ticket.record), now, this.#latestEnd(now));
      if (!this.#hasRoom(meters, purpose, now)) {
        ticket.cancelled();
        return null;
      }
    }
    return this.#slot(meters, latest, ticket);
  }

  #pause(scope: RateScope, until: number): void {
    this.#pauses.set(scope, Math.max(this.#pauses.get(scope) ?? -Infinity, until));
  }

  #slot(meters: readonly Meter[], latest: number, ticket: Ticket | null): Slot {
    for (const { spent } of meters) spent.begin();
    const end = (at: number): void => {
      for (const { spent } of meters) spent.finish(at);
      ticket?.ended(at);
      this.#settled();
    };
    return {
      answered: () => end(this.#now()),
      lost: () => end(Math.max(this.#now(), latest)),
      unused: () => {
        for (const { spent } of meters) spent.withdraw();
        ticket?.cancelled();
        this.#settled();
      },
    };
  }

  #settled(): void {
    if (--this.#untilPrune === 0) this.#prune();
    if (this.#waiting.size > 0) this.#arm();
  }

  /** Gives slots to those who wait, as long as there is room: to trades first, and to operations in turn. */
  #serve(): void {
    if (this.#waiting.size === 0 || this.#closed !== null) return;
    this.#readOthers(this.#now());
    while (this.#serveOne("trade") || this.#serveOne("read"));
    this.#arm();
  }

  #serveOne(purpose: Purpose): boolean {
    for (const [key, waiting] of this.#waiting) {
      if (waiting.purpose !== purpose || !waiting.wanting) continue;
      const slot = this.#grant(waiting.operation, purpose);
      if (slot === null) continue;
      this.#waiting.delete(key);
      this.#waiting.set(key, waiting);
      waiting.give(slot);
      return true;
    }
    return false;
  }

  /** Sets the one timer to the earliest moment at which somebody may be served. */
  #arm(): void {
    const now = this.#now();
    let at = Infinity;
    for (const { operation, purpose, wanting } of this.#waiting.values()) {
      if (!wanting) continue;
      at = Math.min(at, earliest(this.#meters.of(operation), this.#limits, this.#pauses, purpose) ?? Infinity);
    }
    if (this.#store !== undefined) at = Math.min(at, now + pollIn(at - now));
    at = Math.max(at, now + 1);
    // One that fires too early does no harm: it looks again.
    if (at === Infinity || (this.#wake !== null && this.#wake.at <= at)) return;
    this.#wake?.cancel();
    const cancel = this.#clock.at(at, () => {
      this.#wake = null;
      this.#serve();
    });
    this.#wake = { at, cancel };
  }

  #startWaiting(operation: Countable, purpose: Purpose): Waiting {
    const lane = (this.options.lane ?? bottleneckLane)();
    const waiting = new Waiting(operation, purpose, lane, (left) => this.#onLeave(left));
    this.#waiting.set(keyOf(operation, purpose), waiting);
    return waiting;
  }

  #onLeave(waiting: Waiting): void {
    if (waiting.empty) this.#waiting.delete(keyOf(waiting.operation, waiting.purpose));
    if (this.#waiting.size > 0) return;
    this.#wake?.cancel();
    this.#wake = null;
  }

  #hasRoom(meters: readonly Meter[], purpose: Purpose, now: number): boolean {
    const at = earliest(meters, this.#limits, this.#pauses, purpose);
    return at !== null && at <= now;
  }

  #readOthers(now: number): void {
    if (this.#store !== undefined) this.#others.take(this.#store.read(), now, this.#latestEnd(now));
  }

  /** So small a part of every limit that others hardly notice where it is written down and not used. */
  #leaseSize(meters: readonly Meter[]): number {
    const share = this.options.leaseShare ?? LEASE_SHARE;
    const counts = meters.flatMap(({ scope }) => (this.#limits.get(scope) ?? []).map(({ count }) => count));
    return Math.max(1, Math.min(LARGEST_LEASE, Math.floor(Math.min(...counts) * share)));
  }

  #latestEnd(now: number): number {
    return now + Math.max(this.options.longestMs, LONGEST_ELSEWHERE_MS);
  }

  #retainFor(limits: EffectiveLimits): void {
    for (const scope of RATE_SCOPES)
      for (const { windowMs } of limits.get(scope) ?? []) this.#meters.retain(windowMs * 1.01);
  }

  #prune(): void {
    this.#untilPrune = PRUNE_EVERY;
    this.#meters.prune(this.#now());
    this.#others.prune(this.#now() - this.#meters.retained);
  }

  /** What lies too far ahead on a clock that was set back is brought forward. */
  #onSetBack(back: number, now: number): void {
    this.#meters.clamp(now + this.options.longestMs);
    for (const [scope, until] of this.#pauses) this.#pauses.set(scope, until - back);
  }
}

function pollIn(left: number): number {
  return left === Infinity ? POLL_MS : Math.min(SLOWEST_POLL_MS, Math.max(POLL_MS, left * POLL_SHARE));
}

function keyOf(operation: Countable, purpose: Purpose): string {
  return `${purpose}:${operation.id}`;
}
