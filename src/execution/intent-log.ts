import type { Clock } from "../core/time/clock.js";
import type { JsonObject } from "../core/json.js";
import { exchangedUsd } from "../ledger/fill-entries.js";
import { Ledger } from "../ledger/ledger.js";
import { BLOCKING, RESTING, mayFollow, type Intent, type IntentState } from "../model/intent.js";
import type { BookEntry, IntentStep } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { Quote, Trade } from "../model/trade.js";
import { IntentStateError } from "./errors.js";
import type { KnownBefore } from "./executor-api.js";
import { HaltingJournal } from "./halting-journal.js";
import { KnownTrades } from "./reconciliation/known-trades.js";
import { tracked, type OpenIntents, type Tracked } from "./open-intents.js";
import { intentOutcome, otherCompetition, slippageCost, type Cause } from "./outcomes.js";
import type { ExecutorPorts, TradePorts } from "./ports.js";
import { reportAdjustments } from "./report-adjustments.js";
import { guardedCall } from "./guarded-call.js";
import { TradeLog } from "./trade-log.js";

/** What belongs to a step. */
export interface StepFacts {
  readonly quote?: Quote;
  readonly trade?: Trade;
  readonly detail?: JsonObject;
}

/**
 * Takes intents from state to state: on disk first, in memory after, and then it is told. What follows from their trades,
 * and what earlier runs knew of them, is kept here.
 */
export class IntentLog {
  readonly ports: TradePorts;
  /** The clock of networks, by which deadlines and settling are measured. */
  readonly wall: Clock;
  readonly journal: HaltingJournal;
  readonly known = new KnownTrades();
  readonly trades = new TradeLog();
  /** Intents that were taken for not executed, in this run or an earlier one: should a trade of theirs turn up, it is a conflict. */
  readonly notExecuted = new Map<string, Tracked>();
  /** Conflicts for which no token rests: of another competition, or about a trade that was made in one. */
  readonly #elsewhere = new Map<string, Tracked>();
  /** Those of them that became so in this run. */
  readonly #found = new Set<string>();
  /** Trades of filled intents that the ledger holds. */
  readonly entered = new Set<string>();
  /** Whether the venue echoes markers; null where it is not known before the first fill. */
  echoed: boolean | null = null;
  #madeElsewhere: Trade | null = null;
  #strays: readonly Trade[] = [];
  readonly #movedAt = new Map<TokenName, number>();
  #version = 0;

  /** @param onMoved called after each step */
  constructor(
    ports: ExecutorPorts,
    readonly open: OpenIntents,
    readonly onMoved: (tracked: Tracked, cause: Cause) => void,
  ) {
    this.ports = ports;
    this.wall = ports.wall ?? ports.clock;
    this.journal = new HaltingJournal(ports);
  }

  /**
   * The first trade that the venue made in another competition of an intent of this one; null: there is none. At most
   * one competition runs at a time, so it proves that this one is over.
   */
  get madeElsewhere(): Trade | null {
    return this.#madeElsewhere;
  }

  /** Counts changes of the ledger by trades. */
  get version(): number {
    return this.#version;
  }

  /** Trades of this competition that earlier runs found and that are no fill of ours, oldest first. */
  get strays(): readonly Trade[] {
    return this.#strays;
  }

  /** When a trade of ours last moved a token, on the time of networks; -Infinity where none did. */
  movedAt(token: TokenName): number {
    return this.#movedAt.get(token) ?? -Infinity;
  }

  /** Takes over what the journal knows from earlier runs. */
  recall(before: KnownBefore): void {
    const { clock, settings, ledger } = this.ports;
    this.known.recall(ledger.competitionId, before.tradeIds ?? [], before.opened ?? []);
    for (const stored of before.conflictsElsewhere ?? []) this.#elsewhere.set(stored.intent.id, tracked(stored));
    for (const id of before.found ?? []) this.#found.add(id);
    this.#strays = before.strayTrades ?? [];
    this.trades.recall(before);
    this.echoed = before.markerEchoed ?? null;
    for (const stored of before.notExecuted ?? []) this.notExecuted.set(stored.intent.id, tracked(stored));
    // An answer may be older than the last fills are: those are on the journal's time.
    for (const [token, at] of Object.entries(before.movedAt ?? {}))
      // A clock that was set back meanwhile tells nothing of how long it is.
      this.#movedAt.set(token, this.wall.now() - Math.max(0, clock.now() - at) / settings.clockSpeed);
  }

  /** An intent that is not finished, conflicts for which nothing rests included. */
  unfinished(id: string): Tracked | undefined {
    return this.open.get(id) ?? this.#elsewhere.get(id);
  }

