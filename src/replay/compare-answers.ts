import { canonicalJson, type JsonObject, type JsonValue } from "../core/json.js";
import type { RecordedDecision } from "../journal/index.js";
import type { CheckedAnswer } from "../strategy/decide/decide.js";
import type { Difference } from "./report.js";

type Found = Pick<Difference, "what" | "recorded" | "replayed">;

/** What JSON leaves of a value: recorded values have been through it. */
function asJson(value: unknown): JsonValue {
  return JSON.parse(canonicalJson(value)) as JsonValue;
}

function differing(what: Found["what"], recorded: unknown, replayed: unknown): Found | null {
  const [before, now] = [asJson(recorded), asJson(replayed)];
  return canonicalJson(before) === canonicalJson(now) ? null : { what, recorded: before, replayed: now };
}

/** How an answer differs from the recorded one; null where it does not. A state that was not returned stayed what it was. */
export function compareAnswer(recorded: RecordedDecision, view: JsonObject, answer: CheckedAnswer): Found | null {
  const decisions = recorded.decisions.map(({ decision }) => decision);
  // Null is a state too.
  const { state: before = null } = view;
  const [{ state: then = before }, { state: now = before }] = [recorded, answer];
  return differing("decisions", decisions, answer.decisions) ?? differing("state", then, now);
}

/** A strategy that decided then, and fails now, by the error with this text. */
export function nowFails(recorded: RecordedDecision, text: string): Found {
  return {
    what: "error",
    recorded: asJson(recorded.decisions.map(({ decision }) => decision)),
    replayed: text,
  };
}
