import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { JsonValue } from "../../core/json.js";
import type { Strategy } from "../define.js";
import { BadDecisionError } from "../errors.js";
import { JSON_REMEDY, jsonCopy, jsonProblem } from "../json-safe.js";

/**
 * The state that a strategy begins with, or the stored one; null where it keeps none. Throws what the
 * schema throws where it has no defaults, and what does not fit where the stored state does not any more.
 */
export function stateOf({ state }: Pick<Strategy, "state">, stored: JsonValue | undefined): JsonValue {
  if (state === undefined) return null;
  if (stored !== undefined) {
    const kept = state.safeParse(stored);
    if (!kept.success) throw new Error(issueText(kept.error));
    return kept.data as JsonValue;
  }
  const empty = state.safeParse(undefined);
  return (empty.success ? empty.data : state.parse({})) as JsonValue;
}

function issueText({ issues: [issue] }: Pick<z.ZodError, "issues">): string {
  return `${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`;
}

/** Why a strategy has no first state; null where it has one, or needs none. */
export function firstStateProblem(definition: Pick<Strategy, "state">): string | null {
  try {
    const first = stateOf(definition, undefined);
    const problem = jsonProblem(first, "state");
    if (problem !== null) return `the first state does not survive JSON: ${problem}`;
    return readsAlike(definition, first)
      ? null
      : "its schema reads what it has read as something else (a transform?): state is kept as it was read, and read again at the next start";
  } catch {
    return "its schema needs a default for every member, so that {} is a first state";
  }
}

function readsAlike(definition: Pick<Strategy, "state">, first: JsonValue): boolean {
  try {
    return isDeepStrictEqual(stateOf(definition, first), first);
  } catch {
    return false;
  }
}

/** A copy of the state that `decide` returned. Throws BadDecisionError where it does not fit the schema, or JSON. */
export function checkedState({ state }: Pick<Strategy, "state">, returned: unknown): JsonValue {
  if (state === undefined)
    throw new BadDecisionError("decide returned a state, but the strategy declares none", {
      remedy: "Add state: z.object({ … }) with a default for every member.",
    });
  const parsed = state.safeParse(returned);
  if (!parsed.success) {
    throw new BadDecisionError(`the returned state does not fit: ${issueText(parsed.error)}`);
  }
  // A copy: a schema such as z.unknown() hands out the very object.
  return jsonCopy(parsed.data, "state", (problem) => {
    throw new BadDecisionError(`the returned state does not survive JSON: ${problem}`, { remedy: JSON_REMEDY });
  });
}
