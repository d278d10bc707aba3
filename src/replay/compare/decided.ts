import { canonicalJson, type JsonValue } from "../../core/json.js";
import type { RecordedDecision } from "../../journal/index.js";
import type { Decision } from "../../model/decision.js";

type Decisions = RecordedDecision["decisions"];

/** How two lists of decisions compare: the same, the same but for their words (reason, evidence), or not the same. */
export function compareDecisions(first: Decisions, second: Decisions): "equal" | "wording" | "differing" {
  const texts = (decisions: Decisions, part: (decision: Decision) => unknown): string =>
    canonicalJson(decisions.map(({ decision }) => part(decision)));
  if (texts(first, essence) !== texts(second, essence)) return "differing";
  return texts(first, (decision) => decision) === texts(second, (decision) => decision) ? "equal" : "wording";
}

/** What a decision does, without its words. */
function essence(decision: Decision): unknown {
  return { ...decision, reason: undefined, evidence: undefined };
}

/** Decisions as a report shows them. */
export function decisionsJson(decisions: Decisions): JsonValue {
  return decisions.map(({ decision }) => JSON.parse(JSON.stringify(decision)) as JsonValue);
}
