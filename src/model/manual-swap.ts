import type { SwapDecision } from "./decision.js";
import { UNDER_WAY, WAITING, type IntentState } from "./intent.js";
import type { Outcome } from "./outcome.js";

/** A swap that a person asked for, as the journal knows it. */
export interface KnownSwap {
  /** The journal's number of the decision. */
  readonly decision: number;
  readonly swap: SwapDecision;
  /** Whose book pays. */
  readonly book: string;
  /** When it was asked for, epoch milliseconds of the machine's clock. */
  readonly askedAt: number;
  /** Its trades, in the order in which they were planned. */
  readonly intents: readonly { readonly id: string; readonly state: IntentState }[];
  /** What became of its parts, of those that are settled or in conflict. */
  readonly outcomes: readonly Outcome[];
}

/** What the journal knows of the swaps that a person asked for. A run whose venue ends with it knows its own alone. */
export interface ManualSwaps {
  /** The one that has this name (`--id`). */
  named(name: string): KnownSwap | null;
  /**
   * The newest one of the same tokens, amount and reason that is not settled, or was made a short while ago by the machine's
   * clock.
   */
  like(swap: SwapDecision): KnownSwap | null;
}

/** The ids of its trades of which nothing final is known. */
export function openIntents({ intents }: KnownSwap): string[] {
  return intents.filter(({ state }) => WAITING.includes(state) || UNDER_WAY.includes(state)).map(({ id }) => id);
}
