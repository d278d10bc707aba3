import type { RateScope } from "../../model/rules.js";

/** What one process tells the others, and itself after a restart, about requests. */
export type SpentRecord =
  /** Up to `count` requests of an operation leave; all will have ended at `end` at the latest. */
  | {
      readonly kind: "sent";
      readonly id: string;
      readonly end: number;
      readonly operation: string;
      readonly count: number;
    }
  /** Of these, `count` were sent, and have ended (were answered, or given up) at `end` or before; there will be no more. */
  | { readonly kind: "ended"; readonly id: string; readonly end: number; readonly count: number }
  /** None of them was sent. */
  | { readonly kind: "cancelled"; readonly id: string }
  /** The service has answered 429: nothing of the scope leaves before `end`. */
  | { readonly kind: "paused"; readonly id: string; readonly end: number; readonly scope: RateScope };

/** A request that is written down. */
export interface Ticket {
  /** The record that was written for it; null where an earlier one covers it, and nothing needs to be read. */
  readonly record: string | null;
  ended(end: number): void;
  /** It was not sent. */
  cancelled(): void;
}

/**
 * Where spent requests are written down, so that limits hold across restarts and between processes.
 * The rule: write first, then read what the others wrote before, then decide. Of two processes that
 * want the last slot at least the later one sees the other.
 *
 * A record may cover several requests. The limits hold all the same: whoever wrote the last record
 * of those that cover N + 1 requests of a window had read all the others, in full, when it sent its
 * last one, and found no room.
 */
export interface SpentStore {
  /**
   * Notes that a request is about to leave.
   * @param latestEnd when it will have ended at the latest, if it leaves now
   * @param most how many requests a record may cover
   */
  sent(operation: string, latestEnd: number, most: () => number): Ticket;
  /** The limits have changed: what records cover was found to have room under other ones, so none covers another request. */
  retire(): void;
  /** Notes that nothing of a scope may leave before `end`. */
  paused(scope: RateScope, end: number): void;
  /** Whatever others wrote since the last call; with `before`, a record of this store, only what stands before that. */
  read(before?: string): readonly SpentRecord[];
  /** Writes what is still to be written; after it the store does nothing. */
  close(): void;
}
