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

/** States that are asked for together. */
export const WAITING: readonly IntentState[] = ["PREPARED"];
export const UNDER_WAY: readonly IntentState[] = ["SENT", "UNKNOWN"];
export const RESTING: readonly IntentState[] = ["CONFLICT"];
/** Their tokens take no other trade. */
export const BLOCKING: readonly IntentState[] = [...UNDER_WAY, ...RESTING];

/** Intents that are not finished, CONFLICT included, in the order in which they came: nearly always none or one. */
export class OpenIntents {
  readonly #list: Tracked[] = [];

  add(tracked: Tracked): void {
    const i = this.#indexOf(tracked.intent.id);
    if (i === -1) this.#list.push(tracked);
    else this.#list[i] = tracked;
  }

  remove(id: string): void {
    const i = this.#indexOf(id);
    if (i !== -1) this.#list.splice(i, 1);
  }

  get(id: string): Tracked | undefined {
    return this.#list.find(({ intent }) => intent.id === id);
  }

  in(states: readonly IntentState[]): readonly Tracked[] {
    return this.has(states) ? this.#list.filter(({ state }) => states.includes(state)) : NO_TRACKED;
  }

  has(states: readonly IntentState[]): boolean {
    return this.#list.some(({ state }) => states.includes(state));
  }

  /** Tokens of intents in these states. */
  tokensIn(states: readonly IntentState[]): ReadonlySet<TokenName> {
    return this.has(states) ? new Set(this.in(states).flatMap(({ intent }) => [intent.from, intent.to])) : NO_TOKENS;
  }

  /** The intents but one. */
  others(id: string | null): readonly Intent[] {
    if (this.#list.length === 0 || (this.#list.length === 1 && this.#indexOf(id) === 0)) return NO_INTENTS;
    return this.#list.map(({ intent }) => intent).filter((intent) => intent.id !== id);
  }

  openTrades(strategy: string): OpenTrade[] {
    return this.#list
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

  #indexOf(id: string | null): number {
    return this.#list.findIndex(({ intent }) => intent.id === id);
  }
}

const NO_TRACKED: readonly Tracked[] = [];
const NO_TOKENS: ReadonlySet<TokenName> = new Set();
const NO_INTENTS: readonly Intent[] = [];

/** What intents will sell of a token: of one strategy, or (null) of all. */
export function committed(intents: Iterable<Intent>, token: TokenName, strategy: string | null): Decimal {
  let sum = ZERO;
  for (const intent of intents)
    if (intent.from === token && (strategy === null || intent.strategy === strategy)) sum = sum.plus(intent.amount);
  return sum;
}
