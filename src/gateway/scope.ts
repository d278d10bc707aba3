import type { AsyncReads, VenueReads } from "../model/venue.js";
import { SharedRead } from "./shared-read.js";

/** A view of the venue in which equal reads are one request. */
export interface ReadScope extends VenueReads {
  close(): void;
}

/**
 * Equal reads (same method, arguments and purpose) share one request, in flight or done, until the
 * scope is closed; from then on it hands everything through. A failure is shared by those who wait
 * for it, and forgotten: the next one asks again. What one caller aborts goes on for the others.
 */
export function createScope(reads: AsyncReads, onClose: (scope: ReadScope) => void): ReadScope {
  const shared = new Map<string, SharedRead<unknown>>();
  let open = true;
  const share = <T>(key: readonly unknown[], options: Options, read: (options: Options) => Promise<T>): Promise<T> => {
    if (!open) return read(options);
    if (options?.signal?.aborted) return Promise.reject(options.signal.reason as Error);
    const name = JSON.stringify([...key, options?.purpose ?? "read"]);
    // The key holds the method's name, and with it the type.
    let entry = shared.get(name) as SharedRead<T> | undefined;
    if (entry === undefined || entry.abandoned) {
      const made = new SharedRead<T>((signal) => read({ ...options, signal }));
      made.onFailure(() => {
        if (shared.get(name) === made) shared.delete(name);
      });
      shared.set(name, made);
      entry = made;
    }
    return entry.join(options?.signal);
  };
  const scope: ReadScope = {
    price: (token, options) => share(["price", token], options, (shared) => reads.price(token, shared)),
    tokenInfo: (token, options) => share(["tokenInfo", token], options, (shared) => reads.tokenInfo(token, shared)),
    quote: (request, options) =>
      share(["quote", request.from, request.to, request.amount.toFixed()], options, (shared) =>
        reads.quote(request, shared),
      ),
    balances: (options) => share(["balances"], options, reads.balances),
    portfolio: (options) => share(["portfolio"], options, reads.portfolio),
    trades: (options) => share(["trades"], options, reads.trades),
    profile: (options) => share(["profile"], options, reads.profile),
    status: (options) => share(["status"], options, reads.status),
    rules: (options) => share(["rules"], options, reads.rules),
    leaderboard: (id, options) =>
      share(["leaderboard", id ?? null], options, (shared) => reads.leaderboard(id, shared)),
    upcoming: (options) => share(["upcoming"], options, reads.upcoming),
    close() {
      if (!open) return;
      open = false;
      shared.clear();
      onClose(scope);
    },
  };
  return scope;
}

type Options = Parameters<AsyncReads["balances"]>[0];
