import type { TokenName } from "../../model/token.js";
import type { Desk } from "./drafts.js";
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
export function pendingFor(desk: Desk, { order, weights }: TargetOrder): Pending {
  const trades = desk.open.intents.filter(
    ({ strategy, from, to }) => strategy === order.strategy && !(desk.resting.has(from) && desk.resting.has(to)),
  );
  return {
    tokens: new Set(trades.flatMap(({ from, to }) => [from, to])),
    named: trades.some(({ from, to }) => weights.has(from) || weights.has(to)),
    incoming: trades.some(({ to }) => weights.has(to) || desk.ports.registry.isCash(to)),
  };
}
