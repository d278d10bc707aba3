import type { Decimal } from "../core/number/decimal.js";
import type { TokenName } from "./token.js";

/**
 * The states of an intent (design, "A trade's way"):
 * PREPARED → DROPPED | SENT → FILLED | REJECTED | UNKNOWN → FILLED | NOT_EXECUTED | CONFLICT,
 * and NOT_EXECUTED → CONFLICT should the trade arrive after all.
 */
export const INTENT_STATES = [
  "PREPARED",
  "DROPPED",
  "SENT",
  "FILLED",
  "REJECTED",
  "UNKNOWN",
  "NOT_EXECUTED",
  "CONFLICT",
] as const;
export type IntentState = (typeof INTENT_STATES)[number];

/** Not sent yet. */
export const WAITING: readonly IntentState[] = ["PREPARED"];
/** Sent, and nothing final is known. */
export const UNDER_WAY: readonly IntentState[] = ["SENT", "UNKNOWN"];
/** A person is needed. */
export const RESTING: readonly IntentState[] = ["CONFLICT"];
/** Their tokens take no other trade. */
export const BLOCKING: readonly IntentState[] = [...UNDER_WAY, ...RESTING];

const NEXT: Readonly<Record<IntentState, readonly IntentState[]>> = {
  PREPARED: ["DROPPED", "SENT"],
  DROPPED: [],
  SENT: ["FILLED", "REJECTED", "UNKNOWN"],
  FILLED: [],
  REJECTED: [],
  UNKNOWN: ["FILLED", "NOT_EXECUTED", "CONFLICT"],
  NOT_EXECUTED: ["CONFLICT"],
  // A person may say what a conflict was (`contender resolve`).
  CONFLICT: ["FILLED", "NOT_EXECUTED"],
};

export function mayFollow(from: IntentState, to: IntentState): boolean {
  return NEXT[from].includes(to);
}

/** A trade that the bot means to make. */
export interface Intent {
  /** Six characters of base 32, unique within the journal. */
  readonly id: string;
  /** What begins the reason on the wire: `[abcd-7k2m9x]`, four of the journal, six of the intent. */
  readonly marker: string;
  /** The id that all parts of one divided trade share; null where it was not divided. */
  readonly parent: string | null;
  readonly competitionId: string;
  readonly strategy: string;
  /** Of the journal: which decision it comes from. */
  readonly decision: number;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens of `from`, `bookable`; in journals of earlier versions with up to 30 decimal places. */
  readonly amount: Decimal;
  /** The reason as it is sent: marker first, cut to the longest allowed. */
  readonly reason: string;
  /** Worst acceptable price (toAmount / fromAmount), or null. */
  readonly limit: number | null;
  /** Epoch milliseconds after which it is dropped unsent, or null. */
  readonly validUntil: number | null;
  readonly urgent: boolean;
  readonly preparedAt: number;
}

/** Whether a reason has an intent's marker somewhere: a service may write it in capitals, and put its own words around it. */
export function holdsMarker(reason: string | null, marker: string): boolean {
  return reason !== null && (reason.includes(marker) || reason.toLowerCase().includes(marker));
}
