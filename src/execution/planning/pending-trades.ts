import type { TokenName } from "../../model/token.js";
import type { PlanningContext } from "./planning-context.js";
import type { TargetOrder } from "./target-order.js";

/** Trades of a target's strategy that are on their way: they will change the book by which it is planned. */
export interface Pending {
  /** Tokens that they trade. */
  readonly tokens: ReadonlySet<TokenName>;
  /** Whether one is in a token of the target. */
  readonly named: boolean;
  /** Whether one brings what the target may use. */
  readonly incoming: boolean;
}

/** Conflicts are not among them: how these end is for a person to say. */
export function pendingFor(outlook: PlanningContext, { order, weights }: TargetOrder): Pending {
  const trades = outlook.open.intents.filter(
    ({ strategy, from, to }) => strategy === order.strategy && !(outlook.resting.has(from) && outlook.resting.has(to)),
  );
  return {
    tokens: new Set(trades.flatMap(({ from, to }) => [from, to])),
    named: trades.some(({ from, to }) => weights.has(from) || weights.has(to)),
    incoming: trades.some(({ to }) => weights.has(to) || outlook.ports.registry.isCash(to)),
  };
}
