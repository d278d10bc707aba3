import { plain, type Decimal } from "../core/number/decimal.js";
import type { Intent, IntentState } from "../model/intent.js";
import type { VerdictRecord } from "../model/journal.js";
import type { Outcome, OutcomeStatus } from "../model/outcome.js";
import type { Quote, Trade } from "../model/trade.js";

/** What a strategy is told when an intent gets to a state; null: nothing yet. */
const STATUS: Readonly<Record<IntentState, OutcomeStatus | null>> = {
  PREPARED: null,
  SENT: null,
  DROPPED: "dropped",
  FILLED: "filled",
  REJECTED: "rejected",
  UNKNOWN: "unknown",
  NOT_EXECUTED: "not-executed",
  CONFLICT: "conflict",
};

/** Why something happened: a literal code, and words. */
export interface Cause {
  readonly code: string;
  readonly reason: string;
}

/** The outcome of an intent that got to `state`. */
export function intentOutcome(
  intent: Intent,
  decisionId: string | null,
  state: IntentState,
  cause: Cause,
  at: number,
  trade: Trade | null,
  costUsd: number | null,
): Outcome | null {
  const status = STATUS[state];
  if (status === null) return null;
  return {
    decision: intent.decision,
    id: decisionId,
    intent: intent.id,
    status,
    from: intent.from,
    to: intent.to,
    fromAmount: trade === null ? "0" : plain(trade.fromAmount),
    toAmount: trade === null ? "0" : plain(trade.toAmount),
    costUsd,
    code: cause.code,
    reason: cause.reason,
    at,
  };
}

/** Why a fill changes no book of the competition that its intent was made in; a person's own word stays. */
export function otherCompetition(cause: Cause, { id, competitionId }: Trade): Cause {
  if (cause.code !== "") return cause;
  const reason = `trade ${id} was made in another competition, ${competitionId}: the books of this one do not hold it`;
  return { code: "OTHER_COMPETITION", reason };
}

/** The outcome of a decision, or a part of one, of which no intent was made. */
export function plannedOutcome(
  decision: { readonly seq: number; readonly id: string | null },
  status: "refused" | "cut" | "dropped",
  pair: { readonly from: string; readonly to: string },
  cause: Cause,
  at: number,
): Outcome {
  return {
    decision: decision.seq,
    id: decision.id,
    intent: null,
    status,
    from: pair.from,
    to: pair.to,
    fromAmount: "0",
    toAmount: "0",
    costUsd: null,
    code: cause.code,
    reason: cause.reason,
    at,
  };
}

/**
 * What slippage cost, USD: the value given up less the value received, both at the prices known before
 * the trade (the quote's, else the last known); null where one is not known.
 */
export function slippageCost(
  trade: Trade,
  quote: Quote | undefined,
  usd: (token: string) => number | null,
): number | null {
  const from = quote?.fromPrice ?? usd(trade.from);
  const to = quote?.toPrice ?? usd(trade.to);
  if (from === null || to === null) return null;
  const value = (amount: Decimal, price: number): number => amount.toNumber() * price;
  return value(trade.fromAmount, from) - value(trade.toAmount, to);
}

/** A verdict of the planner itself. */
export function plannerVerdict(seq: number, verdict: VerdictRecord["verdict"], cause: Cause): VerdictRecord {
  return { decision: seq, intent: null, control: "planner", verdict, ...cause };
}

/** Why a trade is dropped that would wait until the conflict of an intent is resolved. */
export function restsFor(conflict: string): Cause {
  return { code: "TOKEN_BLOCKED", reason: `its tokens rest until the conflict of ${conflict} is resolved` };
}
