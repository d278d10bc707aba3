import { z } from "zod";
import { operations, type Answer, type OperationId } from "../contract/index.js";
import { checkArguments, members } from "../core/arguments.js";
import type { Clock } from "../core/time/clock.js";
import { callback, having } from "../core/kinds.js";
import type { Log } from "../core/log.js";
import { isPromise, type MaybePromise } from "../core/maybe.js";
import type { Random } from "../core/random.js";
import type { Secrets } from "../core/secrets.js";
import { LazyDeadline } from "../core/time/lazy-deadline.js";
import { point } from "../model/points.js";
import type { CallOptions } from "../model/venue.js";
import { errorOf, rateLimitHints, readAnswer, refusedOf } from "./answer.js";
import { AnswerError, DeadlineError, NetworkError, RateLimitedError, TooLateError } from "./errors.js";
import type { Limiter } from "./limits/limiter.js";
import type { Countable } from "./limits/meters.js";
import { freeSlot, type Slot } from "./limits/slot.js";
import { isTransient, retryAfter, type RetrySettings } from "./retry.js";
import { shareSignal } from "../core/shared-signal.js";
import { AnswerTooLarge, type Transport, type HttpAnswer } from "./transport.js";
import { ReadWriteLock } from "./read-write-lock.js";
import { keylessRequest, withKey, type Asked, type KeylessRequest } from "./wire.js";

interface PipelineOptions {
  readonly transport: Transport;
  readonly limiter: Limiter;
  /** The key of this moment. */
  readonly key: () => string;
  /** The service's time. */
  readonly clock: Clock;
  /** The machine's time: deadlines and pauses between tries. */
  readonly wall: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  /** For one request and its whole answer, milliseconds. */
  readonly deadlineMs: number;
  readonly retry: RetrySettings;
}

interface PipelineCallOptions extends CallOptions {
  /** Called before each try is handed to the transport: from then on it may have reached the service. */
  readonly onSend?: () => void;
}

const CALL_OPTIONS = members({
  signal: having("an AbortSignal", "addEventListener", "throwIfAborted").optional(),
  purpose: z.enum(["read", "trade"], { error: 'must be "read" or "trade"' }).optional(),
  sendBy: z.number({ error: "must be epoch milliseconds" }).optional(),
  onSend: callback.optional(),
} satisfies Record<keyof PipelineCallOptions, z.ZodType>);

const NO_OPTIONS: PipelineCallOptions = {};

/** Throws ArgumentError. */
export function checkCallOptions(options: PipelineCallOptions): void {
  checkArguments("the options of a request", CALL_OPTIONS, options);
}

/** One try of an operation, with a key of the caller's choice; the answer is shown to `onAnswer` before it is read. */
export type CallWithKey = <Id extends "resetApiKey" | "getProfile">(
  id: Id,
  key: string,
  onAnswer?: (answer: HttpAnswer) => void,
) => Promise<Answer<Id>>;

/** To give up waiting for a new key is to lose it: the service tells it a single time, and the old one is dead. */
const RESET_DEADLINE_MS = 60_000;

/** How long an answer is waited for, in milliseconds of the machine. */
export function deadlineOf(id: string, usualMs: number): number {
  return id === "resetApiKey" ? Math.max(RESET_DEADLINE_MS, usualMs) : usualMs;
}

/** The way of every request: retry outside, the limiter inside, so that each try pays for itself. */
export class Pipeline {
  readonly #turnstile = new ReadWriteLock();
  #closed: Error | null = null;

  constructor(private readonly options: PipelineOptions) {}

  /** Calls an operation. Rejects with one of the gateway's errors, with the signal's reason, or with ArgumentError. */
  async call<Id extends OperationId>(id: Id, asked: Asked<Id> = {}, options = NO_OPTIONS): Promise<Answer<Id>> {
    if (options !== NO_OPTIONS) checkCallOptions(options);
    const request = keylessRequest(id, asked);
    shareSignal(options.signal);
    try {
      return await this.#attempt(id, request, options);
    } catch (error) {
      if (!operations[id].repeatable || !isTransient(error)) throw error;
      // p-retry is entered only now: while all is well it would cost more than the rest of this.
      const { retry, wall, random, clock } = this.options;
      const unheld = operations[id].auth ? undefined : clock;
      const { signal } = options;
      return retryAfter(error, () => this.#attempt(id, request, options), { ...retry, wall, unheld, random, signal });
    }
  }

  /** Sends nothing from here on, but for what runs alone: who waits for that is refused with `reason`. */
  close(reason: Error): void {
    this.#closed ??= reason;
  }

  /** Runs `work` while no other request is in flight; those that come meanwhile wait, and go with the key that is valid then. */
  alone<T>(work: (call: CallWithKey) => Promise<T>): Promise<T> {
    return this.#turnstile.alone(() =>
      work(async (id, key, onAnswer) => {
        const slot = await this.#slot(operations[id], { purpose: "trade" });
        const answer = await this.#ask(id, keylessRequest(id, {}), key, slot);
        onAnswer?.(answer);
        return this.#read(id, answer);
      }),
    );
  }

