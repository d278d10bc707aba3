import type { MaybePromise } from "../core/maybe.js";
import { sharedReads } from "../model/shared-reads.js";
import type { AsyncReads, CallOptions, ReadScope } from "../model/venue.js";
import { checkCallOptions } from "./pipeline.js";
import { checkSwap } from "./reads.js";
import { SharedRead } from "./shared-read.js";

/**
 * Equal reads (same method, arguments and purpose) share one request, in flight or done, until the
 * scope is closed; from then on it hands everything through. A failure is shared by those who wait
 * for it, and forgotten: the next one asks again. What one caller aborts goes on for the others.
 */
export function createScope(reads: AsyncReads, onClose: (scope: ReadScope) => void): ReadScope {
  const shared = new Map<string, SharedRead<unknown>>();
  let open = true;
  const share = async <T>(
    key: string,
    options: CallOptions | undefined,
    read: (options?: CallOptions) => MaybePromise<T>,
  ): Promise<T> => {
    if (!open) return read(options);
    if (options !== undefined) checkCallOptions(options);
    if (options?.signal?.aborted) throw options.signal.reason;
    const name = `${options?.purpose ?? "read"} ${key}`;
    // The key holds the method's name, and with it the type.
    let entry = shared.get(name) as SharedRead<T> | undefined;
    if (entry === undefined || entry.abandoned) {
      // Of these reads every answer is a promise.
      const made = new SharedRead<T>((signal) => read({ ...options, signal }) as Promise<T>);
      made.onFailure(() => {
        if (shared.get(name) === made) shared.delete(name);
      });
      shared.set(name, made);
      entry = made;
    }
    return entry.join(options?.signal);
  };
  const equal = sharedReads(reads, share);
  const scope: ReadScope = {
    ...equal,
    async quote(request, options) {
      checkSwap(request);
      return await equal.quote(request, options);
    },
    close() {
      if (!open) return;
      open = false;
      shared.clear();
      onClose(scope);
    },
  };
  return scope;
}
