import { isPromise, type MaybePromise } from "./maybe.js";

/** How a call went that may fail. */
export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

/** The value of an attempt. Throws its error. */
export function valueOf<T>(ended: Attempt<T>): T {
  if (!ended.ok) throw ended.error;
  return ended.value;
}

/** Calls `run` and gives its value or its error; at once where it is there at once. Never throws, never rejects. */
export function attempt<T>(run: () => MaybePromise<T>): MaybePromise<Attempt<T>> {
  try {
    const value = run();
    if (!isPromise(value)) return { ok: true, value };
    return value.then(
      (late) => ({ ok: true, value: late }),
      (error: unknown) => ({ ok: false, error }),
    );
  } catch (error) {
    return { ok: false, error };
  }
}
