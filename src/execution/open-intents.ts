import { utcDay } from "../core/time/utc.js";
import { plain, ZERO, type Decimal } from "../core/number/decimal.js";
import type { JsonObject } from "../core/json.js";
import type { Intent, IntentState } from "../model/intent.js";
import type { StoredIntent } from "../model/recovered.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { PriceBoard } from "../model/price-board.js";
import type { TokenName } from "../model/token.js";
import type { Quote } from "../model/trade.js";

/** What was known when an intent was sent: its proof starts from there. */
interface SentFacts {
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
  /** What its two tokens cost when it was prepared, USD, null where that was not known; null of an earlier run. */
  readonly decidedUsd: readonly [from: number | null, to: number | null] | null;
  state: IntentState;
  /** Set when it was sent. */
  sent: SentFacts | null;
  /** The last quote taken for it in this run. */
  quote: Quote | null;
  /** The trade that a person is, or was, asked about, and that cannot be entered: its id is another intent's. */
  asked?: string | undefined;
}

/** An intent that has just been prepared. */
export function preparedIntent(intent: Intent, decisionId: string | null, board: Pick<PriceBoard, "usd">): Tracked {
  const decidedUsd = [board.usd(intent.from), board.usd(intent.to)] as const;
  return { intent, decisionId, decidedUsd, state: "PREPARED", sent: null, quote: null };
}

/** An intent of an earlier run, as this one follows it. */
export function tracked({ intent, decisionId, state, sent, asked }: StoredIntent): Tracked {
  const facts = sent === null ? null : sentFacts(sent.at, sent.detail);
  return { intent, decisionId, decidedUsd: null, state, sent: facts, quote: null, asked };
}

function sentFacts(at: number, detail: JsonObject): SentFacts {
  const { newestTrade } = detail;
  return { at, newestTrade: typeof newestTrade === "string" ? newestTrade : null };
}

/**
 * Intents that are not finished, CONFLICT included, in the order in which they came: nearly always none or one. They may
 * be thousands that wait for their turn, so the next one is found without a look at the others.
 */
export class OpenIntents {
  readonly #all = new Map<string, Tracked>();
  readonly #waiting = new Map<string, Tracked>();
  readonly #urgent = new Map<string, Tracked>();

  add(tracked: Tracked): void {
    const { id, urgent } = tracked.intent;
    this.#all.set(id, tracked);
    if (tracked.state !== "PREPARED") return;
    this.#waiting.set(id, tracked);
    if (urgent) this.#urgent.set(id, tracked);
  }

  /** Gives one of them its next state; none comes back to PREPARED. */
  moved(tracked: Tracked, to: IntentState): void {
    tracked.state = to;
    this.#begun(tracked.intent.id);
  }

  remove(id: string): void {
    this.#all.delete(id);
    this.#begun(id);
  }

  get(id: string): Tracked | undefined {
    return this.#all.get(id);
  }

