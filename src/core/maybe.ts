/**
 * A value that may already be there. Ports return it, so that the same engine runs without a
 * microtask where a port answers at once (simulated worlds) and awaits where it does not (live).
 */
export type MaybePromise<T> = T | Promise<T>;

export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

/** Calls `next` with the value: at once where it is there, later where it is a promise. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** All values in order; synchronous where none of them is a promise. */
export function all<T>(values: readonly MaybePromise<T>[]): MaybePromise<T[]> {
  return values.some(isPromise) ? Promise.all(values) : (values as T[]);
}

/** What `ask` gives, or throws, as a promise of the caller's own. */
export async function promised<T>(ask: () => MaybePromise<T>): Promise<T> {
  return ask();
}