  /** Intents that wait for a person; of those for which no token rests the ones that became so in this run. */
  conflicts(): string[] {
    const elsewhere = [...this.#elsewhere.keys()].filter((id) => this.#found.has(id));
    return [...this.open.in(RESTING).map(({ intent }) => intent.id), ...elsewhere];
  }

  /** Those that were sent and of which it is not known what became. */
  undecided(): readonly Tracked[] {
    return [...this.open.in(BLOCKING), ...this.#elsewhere.values()];
  }

  /** Whether the journal has a trade, and not for this intent: by other hands, or another one's. */
  isOthers(trade: Trade, { id }: Intent): boolean {
    const owner = this.ports.ownerOfTrade?.(trade.id);
    return owner !== undefined && owner !== id;
  }

  /** The intent that the journal has a trade's id for, where that is another one: some services give ids out again. */
  otherOwner(trade: Trade, { id }: Intent): string | null {
    const owner = this.ports.ownerOfTrade?.(trade.id) ?? null;
    return owner === id ? null : owner;
  }

  /** Takes a step. Throws what the journal throws: then the step was not taken. */
  move(tracked: Tracked, to: IntentState, cause: Cause, facts: StepFacts = {}): void {
    const { intent, state } = tracked;
    if (!mayFollow(state, to))
      throw new IntentStateError(`Intent ${intent.id} cannot go from ${state} to ${to}`, {
        remedy: "This is a fault of the program: please report it with the journal.",
      });
    const at = this.ports.clock.now();
    const trade = to === "FILLED" ? (facts.trade ?? null) : null;
    const told = this.#isElsewhere(intent, trade) ? otherCompetition(cause, trade) : cause;
    const cost = trade === null ? null : slippageCost(trade, facts.quote ?? tracked.quote ?? undefined, this.#usd);
    const outcome = intentOutcome(intent, tracked.decisionId, to, told, at, trade, cost);
    const entries = trade === null ? [] : this.#entries(tracked, trade);
    // One of a conflict that the journal has for another intent cannot stand there twice: the reason names it.
    const used = to === "CONFLICT" && facts.trade !== undefined && this.otherOwner(facts.trade, intent) !== null;
    const asked = used ? facts.trade.id : undefined;
    const { code, reason } = told;
    const step: IntentStep = {
      intent: intent.id,
      at,
      from: state,
      to,
      detail: { code, reason, ...facts.detail, ...(asked !== undefined && { trade: asked }) },
      quote: facts.quote,
      trade: used ? undefined : facts.trade,
      entries: entries.length > 0 ? entries : undefined,
      outcome: outcome ?? undefined,
    };
    this.journal.step(step);
    if (to === "CONFLICT") tracked.asked = asked;
    this.#entered(tracked, to, trade, entries, facts);
    const takenBack = entries.filter((entry) => entry.cause === "adjustment");
    if (takenBack.length > 0)
      guardedCall(this.ports.log, () => reportAdjustments((...note) => this.journal.note(...note), takenBack));
    if (outcome !== null) guardedCall(this.ports.log, () => this.ports.onOutcome(intent.strategy, outcome));
    this.onMoved(tracked, told);
  }

  #entered(
    tracked: Tracked,
    to: IntentState,
    trade: Trade | null,
    entries: readonly BookEntry[],
    facts: StepFacts,
  ): void {
    const { intent } = tracked;
    this.open.moved(tracked, to);
    if (this.#isElsewhere(intent, facts.trade)) this.#madeElsewhere ??= facts.trade;
    if (facts.quote !== undefined) tracked.quote = facts.quote;
    if (trade !== null) this.#made(intent, trade, entries);
    if (to === "NOT_EXECUTED") this.notExecuted.set(intent.id, tracked);
    else this.notExecuted.delete(intent.id);
    this.#elsewhere.delete(intent.id);
    if (to === "SENT" || to === "UNKNOWN") return;
    // Where nothing here depends on it no token rests for it: a trade of a competition that is over has moved nothing here.
    const rests = this.#isHere(intent) && this.#isHere(facts.trade ?? intent);
    if (to === "CONFLICT" && rests) this.open.add(tracked);
    else this.open.remove(intent.id);
    if (to !== "CONFLICT" || rests) return;
    this.#elsewhere.set(intent.id, tracked);
    this.#found.add(intent.id);
  }

  #made(intent: Intent, trade: Trade, entries: readonly BookEntry[]): void {
    this.known.add(trade);
    if (!this.#isHere(trade)) return;
    this.trades.filled(intent, trade.at, this.ports.clock.now());
    const now = this.wall.now();
    this.#movedAt.set(trade.from, now);
    this.#movedAt.set(trade.to, now);
    if (entries.length === 0) return;
    this.ports.ledger.apply(entries);
    this.entered.add(trade.id);
    this.#version += 1;
  }

  /** Whether a trade of an intent of this competition was made in another one. */
  #isElsewhere(intent: Intent, trade: Trade | null | undefined): trade is Trade {
    return !!trade && this.#isHere(intent) && !this.#isHere(trade);
  }

  #isHere({ competitionId }: Intent | Trade): boolean {
    return competitionId === this.ports.ledger.competitionId;
  }

  /**
   * A trade of an earlier competition is entered there: those books are not in memory. One that was made
   * in a competition that began while it was on its way is not entered at all: the balances with which its books open
   * hold it already, or what it moved has been an adjustment.
   */
  #entries({ intent, state, sent }: Tracked, trade: Trade): BookEntry[] {
    if (trade.competitionId !== intent.competitionId) return [];
    const { ports } = this;
    const ledger = this.#isHere(trade) ? ports.ledger : this.#ledgerOf(trade.competitionId);
    // Its tokens rested, but for the time in which a conflict was taken for not executed: then the books followed them.
    const since = sent?.at ?? intent.preparedAt;
    const adjusted = state === "CONFLICT" ? ports.adjustedSince?.(trade.competitionId, since) : undefined;
    return ledger.fillEntries(intent.strategy, trade, exchangedUsd(trade, this.#usd, this.#isCash), adjusted);
  }

  /** The books of another competition, as the journal has them. */
  #ledgerOf(competitionId: string): Ledger {
    const ledger = new Ledger(competitionId);
    ledger.restore(this.ports.recover?.(competitionId)?.books ?? {});
    return ledger;
  }

  readonly #usd = (token: TokenName): number | null => this.ports.board.usd(token);

  readonly #isCash = (token: TokenName): boolean => this.ports.registry.isCash(token);
}
