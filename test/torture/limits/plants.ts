import type { Clock } from "../../../src/core/time/clock.js";
import { Limiter } from "../../../src/gateway/limits/limiter.js";
import { RequestLog } from "../../../src/gateway/limits/request-log.js";
import { RequestLogFile } from "../../../src/gateway/limits/request-log-file.js";

/** A mistake, put into the real limiter, which measures windows on this clock; returns what takes it out again. */
export type Plant = (clock: Clock) => () => void;

const patched = (prototype: object, methods: object): (() => void) => {
  const before = Object.fromEntries(
    Object.keys(methods).map((name) => [name, (prototype as Record<string, unknown>)[name]]),
  );
  Object.assign(prototype, methods);
  return () => void Object.assign(prototype, before);
};

/** Mistakes that limiters make, by name. The judges must see each of them. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  "one more than is allowed": () => {
    const { fewerThan } = RequestLog.prototype;
    return patched(RequestLog.prototype, {
      fewerThan(this: RequestLog, count: number) {
        return fewerThan.call(this, count + 1);
      },
    });
  },
  "a request counts from its sending, not from its answer": (clock) => {
    const { begin, finish } = RequestLog.prototype;
    const begun = new WeakMap<RequestLog, number[]>();
    return patched(RequestLog.prototype, {
      begin(this: RequestLog) {
        begun.set(this, [...(begun.get(this) ?? []), clock.now()]);
        begin.call(this);
      },
      finish(this: RequestLog, end: number) {
        finish.call(this, begun.get(this)?.shift() ?? end);
      },
    });
  },
  "windows are fixed": () => {
    const { finish } = RequestLog.prototype;
    return patched(RequestLog.prototype, {
      finish(this: RequestLog, end: number) {
        finish.call(this, Math.floor(end / 1_000) * 1_000);
      },
    });
  },
  "a lost request counts from when it was given up": (clock) => {
    const { finish } = RequestLog.prototype;
    return patched(RequestLog.prototype, {
      finish(this: RequestLog, end: number) {
        finish.call(this, Math.min(end, clock.now()));
      },
    });
  },
  "what other processes write is not read": () => patched(RequestLogFile.prototype, { read: () => [] }),
  "a 429 is no reason to pause": () => patched(Limiter.prototype, { punish: () => ({ scope: "all", ms: 0 }) }),
  "a pause is known to the process alone that was told": () =>
    patched(RequestLogFile.prototype, { paused: () => undefined }),
  "trades are reads like any other": () => {
    const { take } = Limiter.prototype;
    return patched(Limiter.prototype, {
      take(this: Limiter, operation: Parameters<typeof take>[0], _purpose: string, signal?: AbortSignal) {
        return take.call(this, operation, "read", signal);
      },
    });
  },
  "only half of the room is used": () => {
    const { fewerThan } = RequestLog.prototype;
    return patched(RequestLog.prototype, {
      fewerThan(this: RequestLog, count: number) {
        return fewerThan.call(this, Math.ceil(count / 2));
      },
    });
  },
};
