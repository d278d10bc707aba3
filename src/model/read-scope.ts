import { isPromise, type MaybePromise } from "../core/maybe.js";
import { shareSignal } from "../core/shared-signal.js";
import {
  readsBy,
  VENUE_READS,
  type CallOptions,
  type ReadName,
  type ReadScope,
  type VenueReads,
  type Way,
} from "./venue.js";

/** The options of a request that several callers share. Its signal is made when it is asked for: seldom, in a backtest. */
class SharedOptions implements CallOptions {
  readonly purpose: "read" | "trade";
  readonly sendBy: number | undefined;
  #controller: AbortController | null = null;

  constructor({ purpose = "read", sendBy }: CallOptions) {
    this.purpose = purpose;
    this.sendBy = sendBy;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#controller?.signal.aborted ?? false;
  }

  abort(reason: unknown): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }
}

/** One request that several callers wait for. It is aborted when every one of them has aborted. */
class SharedRead<T> {
  readonly #answer: Promise<T>;
  readonly #options: SharedOptions | undefined;
  #waiting = 0;
  #settled = false;

  /** @param onFailure called if the request fails */
  constructor(answer: Promise<T>, options: SharedOptions | undefined, onFailure: (self: SharedRead<T>) => void) {
    this.#answer = answer;
    this.#options = options;
    const settled = (): void => {
      this.#settled = true;
    };
    answer.then(settled, () => {
      settled();
      onFailure(this);
    });
  }

  /** Whether all of its callers have aborted before it was answered. */
  get abandoned(): boolean {
    return this.#options?.aborted ?? false;
  }

  /** The answer; rejects with the reason of the caller's signal if that aborts first. */
  join(signal: AbortSignal | undefined): Promise<T> {
    if (signal === undefined) {
      this.#waiting = Infinity;
      return this.#answer;
    }
    shareSignal(signal);
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        reject(signal.reason as Error);
        if (--this.#waiting === 0 && !this.#settled) this.#options?.abort(signal.reason);
      };
      if (signal.aborted) {
        onAbort();
        return;
      }
      signal.addEventListener("abort", onAbort, { once: true });
      void this.#answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    });
  }
}

// Of the table today every read is shared; its type says that one need not be.
const FACTS: Readonly<Record<ReadName, { readonly shared: boolean }>> = VENUE_READS;

/** Answers, and requests under way, by a key that equal reads have in common. */
type Known = Map<string, unknown>;

function shareRequest<T>(known: Known, key: string, answer: Promise<T>, options?: SharedOptions): SharedRead<T> {
  const shared = new SharedRead(answer, options, (failed) => {
    if (known.get(key) === failed) known.delete(key);
  });
  known.set(key, shared);
  return shared;
}

/** A scope that can be used again: what was read before is forgotten then. */
interface LastingScope extends ReadScope {
  reopen(): ReadScope;
}

/**
 * A view of reads in which equal ones (the same read, arguments and purpose) share one request, under way or done, until
 * `epoch` gives another number: what was read before is forgotten then. Once closed it passes every read on. A failure is
 * shared by the callers that wait for it, and forgotten: the next one asks again. Where an answer is there at once, no
 * promise and no signal is made.
 */
export function readScope(reads: VenueReads, epoch: () => number): LastingScope {
  /** By read and purpose, then by key: the token alone finds a price. */
  const groups = new Map<string, Known>();
  let seen = epoch();
  let open = true;
  const forget = (): void =>
    groups.forEach((known, group) => {
      if (known.size > 0) groups.set(group, new Map<string, unknown>());
    });
  const knownOf = (group: string): Known => {
    if (seen !== epoch()) forget();
    seen = epoch();
    let known = groups.get(group);
    if (known === undefined) groups.set(group, (known = new Map<string, unknown>()));
    return known;
  };
  const share: Way = <Subject, T>(
    name: ReadName,
    read: (subject: Subject, options?: CallOptions) => MaybePromise<T>,
    subject: Subject,
    options: CallOptions | undefined,
    keyOf: (subject: Subject) => string,
  ) => {
    if (!open || !FACTS[name].shared) return read(subject, options);
    const known = knownOf(options?.purpose === "trade" ? `${name} for a trade` : name);
    const key = keyOf(subject);
    // Only equal reads come to the same place in the same map: it has their type.
    const before = known.get(key) as T | SharedRead<T> | undefined;
    if (before instanceof SharedRead) {
      if (!before.abandoned) return before.join(options?.signal);
    } else if (before !== undefined) return before;
    const own = options === undefined ? undefined : new SharedOptions(options);
    const answer = read(subject, own);
    if (isPromise(answer)) return shareRequest(known, key, answer, own).join(options?.signal);
    // The caller's signal is not touched here: it may be made by being asked for.
    known.set(key, answer);
    return answer;
  };
  const scope = Object.assign(readsBy(share, reads), {
    close() {
      open = false;
      forget();
    },
    reopen() {
      open = true;
      forget();
      return scope;
    },
  });
  return scope;
}