  /** The one that is sent next, of those that may: an urgent one, else of all that wait; null where none may. */
  next(may: (intent: Intent) => boolean): Tracked | null {
    if (this.#urgent.size > 0) for (const one of this.#urgent.values()) if (may(one.intent)) return one;
    for (const one of this.#waiting.values()) if (may(one.intent)) return one;
    return null;
  }

  in(states: readonly IntentState[]): readonly Tracked[] {
    return this.has(states) ? [...this.#all.values()].filter(({ state }) => states.includes(state)) : NO_TRACKED;
  }

  has(states: readonly IntentState[]): boolean {
    if (this.#waiting.size === this.#all.size) return this.#all.size > 0 && states.includes("PREPARED");
    for (const { state } of this.#all.values()) if (states.includes(state)) return true;
    return false;
  }

  /** Tokens of intents in these states. */
  tokensIn(states: readonly IntentState[]): ReadonlySet<TokenName> {
    return this.has(states) ? new Set(this.in(states).flatMap(({ intent }) => [intent.from, intent.to])) : NO_TOKENS;
  }

  /** The intents but one. */
  others(id: string | null): readonly Intent[] {
    const { size } = this.#all;
    if (size === 0 || (size === 1 && id !== null && this.#all.has(id))) return NO_INTENTS;
    return Array.from(this.#all.values(), ({ intent }) => intent).filter((intent) => intent.id !== id);
  }

  /** All of them, as planning sees them, with those that were planned at the same instant. */
  onTheWay(planned: () => readonly Intent[]): OnTheWay {
    return new OnTheWay(
      () => [...this.others(null), ...planned()],
      (id) => this.#all.get(id)?.state === "CONFLICT",
    );
  }

  openTrades(strategy: string): readonly OpenTrade[] {
    if (this.#all.size === 0) return NO_TRADES;
    return [...this.#all.values()]
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

  /** It waits no more. */
  #begun(id: string): void {
    this.#waiting.delete(id);
    if (this.#urgent.size > 0) this.#urgent.delete(id);
  }
}

const NO_TRACKED: readonly Tracked[] = [];
const NO_TOKENS: ReadonlySet<TokenName> = new Set();
const NO_INTENTS: readonly Intent[] = [];
const NO_TRADES: readonly OpenTrade[] = Object.freeze([]);

/** What intents will sell of a token: of one strategy, or (null) of all. */
export function committed(intents: Iterable<Intent>, token: TokenName, strategy: string | null): Decimal {
  let sum = ZERO;
  for (const intent of intents)
    if (intent.from === token && (strategy === null || intent.strategy === strategy)) sum = sum.plus(intent.amount);
  return sum;
}

/** Intents on their way and those that are planned now. It serves one moment: what is on its way does not change. */
export class OnTheWay {
  readonly #ask: () => readonly Intent[];
  readonly #rests: (id: string) => boolean;
  #before: readonly Intent[] | null = null;
  readonly #planned: Intent[] = [];
  /** Sums that were asked for: by strategy (null: all of them), then by token. */
  readonly #sold = new Map<string | null, Map<TokenName, Decimal>>();

  /**
   * @param ask gives those on their way; called where somebody wants to know
   * @param rests whether an intent waits for a person
   */
  constructor(ask: () => readonly Intent[], rests: (id: string) => boolean = () => false) {
    this.#ask = ask;
    this.#rests = rests;
  }

  get intents(): readonly Intent[] {
    this.#before ??= this.#ask();
    return this.#planned.length === 0 ? this.#before : [...this.#before, ...this.#planned];
  }

  /** Those that are trades of a day: all that go on, and of those that wait for a person the ones that were decided on it. */
  ofDay(at: number): readonly Intent[] {
    const today = utcDay(at);
    return this.intents.filter(({ id, preparedAt }) => !this.#rests(id) || utcDay(preparedAt) === today);
  }

  /** The same without some of them. */
  without(ids: ReadonlySet<string>): OnTheWay {
    return new OnTheWay(() => this.intents.filter(({ id }) => !ids.has(id)), this.#rests);
  }

  /** Adds planned ones. */
  add(intents: readonly Intent[]): void {
    for (const intent of intents) {
      this.#planned.push(intent);
      this.#count(intent, intent.strategy);
      this.#count(intent, null);
    }
  }

  /** What will be sold of a token: by one strategy, or (null) by all. */
  sold(token: TokenName, strategy: string | null): Decimal {
    const { intents } = this;
    if (intents.length === 0) return ZERO;
    const sums = this.#sold.get(strategy) ?? new Map<TokenName, Decimal>();
    const sum = sums.get(token) ?? committed(intents, token, strategy);
    this.#sold.set(strategy, sums.set(token, sum));
    return sum;
  }

  #count({ from, amount }: Intent, strategy: string | null): void {
    const sums = this.#sold.get(strategy);
    const sum = sums?.get(from);
    if (sum !== undefined) sums?.set(from, sum.plus(amount));
  }
}