  /** Asks for a path that may not exist, to see what answers; whatever the status. */
  async probe(path: string): Promise<HttpAnswer> {
    const slot = await this.#slot({ id: path, auth: true, scopes: [] }, {});
    return this.#exchange(path, { method: "GET", path, body: null, auth: true }, this.options.key(), slot);
  }

  async #attempt<Id extends OperationId>(
    id: Id,
    request: KeylessRequest,
    options: PipelineCallOptions,
  ): Promise<Answer<Id>> {
    const taken = this.#slot(operations[id], options);
    const slot = isPromise(taken) ? await taken : taken;
    const blocked = this.#turnstile.enter();
    if (blocked !== null) {
      // A slot is for now, not for later.
      slot.unused();
      await blocked;
      return this.#attempt(id, request, options);
    }
    try {
      const late = this.#reasonNotToSend(id, options);
      if (late !== null) {
        slot.unused();
        throw late;
      }
      options.onSend?.();
      const { wall, deadlineMs } = this.options;
      const asked = wall.now();
      const answer = await this.#ask(id, request, this.options.key(), slot, options.signal);
      // Timers stand still while the machine sleeps: what was said before that is no answer any more. A 429 pauses all the same.
      const tooLate = operations[id].repeatable && wall.now() - asked > deadlineMs;
      if (tooLate && answer.status !== 429) throw new DeadlineError(id, deadlineMs);
      return this.#read(id, answer);
    } finally {
      this.#turnstile.leave();
    }
  }

  #reasonNotToSend(id: OperationId, { signal, sendBy }: CallOptions): Error | null {
    if (signal?.aborted) return signal.reason as Error;
    if (this.#closed !== null) return this.#closed;
    return sendBy !== undefined && this.options.clock.now() > sendBy ? new TooLateError(id, sendBy) : null;
  }

  #slot(
    operation: Countable & { readonly auth: boolean },
    { purpose = "read", signal }: CallOptions,
  ): MaybePromise<Slot> {
    if (!operation.auth) return freeSlot;
    const slot = this.options.limiter.take(operation, purpose, signal);
    if (isPromise(slot))
      this.options.log.debug("A request waits for a rate limit.", { operation: operation.id, purpose });
    return slot;
  }

  #read<Id extends OperationId>(id: Id, answer: HttpAnswer): Answer<Id> {
    if (answer.status >= 200 && answer.status < 300) return readAnswer(id, answer, this.options.secrets);
    throw answer.status === 429 ? this.#limited(id, answer) : errorOf(id, answer, this.options.secrets);
  }

  async #ask(
    id: OperationId,
    request: KeylessRequest,
    key: string,
    slot: Slot,
    signal?: AbortSignal,
  ): Promise<HttpAnswer> {
    point("request", id, "before");
    const answer = await this.#exchange(id, request, key, slot, signal);
    point("request", id, "after");
    return answer;
  }

  async #exchange(
    id: string,
    request: KeylessRequest,
    key: string,
    slot: Slot,
    signal?: AbortSignal,
  ): Promise<HttpAnswer> {
    const { transport, wall } = this.options;
    const deadlineMs = deadlineOf(id, this.options.deadlineMs);
    const sending = transport.send(withKey(request, key));
    // Its signal is never asked for: one for every request costs a third of the request.
    const deadline = new LazyDeadline(wall, deadlineMs, () => new DeadlineError(id, deadlineMs), signal);
    deadline.wait((reason) => sending.abort(reason as Error));
    try {
      const answer = await sending.answer;
      slot.answered();
      return answer;
    } catch (error) {
      slot.lost();
      if (error instanceof DeadlineError || signal?.aborted) throw error;
      throw error instanceof AnswerTooLarge
        ? new AnswerError(id, error.status, error.message, false)
        : new NetworkError(id, transport.origin, error);
    } finally {
      deadline.clear();
    }
  }

  #limited(id: OperationId, answer: HttpAnswer): RateLimitedError {
    const refused = refusedOf(id, answer, this.options.secrets);
    const { limiter, clock } = this.options;
    const { scope, ms } = limiter.punish(operations[id], rateLimitHints(answer, refused.text), clock.now());
    this.options.log.warn("The service's rate limit is reached; the gateway pauses.", { operation: id, scope, ms });
    return new RateLimitedError(refused, ms);
  }
}
