import type { JsonObject } from "../../../src/core/json.js";
import type { Intent, IntentState } from "../../../src/model/intent.js";
import type { IntentStep } from "../../../src/model/journal.js";
import type { StoredIntent } from "../../../src/model/recovered.js";
import type { Trade } from "../../../src/model/trade.js";
import { checkStep, checkTradeOwner, refuse } from "../../../src/journal/checks.js";
import type { Fill, KnownTrade } from "../../../src/journal/recovered.js";

interface KeptIntent {
  readonly intent: Intent;
  readonly decisionId: string | null;
  state: IntentState;
  sent: { readonly at: number; readonly detail: JsonObject } | null;
  asked?: string;
}

/** The intents and trades of a journal in memory, in the order in which they were written. */
export class KeptIntents {
  readonly #intents = new Map<string, KeptIntent>();
  /** When each entered its state. */
  readonly #since = new Map<string, number>();
  readonly #markers = new Set<string>();
  readonly #trades = new Map<string, { readonly trade: Trade; intent: string | null }>();

  /** Throws JournalRecordError where an id or a marker is not new. Changes nothing. */
  check(intents: readonly Intent[]): void {
    const names = new Set<string>();
    for (const { id, marker } of intents) {
      if (this.#intents.has(id) || this.#markers.has(marker) || names.has(id) || names.has(marker))
        refuse(`Intent ${id} (${marker}) is in the journal already`);
      names.add(id).add(marker);
    }
  }

  has(id: string): boolean {
    return this.#intents.has(id);
  }

  get(id: string): StoredIntent | undefined {
    return this.#intents.get(id);
  }

  prepared(intent: Intent, decisionId: string | null): void {
    this.#intents.set(intent.id, { intent, decisionId, state: "PREPARED", sent: null });
    this.#since.set(intent.id, intent.preparedAt);
    this.#markers.add(intent.marker);
  }

  /** Gives the intent. Throws JournalRecordError, and then nothing is changed. */
  step(step: IntentStep): Intent {
    const kept = this.#intents.get(step.intent);
    checkStep(step, kept?.state);
    const { trade } = step;
    if (trade !== undefined) checkTradeOwner(trade.id, this.ownerOf(trade.id), step.intent);
    if (kept === undefined) refuse(`Intent ${step.intent} is not in the journal`);
    kept.state = step.to;
    this.#since.set(step.intent, step.at);
    if (step.to === "SENT") kept.sent = { at: step.at, detail: step.detail };
    if (step.to === "CONFLICT") {
      const { trade: asked } = step.detail;
      if (typeof asked === "string") kept.asked = asked;
      else delete kept.asked;
    }
    if (trade !== undefined) this.#ours(trade, step.intent);
    return kept.intent;
  }

  /** The intent of a trade: null where nobody claimed it, undefined where it is new. */
  ownerOf(trade: string): string | null | undefined {
    return this.#trades.get(trade)?.intent;
  }

  foreign(trade: Trade): void {
    if (!this.#trades.has(trade.id)) this.#trades.set(trade.id, { trade, intent: null });
  }

  #ours(trade: Trade, intent: string): void {
    const known = this.#trades.get(trade.id);
    if (known === undefined) this.#trades.set(trade.id, { trade, intent });
    else known.intent = intent;
  }

  list(): StoredIntent[] {
    return [...this.#intents.values()].map((kept) => ({ ...kept }));
  }

  trades(): { readonly trade: Trade; readonly intent: string | null }[] {
    return [...this.#trades.values()];
  }

  open(competition: string): StoredIntent[] {
    return this.list().filter(({ intent, state }) => isOpen(state, intent.competitionId, competition));
  }

  conflictsElsewhere(competition: string): StoredIntent[] {
    return this.list().filter(({ intent, state }) => state === "CONFLICT" && intent.competitionId !== competition);
  }

  notExecuted(): StoredIntent[] {
    return this.list().filter(({ state }) => state === "NOT_EXECUTED");
  }

  knownTrades(competition: string): KnownTrade[] {
    return this.trades()
      .filter(({ trade }) => trade.competitionId === competition)
      .map(({ trade: { id, at, reason }, intent }) => ({ id, at, reason, marker: this.#markerOf(intent) }));
  }

  strays(competition: string): Trade[] {
    return this.trades().flatMap(({ trade, intent }) =>
      trade.competitionId === competition && (intent === null || this.#intents.get(intent)?.state !== "FILLED")
        ? [trade]
        : [],
    );
  }

  #markerOf(intent: string | null): string | null {
    return intent === null ? null : (this.#intents.get(intent)?.intent.marker ?? null);
  }

  fills(competition: string): Fill[] {
    const first = new Map<string, number>();
    for (const { trade, intent } of this.#trades.values())
      if (intent !== null && trade.competitionId === competition)
        first.set(intent, Math.min(trade.at, first.get(intent) ?? trade.at));
    return this.list().flatMap(({ intent: { id, parent, from, to }, state }) => {
      const at = state === "FILLED" ? first.get(id) : undefined;
      const knownAt = this.#since.get(id);
      return at === undefined || knownAt === undefined ? [] : [{ intent: id, parent, from, to, at, knownAt }];
    });
  }
}

/** Whether an intent is still to be recovered: unresolved ones of any competition, conflicts of this one. */
function isOpen(state: IntentState, intentCompetition: string, competition: string): boolean {
  return ["PREPARED", "SENT", "UNKNOWN"].includes(state) || (state === "CONFLICT" && intentCompetition === competition);
}
