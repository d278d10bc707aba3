import { inspect } from "node:util";
import type { Attempt } from "../../core/attempt.js";
import type { Cancel, Clock } from "../../core/time/clock.js";
import { formatDuration } from "../../core/time/duration.js";
import { ContenderError } from "../../core/errors.js";
import type { JsonValue } from "../../core/json.js";
import { isPromise, promised, type MaybePromise } from "../../core/maybe.js";
import { Decimal } from "../../core/number/decimal.js";
import type { SwapRequest } from "../../model/trade.js";
import { hookReads, type HookReads, type VenueReads } from "../../model/venue.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { ReadIo } from "../../strategy/define.js";
import type { Guard } from "../../strategy/guard.js";
import { JSON_REMEDY, jsonCopy } from "../../strategy/json-safe.js";
import type { View } from "../../strategy/view.js";
import type { ReadStops } from "./read-stops.js";

/** A `read` hook failed: it threw, took too long, or gave what its schema does not allow. */
export class ReadHookError extends ContenderError {
  readonly code = "READ_HOOK";
}

export interface ReadHookPorts {
  readonly clock: Clock;
  readonly guard: Guard;
  /** Milliseconds of the clock that a `read` may take, where its strategy does not say. */
  readonly timeout: number;
  /** Seconds of the clock per second of the machine. */
  readonly clockSpeed: number;
  /** Ends the hooks that are under way when the bot stops. */
  readonly stops: ReadStops;
}

/** One call of a strategy's `read`: from the call to its checked inputs, or to why there are none. */
export class ReadCall {
  readonly #strategy: BoundStrategy;
  readonly #ports: ReadHookPorts;
  readonly #onStop = (reason: unknown): void => this.#abandon(reason);
  /** Made when the hook asks for its signal. */
  #controller: AbortController | null = null;
  /** Why it was given up; what the hook still does is ignored. */
  #abandoned: { readonly reason: unknown } | null = null;
  #end: ((ended: Attempt<JsonValue>) => void) | null = null;

  constructor(strategy: BoundStrategy, ports: ReadHookPorts) {
    this.#strategy = strategy;
    this.#ports = ports;
  }

  /** Whether the hook was given up: it may still look at its view. */
  get abandoned(): boolean {
    return this.#abandoned !== null;
  }

  /** Runs the hook; gives its inputs or its failure, at once where these are there at once. Never throws or rejects. */
  run(view: View, venue: VenueReads): MaybePromise<Attempt<JsonValue>> {
    const { definition, secrets } = this.#strategy;
    const io = ioOf(venue, () => this.#signal(), secrets);
    const checked = (value: unknown): Attempt<JsonValue> => {
      try {
        return { ok: true, value: checkedInputs(definition, value) };
      } catch (error) {
        return { ok: false, error };
      }
    };
    try {
      const given: unknown = this.#ports.guard(() => definition.read?.(view as View<never, never, never>, io));
      // What has nothing of a promise but a `then` becomes one, and may throw in it.
      return isPromise(given) ? this.#bounded(Promise.resolve(given), checked) : checked(given);
    } catch (error) {
      return { ok: false, error };
    }
  }

  /** Waits for a hook. One that does not listen to its signal must not hold up the tick. */
  #bounded(given: Promise<unknown>, checked: (value: unknown) => Attempt<JsonValue>): Promise<Attempt<JsonValue>> {
    const { clock, clockSpeed, timeout, stops } = this.#ports;
    const own = this.#strategy.readTimeout;
    const within = own === null ? timeout : own * clockSpeed;
    return new Promise((resolve) => {
      stops.add(this.#onStop);
      const cancel: Cancel = Number.isFinite(within)
        ? clock.at(clock.now() + within, () => this.#abandon(this.#lateError(within)))
        : () => {};
      this.#end = (ended) => {
        this.#end = null;
        cancel();
        stops.delete(this.#onStop);
        resolve(ended);
      };
      given.then(
        (value) => this.#end?.(checked(value)),
        (error: unknown) => this.#end?.({ ok: false, error }),
      );
    });
  }

  #abandon(reason: unknown): void {
    this.#abandoned = { reason };
    this.#controller?.abort(reason);
    this.#end?.({ ok: false, error: reason });
  }

  #lateError(within: number): ReadHookError {
    const { clockSpeed } = this.#ports;
    const fast = clockSpeed === 1 ? "" : ` of the machine's time, on a clock ${clockSpeed} times as fast`;
    return new ReadHookError(`It took longer than ${formatDuration(within / clockSpeed)}${fast}`);
  }

  #signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#abandoned !== null) this.#controller.abort(this.#abandoned.reason);
    return this.#controller.signal;
  }
}

/** The reads of a scope as its hooks have them: made once for each scope, and a backtest has one for good. */
const readsOfScopes = new WeakMap<VenueReads, HookReads>();

function readsIn(venue: VenueReads): HookReads {
  const known = readsOfScopes.get(venue);
  if (known !== undefined) return known;
  const quote: HookReads["quote"] = (request, options) => promised(() => venue.quote(checkedRequest(request), options));
  const reads = Object.assign(hookReads(venue), { quote });
  readsOfScopes.set(venue, reads);
  return reads;
}

/** What a hook may use. The read scope that hooks share is not theirs to close. */
function ioOf(venue: VenueReads, signal: () => AbortSignal, secrets: ReadIo["secrets"]): ReadIo {
  return {
    venue: readsIn(venue),
    get signal() {
      return signal();
    },
    secrets,
  };
}

/** A copy of what a `read` gave, by its schema. Throws ReadHookError. */
export function checkedInputs({ inputs }: BoundStrategy["definition"], given: unknown): JsonValue {
  let value = given;
  if (inputs !== undefined) {
    const result = inputs.safeParse(given);
    if (!result.success) {
      const [issue] = result.error.issues;
      throw new ReadHookError(
        `What it gave does not fit \`inputs\`: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      );
    }
    value = result.data;
  }
  return jsonCopy(value ?? null, "inputs", (problem) => {
    throw new ReadHookError(`What it gave does not survive JSON: ${problem}`, { remedy: JSON_REMEDY });
  });
}

/** A hook's request for a quote: types do not reach all of it, and no amount may be a number. Throws ReadHookError. */
function checkedRequest(request: SwapRequest): SwapRequest {
  const amount: unknown = request.amount;
  if (Decimal.isDecimal(amount) && amount.isFinite() && amount.greaterThan(0)) return request;
  const is = inspect(amount, { depth: 0, breakLength: Infinity });
  throw new ReadHookError(
    `quote takes its \`amount\` as a Decimal above 0, such as new Decimal("0.5") with the Decimal of "contender" (it is ${is})`,
  );
}
