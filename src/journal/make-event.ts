import { copyJson } from "../core/copy-json.js";
import type { JsonObject } from "../core/json.js";
import { plain } from "../core/number/decimal.js";
import type { EventHead, EventOf } from "../model/event.js";
import type { Intent, IntentState } from "../model/intent.js";
import {
  UNASSIGNED,
  type BookEntry,
  type EquityPoint,
  type Note,
  type RunRecord,
  type StrategyTick,
  type VerdictRecord,
} from "../model/journal.js";
import type { ModeChange } from "../model/mode.js";
import type { Outcome } from "../model/outcome.js";
import type { Quote, Trade } from "../model/trade.js";

// Each event of what the journal holds, whether that was just written or is read again. An event shares nothing with the
// records: a listener may do with it what it likes.

type Started = Pick<RunRecord, "version" | "seed"> & {
  readonly rehearsal: boolean;
  readonly backtest: RunRecord["backtest"] | null;
  readonly strategies: readonly Pick<RunRecord["strategies"][number], "name" | "version" | "params" | "allocation">[];
};

export function runStarted(head: EventHead, run: Started): EventOf<"run-started"> {
  const { version, seed, rehearsal, backtest, strategies } = run;
  return {
    ...{ ...head, strategy: null, type: "run-started", version, seed, rehearsal },
    backtest: copyJson(backtest ?? null),
    strategies: strategies.map(({ name, version: fingerprint, params, allocation }) => {
      return { name, version: fingerprint, params: copyJson(params), allocation };
    }),
  };
}

export function runEnded(head: EventHead, exitCode: number, text: string): EventOf<"run-ended"> {
  return { ...head, strategy: null, type: "run-ended", exitCode, text };
}

export function modeChanged(head: EventHead, { mode, held }: Omit<ModeChange, "at">): EventOf<"mode-changed"> {
  return { ...head, strategy: null, type: "mode-changed", mode, held };
}

export function tickDecided(
  head: EventHead,
  tick: Pick<StrategyTick, "strategy" | "due" | "status" | "decisions" | "verdicts" | "error">,
): EventOf<"tick-decided"> {
  const { strategy, due, status, decisions, verdicts, error } = tick;
  return {
    ...{ ...head, strategy, type: "tick-decided", due: [...due], status },
    ...{ decisions: decisions.map(copyJson), verdicts: verdicts.map(verdictOf), error },
  };
}

export function holdRepeated(
  head: EventHead,
  strategy: string,
  decision: number,
  count: number,
): EventOf<"hold-repeated"> {
  return { ...head, strategy, type: "hold-repeated", decision, count };
}

export function decisionMade(
  head: EventHead,
  strategy: string,
  decision: EventOf<"decision-made">["decision"],
): EventOf<"decision-made"> {
  return { ...head, strategy, type: "decision-made", decision: copyJson(decision) };
}

export function verdictGiven(
  head: EventHead,
  strategy: string | null,
  verdict: VerdictRecord,
): EventOf<"verdict-given"> {
  return { ...head, strategy, type: "verdict-given", verdict: verdictOf(verdict) };
}

export function intentPrepared(head: EventHead, intent: Intent): EventOf<"intent-prepared"> {
  return { ...head, strategy: intent.strategy, type: "intent-prepared", intent: plainIntent(intent) };
}

interface Step {
  readonly from: IntentState;
  readonly to: IntentState;
  readonly detail: JsonObject;
  readonly quote?: Quote | null | undefined;
}

export function intentMoved(
  head: EventHead,
  intent: Intent,
  { from, to, detail, quote = null }: Step,
): EventOf<"intent-moved"> {
  return {
    ...{ ...head, strategy: intent.strategy, type: "intent-moved", intent: plainIntent(intent) },
    ...{ before: from, state: to, detail: copyJson(detail), quote: quote && { ...quote, ...plainAmounts(quote) } },
  };
}

export function tradeMade(head: EventHead, strategy: string, intent: string, trade: Trade): EventOf<"trade"> {
  return { ...head, strategy, type: "trade", intent, trade: { ...trade, ...plainAmounts(trade) } };
}

export function foreignTrade(head: EventHead, trade: Trade): EventOf<"foreign-trade"> {
  return { ...head, strategy: null, type: "foreign-trade", trade: { ...trade, ...plainAmounts(trade) } };
}

/** @param intent id of the one whose trade caused it; null where none did */
export function bookChanged(head: EventHead, entry: BookEntry, intent: string | null): EventOf<"book-changed"> {
  const { competitionId, book, token, change, costUsd, cause, reason, at: datedAt = head.at } = entry;
  return {
    ...{ ...head, strategy: book === UNASSIGNED ? null : book, type: "book-changed", competitionId, book, token },
    ...{ change: plain(change), costUsd, cause, reason, intent, datedAt },
  };
}

export function outcomeKnown(head: EventHead, strategy: string, outcome: Outcome): EventOf<"outcome"> {
  return { ...head, strategy, type: "outcome", outcome: copyJson(outcome) };
}

export function equityNoted(head: EventHead, point: EquityPoint): EventOf<"equity"> {
  const { competitionId, total, books, peak = null } = point;
  return { ...head, strategy: null, type: "equity", competitionId, total, books: { ...books }, peak };
}

type NoteType = "standing" | "rules-changed" | "strategy-disabled" | "warning" | "note";

/** Notes that are events of a type of their own; journals of before have a disabled strategy as a parked one. */
const TYPES: Readonly<Record<string, NoteType>> = {
  standing: "standing",
  "rules-read": "rules-changed",
  "rules-changed": "rules-changed",
  "strategy-parked": "strategy-disabled",
  "strategy-disabled": "strategy-disabled",
};

/** The type of a note's event. */
export function noteType({ kind, level }: Pick<Note, "kind" | "level">): NoteType {
  return TYPES[kind] ?? (level === "info" ? "note" : "warning");
}

export function noted(
  head: EventHead,
  { level, kind, text, data = null }: Omit<Note, "data" | "at"> & { readonly data?: JsonObject | null },
): EventOf<NoteType> {
  const { strategy = null } = data ?? {};
  return {
    ...{ ...head, strategy: typeof strategy === "string" ? strategy : null },
    ...{ type: noteType({ kind, level }), level, kind, text, data: copyJson(data) },
  };
}

function verdictOf({ decision, intent, control, verdict, code, reason }: VerdictRecord): VerdictRecord {
  return { decision, intent, control, verdict, code, reason };
}

function plainIntent(intent: Intent): EventOf<"intent-prepared">["intent"] {
  return { ...intent, amount: plain(intent.amount) };
}

function plainAmounts({ fromAmount, toAmount }: Pick<Trade, "fromAmount" | "toAmount">) {
  return { fromAmount: plain(fromAmount), toAmount: plain(toAmount) };
}
