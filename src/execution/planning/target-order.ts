import type { TargetDecision } from "../../model/decision.js";
import type { TokenName } from "../../model/token.js";
import type { Ordered } from "./make-intent.js";

/** A target on its way: which of its tokens still count, and what was done for it so far. */
export class TargetOrder {
  /** Tokens and the shares they shall have; what a newer decision took back is gone. */
  readonly weights: Map<TokenName, number>;
  /** A token that was bought is not sold again by the same order, nor the other way: so it ends, and never trades to and fro. */
  readonly bought = new Set<TokenName>();
  readonly sold = new Set<TokenName>();
  /** What is left to trade of a pair after risk cut it, USD, and the id that its parts share. */
  readonly pairs = new Map<string, { parent: string; leftUsd: number }>();
  /** Pairs that were refused: they are told once, and not tried again. */
  readonly refused = new Set<string>();
  /** The intent on its way, or null. */
  current: string | null = null;
  steps = 0;
  /** Whether some share was outside the band, so that everything is traded to its target. */
  begun = false;
  #ended = false;

  constructor(readonly order: Ordered<TargetDecision>) {
    this.weights = new Map(Object.entries(order.decision.weights));
  }

  get ended(): boolean {
    return this.#ended || this.weights.size === 0;
  }

  end(): void {
    this.#ended = true;
  }

  /** Takes tokens back: they stay as they are from here on. Null takes back everything. */
  release(tokens: readonly TokenName[] | null): void {
    if (tokens === null) this.end();
    else for (const token of tokens) this.weights.delete(token);
  }
}
