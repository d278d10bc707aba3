import { plain, ZERO, type Decimal } from "../core/decimal.js";
import type { Intent, IntentState } from "../model/intent.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { TokenName } from "../model/token.js";
import type { Quote } from "../model/trade.js";

/** What was known when an intent was sent: its proof starts from there. */
export interface SentFacts {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Id of the newest trade known of the competition then, or null. */
  readonly newestTrade: string | null;
}

/** An intent on its way. Only the recorder changes its state. */
export interface Tracked {
  readonly intent: Intent;
  /** The strategy's own id of the decision, or null. */
  readonly decisionId: string | null;
  state: IntentState;
  /** Set when it was sent. */
  sent: SentFacts | null;
  /** The last quote taken for it in this run. */
  quote: Quote | null;
}

/** Intents that are not finished, CONFLICT included, in the order in which they came. */
export class OpenIntents {
  readonly #byId = new Map<string, Tracked>();

  add(tracked: Tracked): void {
    this.#byId.set(tracked.intent.id, tracked);
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }

  get(id: string): Tracked | undefined {
    return this.#byId.get(id);
  }

  /** Nearly always there is none. */
  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  list(): Tracked[] {
    return [...this.#byId.values()];
  }

  in(...states: readonly IntentState[]): Tracked[] {
    if (this.isEmpty) return [];
    const found: Tracked[] = [];
    for (const tracked of this.#byId.values()) if (states.includes(tracked.state)) found.push(tracked);
    return found;
  }

  has(...states: readonly IntentState[]): boolean {
    if (this.isEmpty) return false;
    for (const { state } of this.#byId.values()) if (states.includes(state)) return true;
    return false;
  }

  /** Tokens of intents in these states. */
  tokensIn(...states: readonly IntentState[]): ReadonlySet<TokenName> {
    if (this.isEmpty) return NO_TOKENS;
    const tokens = new Set<TokenName>();
    for (const { state, intent } of this.#byId.values())
      if (states.includes(state)) tokens.add(intent.from).add(intent.to);
    return tokens;
  }

  /** The intents but one. */
  others(id: string | null): readonly Intent[] {
    if (this.isEmpty) return NO_INTENTS;
    const others: Intent[] = [];
    for (const { intent } of this.#byId.values()) if (intent.id !== id) others.push(intent);
    return others;
  }

  openTrades(strategy: string): OpenTrade[] {
    if (this.#byId.size === 0) return [];
    return this.list()
      .filter(({ intent }) => intent.strategy === strategy)
      .map(({ intent, state, decisionId }) => ({
        decision: intent.decision,
        id: decisionId,
        intent: intent.id,
        state,
        from: intent.from,
        to: intent.to,
        amount: plain(intent.amount),
      }));
  }
}

const NO_TOKENS: ReadonlySet<TokenName> = new Set();
const NO_INTENTS: readonly Intent[] = [];

/** What intents will sell of a token: of one strategy, or (null) of all. */
export function committed(intents: Iterable<Intent>, token: TokenName, strategy: string | null): Decimal {
  let sum = ZERO;
  for (const intent of intents)
    if (intent.from === token && (strategy === null || intent.strategy === strategy)) sum = sum.plus(intent.amount);
  return sum;
}
