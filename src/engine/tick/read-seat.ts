import { timerOn, type Clock, type Timer } from "../../core/time/clock.js";
import { formatDuration } from "../../core/time/duration.js";
import type { JsonValue } from "../../core/json.js";
import { isPromise, type MaybePromise } from "../../core/maybe.js";
import type { VenueReads } from "../../model/venue.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { ReadIo } from "../../strategy/define.js";
import type { Guard } from "../../strategy/guard.js";
import type { View } from "../../strategy/view.js";
import type { Attempt } from "../../core/attempt.js";
import type { ReadStops } from "./read-stops.js";
import { inputsCheck, ReadHookError } from "./read-hook.js";
import { SeatIo } from "./seat-io.js";

export interface ReadHookPorts {
  readonly clock: Clock;
  readonly guard: Guard;
  /** Milliseconds of the clock that it may take. */
  readonly timeout: number;
  /** Seconds of the clock per second of the machine. */
  readonly clockSpeed: number;
  /** Ends those that are under way when the bot stops. */
  readonly stops: ReadStops;
}

/**
 * Where a strategy's `read` runs: one at a time, and again and again. Timer and signal are made as late as
 * may be, for most hooks need neither.
 */
export class ReadSeat {
  readonly #ports: ReadHookPorts;
  readonly #io: ReadIo;
  readonly #call: () => MaybePromise<unknown>;
  readonly #check: (value: unknown) => JsonValue;
  readonly #kept = (value: unknown): void => this.#leave()?.(this.#checked(value));
  readonly #failed = (error: unknown): void => this.#leave()?.({ ok: false, error });
  readonly #onStop = (reason: unknown): void => this.#giveUp(reason);
  readonly #onLate = (): void => {
    const { timeout, clockSpeed } = this.#ports;
    const fast = clockSpeed === 1 ? "" : ` of the machine's time, on a clock ${clockSpeed} times as fast`;
    this.#giveUp(new ReadHookError(`It took longer than ${formatDuration(timeout / clockSpeed)}${fast}`));
  };
  #venue: VenueReads | null = null;
  #controller: AbortController | null = null;
  readonly #timer: Timer;
  #ended: ((read: Attempt<JsonValue>) => void) | null = null;
  /** Why it was given up; whatever the hook still does is nobody's business. */
  #givenUp: { readonly reason: unknown } | null = null;

  constructor(strategy: BoundStrategy, view: View, ports: ReadHookPorts) {
    this.#ports = ports;
    this.#timer = timerOn(ports.clock, this.#onLate);
    const venue = (): VenueReads => this.#venue as VenueReads;
    this.#io = new SeatIo(venue, () => this.#signal(), strategy.secrets);
    const { definition } = strategy;
    this.#check = inputsCheck(definition);
    this.#call = () => definition.read?.(view as View<never, never, never>, this.#io);
  }

  /** Whether its last hook was given up on: it may still look at what it was given, so nobody else may sit here. */
  get lost(): boolean {
    return this.#givenUp !== null;
  }

  /** Runs `read` and checks what it gives; calls `ended` with it once, at once where it is there at once. Never throws. */
  read(venue: VenueReads, ended: (read: Attempt<JsonValue>) => void): void {
    this.#venue = venue;
    this.#controller = null;
    this.#ended = ended;
    let reading: MaybePromise<unknown>;
    try {
      reading = this.#ports.guard(this.#call);
    } catch (error) {
      this.#failed(error);
      return;
    }
    if (!isPromise(reading)) {
      this.#kept(reading);
      return;
    }
    const { clock, timeout, stops } = this.#ports;
    stops.add(this.#onStop);
    if (Number.isFinite(timeout)) this.#timer.arm(clock.now() + timeout);
    reading.then(this.#kept, this.#failed);
  }

  /** Who is to be told that the hook has ended; null where that was told before. */
  #leave(): ((read: Attempt<JsonValue>) => void) | null {
    const ended = this.#ended;
    if (ended === null) return null;
    this.#ended = null;
    this.#timer.clear();
    this.#ports.stops.delete(this.#onStop);
    return ended;
  }

  #checked(value: unknown): Attempt<JsonValue> {
    try {
      return { ok: true, value: this.#check(value) };
    } catch (error) {
      return { ok: false, error };
    }
  }

  /** A hook that does not listen to its signal must not hold up the tick. */
  #giveUp(reason: unknown): void {
    this.#givenUp = { reason };
    this.#controller?.abort(reason);
    this.#failed(reason);
  }

  #signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#givenUp !== null) this.#controller.abort(this.#givenUp.reason);
    return this.#controller.signal;
  }
}
