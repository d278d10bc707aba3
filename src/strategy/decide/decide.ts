import { shown } from "../../core/arguments.js";
import type { JsonValue } from "../../core/json.js";
import { suggested } from "../../core/nearest.js";
import type { Decision, HoldDecision } from "../../model/decision.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../bind/bind.js";
import { checkAnswer } from "./check-answer.js";
import { checkDecision } from "./check-decision.js";
import { BadDecisionError } from "../errors.js";
import type { Guard } from "../guard.js";
import { checkedState } from "../bind/state.js";
import type { View } from "../view.js";

/** What `decide` answered, checked. */
export interface CheckedAnswer {
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
): CheckedAnswer {
  return new Decider(strategy, registry, guard).decide(view);
}

/** Asks a strategy tick after tick, and knows whether it only holds once more for the same reason. */
export class Decider {
  readonly #strategy: Pick<BoundStrategy, "definition">;
  readonly #registry: TokenRegistry;
  readonly #guard: Guard;
  readonly #ask = (): CheckedAnswer => this.#askAndCheck(this.#view as View);
  #view: View | null = null;
  /** The last answer, where it was a hold with nothing but its reason. */
  #plainHold: CheckedAnswer | null = null;
  #reason = "";
  #again = false;

  constructor(strategy: Pick<BoundStrategy, "definition">, registry: TokenRegistry, guard: Guard) {
    this.#strategy = strategy;
    this.#registry = registry;
    this.#guard = guard;
  }

  /** Whether the last answer was a hold in the very words of the answer before. */
  get again(): boolean {
    return this.#again;
  }

  /** As `decideOn`. */
  decide(view: View): CheckedAnswer {
    this.#view = view;
    this.#again = false;
    // What is returned is the strategy's too: a getter in it must not hang the bot either.
    return this.#guard(this.#ask);
  }

  #askAndCheck(view: View): CheckedAnswer {
    const { definition } = this.#strategy;
    const before = this.#plainHold;
    // Before the call: a guard ends it without any catch here.
    this.#plainHold = null;
    const returned: unknown = definition.decide(view);
    if (before !== null && isPlainHold(returned) && returned.reason === this.#reason) {
      this.#plainHold = before;
      this.#again = true;
      return before;
    }
    const answer = checkReturned(this.#strategy, returned, this.#registry);
    const [first] = answer.decisions;
    if (first !== undefined && isPlainHold(first) && isPlainHold(returned)) {
      this.#reason = first.reason;
      this.#plainHold = answer;
    }
    return answer;
  }
}

/** Whether it is a plain hold with a reason alone. */
function isPlainHold(returned: unknown): returned is HoldDecision {
  if (typeof returned !== "object" || returned === null) return false;
  if ((returned as Partial<Decision>).kind !== "hold") return false;
  if (Object.getPrototypeOf(returned) !== Object.prototype) return false;
  for (const member in returned) if (member !== "kind" && member !== "reason") return false;
  return true;
}

function checkReturned(
  { definition }: Pick<BoundStrategy, "definition">,
  returned: unknown,
  registry: TokenRegistry,
): CheckedAnswer {
  if (typeof returned !== "object" || returned === null) throw nothingUsable(returned);
  if (typeof (returned as { then?: unknown }).then === "function")
    throw new BadDecisionError("decide returned a promise", {
      remedy: "decide is synchronous; what takes time belongs into read().",
    });
  const { decisions, state } = partsOf(returned);
  const list = Array.isArray(decisions) ? checkAll(decisions, registry) : [checkDecision(decisions, registry)];
  checkAnswer(list);
  return state === undefined ? { decisions: list } : { decisions: list, state: checkedState(definition, state) };
}

/** Each by its index: a hole in the list is no decision either. */
function checkAll(decisions: readonly unknown[], registry: TokenRegistry): Decision[] {
  const list: Decision[] = [];
  const { length } = decisions;
  for (let i = 0; i < length; i++) list.push(checkOneOf(length, i, decisions[i], registry));
  return list;
}

/** One of several decisions: what is wrong with it says which one it is. */
function checkOneOf(count: number, index: number, decision: unknown, registry: TokenRegistry): Decision {
  try {
    return checkDecision(decision, registry);
  } catch (error) {
    if (count === 1 || !(error instanceof BadDecisionError)) throw error;
    throw new BadDecisionError(`decision ${index + 1} of ${count}: ${error.message}`, { remedy: error.remedy });
  }
}

const REMEDY = "Return a decision, an array of them, or { decisions, state }; to do nothing, hold({ reason }).";

function nothingUsable(returned: unknown): BadDecisionError {
  const what = typeof returned === "string" ? returned : shown(returned);
  return new BadDecisionError(`decide returned ${what}`, { remedy: REMEDY });
}

const PARTS: readonly string[] = ["decisions", "state"];

function partsOf(returned: object): { readonly decisions: unknown; readonly state?: unknown } {
  if (Array.isArray(returned) || "kind" in returned) return { decisions: returned };
  if (Symbol.iterator in returned) throw nothingUsable(returned);
  const members = Object.keys(returned);
  if (!("decisions" in returned)) {
    if (members.length === 0) throw nothingUsable(returned);
    if (members.includes("state"))
      throw new BadDecisionError("decisions is missing", { remedy: "Return { decisions: [], state }." });
    return { decisions: returned };
  }
  const unknown = members.find((member) => !PARTS.includes(member));
  if (unknown !== undefined)
    throw new BadDecisionError(`decide returned decisions, and beside them "${unknown}"`, {
      remedy: suggested(unknown, PARTS, "Only state may stand there."),
    });
  const { decisions } = returned;
  if (typeof decisions === "object" && decisions !== null && !Array.isArray(decisions) && Symbol.iterator in decisions)
    throw new BadDecisionError(`decisions must be an array, or one decision (it is ${shown(decisions)})`, {
      remedy: "Write [...decisions].",
    });
  return "state" in returned ? { decisions, state: returned.state } : { decisions };
}
