import type { JsonObject, JsonValue } from "../core/json.js";
import { mayFollow, type IntentState } from "../model/intent.js";
import type { BookEntry, IntentStep } from "../model/journal.js";
import { JournalRecordError, REPORT } from "./errors.js";

/** Throws JournalRecordError. */
export function refuse(what: string): never {
  throw new JournalRecordError(what, { remedy: REPORT });
}

/** Whether an intent may take this step, given the state that the journal knows it in. Throws JournalRecordError. */
export function checkStep({ intent, from, to }: IntentStep, known: IntentState | undefined): void {
  if (known === undefined) refuse(`Intent ${intent} is not in the journal`);
  if (known !== from) refuse(`Intent ${intent} is ${known}, not ${from}, and cannot become ${to}`);
  if (!mayFollow(from, to)) refuse(`Intent ${intent} cannot go from ${from} to ${to}`);
}

/** A trade belongs to one intent for ever; one that nobody claimed may still be claimed. `owner` is undefined where the trade is new. */
export function checkTradeOwner(trade: string, owner: string | null | undefined, intent: string): void {
  if (owner === undefined || owner === null || owner === intent) return;
  refuse(`Trade ${trade} belongs to intent ${owner}, so it cannot be the trade of intent ${intent}`);
}

/** Amounts are finite: NaN and infinities have no plain notation. */
export function checkEntry({ book, token, change }: BookEntry): void {
  if (!change.isFinite()) refuse(`Book ${book} cannot change by ${change.toString()} ${token}`);
}

/** The outcomes that a recorded view shows its strategy (`ViewData.outcomes`). */
export function shownOutcomes(view: JsonObject): readonly JsonValue[] {
  const outcomes = view["outcomes"];
  return Array.isArray(outcomes) ? (outcomes as readonly JsonValue[]) : [];
}
