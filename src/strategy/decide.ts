import type { JsonValue } from "../core/json.js";
import type { Decision } from "../model/decision.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { BoundStrategy } from "./bind.js";
import { checkDecision } from "./check-decision.js";
import { BadDecisionError } from "./errors.js";
import type { Guard } from "./guard.js";
import { checkedState } from "./state.js";
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
  // What is returned is the strategy's too: a getter in it must not hang the bot either.
  return guard(() => checked(strategy, strategy.definition.decide(view as View<never, never, never>), registry));
}

function checked(
  { definition }: Pick<BoundStrategy, "definition">,
  returned: unknown,
  registry: TokenRegistry,
): Checked {
  if (typeof returned !== "object" || returned === null) throw nothingUsable(returned);
  if (typeof (returned as { then?: unknown }).then === "function")
    throw new BadDecisionError("decide returned a promise", {
      remedy: "decide is synchronous; what takes time belongs into read().",
    });
  const { decisions, state } = parted(returned);
  const list = (Array.isArray(decisions) ? (decisions as unknown[]) : [decisions]).map((decision) =>
    checkDecision(decision, registry),
  );
  checkIds(list);
  return state === undefined ? { decisions: list } : { decisions: list, state: checkedState(definition, state) };
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
