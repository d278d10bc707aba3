import type { JsonValue } from "../core/json.js";
import type { Decision } from "../model/decision.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { BoundStrategy } from "./bind.js";
import { checkDecision } from "./check-decision.js";
import { BadDecisionError } from "./errors.js";
import type { Guard } from "./guard.js";
import { jsonProblem } from "./json-safe.js";
import type { View } from "./view.js";

/** What a strategy decided, checked. */
export interface Checked {
  readonly decisions: readonly Decision[];
  /** The state after it; absent where it was not returned. */
  readonly state?: JsonValue;
}

/**
 * Lets a strategy decide on a view and checks what it returns. Throws what `decide` throws,
 * StrategyTimeoutError, or BadDecisionError.
 */
export function decideOn(
  strategy: Pick<BoundStrategy, "definition">,
  view: View,
  registry: TokenRegistry,
  guard: Guard,
): Checked {
  const { definition } = strategy;
  const returned: unknown = guard(() => definition.decide(view as View<never, never, never>));
  if (typeof returned !== "object" || returned === null) throw nothingUsable(returned);
  if (typeof (returned as { then?: unknown }).then === "function")
    throw new BadDecisionError("decide returned a promise", {
      remedy: "decide is synchronous; what takes time belongs into read().",
    });
  const { decisions, state } = parted(returned);
  const checked = (Array.isArray(decisions) ? (decisions as unknown[]) : [decisions]).map((decision) =>
    checkDecision(decision, registry),
  );
  checkIds(checked);
  return state === undefined ? { decisions: checked } : { decisions: checked, state: checkedState(definition, state) };
}

/** The state that a strategy begins with, or the stored one where it still fits; null where it keeps none. */
export function stateOf(definition: BoundStrategy["definition"], stored: JsonValue | undefined): JsonValue {
  const { state } = definition;
  if (state === undefined) return null;
  if (stored !== undefined) return state.parse(stored) as JsonValue;
  const empty = state.safeParse(undefined);
  return (empty.success ? empty.data : state.parse({})) as JsonValue;
}

function nothingUsable(returned: unknown): BadDecisionError {
  return new BadDecisionError(`decide returned ${String(returned)}`, {
    remedy: "Return a decision, an array of them, or { decisions, state }; to do nothing, hold({ reason }).",
  });
}

function parted(returned: object): { decisions: unknown; state?: unknown } {
  return "decisions" in returned && !Array.isArray(returned) ? returned : { decisions: returned };
}

function checkIds(decisions: readonly Decision[]): void {
  const seen = new Set<string>();
  for (const decision of decisions) {
    const id = decision.kind === "swap" || decision.kind === "target" ? decision.id : undefined;
    if (id === undefined) continue;
    if (seen.has(id)) throw new BadDecisionError(`two decisions have the id "${id}"`);
    seen.add(id);
  }
}

function checkedState(definition: BoundStrategy["definition"], state: unknown): JsonValue {
  if (definition.state === undefined)
    throw new BadDecisionError("decide returned a state, but the strategy declares none", {
      remedy: "Add state: z.object({ … }) with a default for every member.",
    });
  const parsed = definition.state.safeParse(state);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadDecisionError(
      `the returned state does not fit: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
    );
  }
  const problem = jsonProblem(parsed.data);
  if (problem !== null) throw new BadDecisionError(`the returned state does not survive JSON: ${problem}`);
  return parsed.data as JsonValue;
}
