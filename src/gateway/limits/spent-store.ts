/** What one process tells the others, and itself after a restart, about a request. */
export type SpentRecord =
  /** About to leave; it will have ended at `end` at the latest. */
  | { readonly kind: "sent"; readonly id: string; readonly end: number; readonly operation: string }
  /** It ended (was answered, or given up) at `end`. */
  | { readonly kind: "ended"; readonly id: string; readonly end: number }
  /** It was not sent after all. */
  | { readonly kind: "cancelled"; readonly id: string };

/**
 * Where spent requests are written down, so that limits hold across restarts and between processes.
 * The rule: write first, then read what the others wrote before, then decide. Of two processes that
 * want the last slot at least the later one sees the other.
 */
export interface SpentStore {
  /** Writes that a request is about to leave; gives its id. */
  sent(operation: string, latestEnd: number): string;
  /** Is written with the next request, or at the close: until then others count the request to its latest end. */
  ended(id: string, end: number): void;
  cancelled(id: string): void;
  /** Whatever others wrote since the last call; with `upTo`, a `sent` of this store, only what stands before it. */
  read(upTo?: string): readonly SpentRecord[];
  /** Writes what is still to be written; after it the store does nothing. */
  close(): void;
}
