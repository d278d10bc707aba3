import { ZERO, type Decimal } from "../../core/number/decimal.js";
import { bookable } from "../../model/bookable.js";
import type { TokenName } from "../../model/token.js";
import type { OnTheWay } from "../open-intents.js";
import type { Cause } from "../outcomes.js";
import type { TradePorts } from "../ports.js";
import { staysAway } from "../blocked-tokens.js";
import type { TradeLog } from "../trade-log.js";
import { whyNoSwap } from "./reach.js";

/** What planning looks at: it changes while one plan is made. */
export interface PlanningContext {
  readonly ports: TradePorts;
  readonly trades: TradeLog;
  /** Intents on their way and those planned so far. */
  readonly open: OnTheWay;
  /** Tokens that rest until a person has resolved a conflict. */
  readonly resting: ReadonlySet<TokenName>;
  /** Tokens of trades whose outcome is not known. */
  readonly blocked: ReadonlySet<TokenName>;
  readonly now: number;
  /** An id that no intent has or was given before. */
  newId(): string;
}

/** What a strategy's book can still sell of a token: what it holds less what its open intents will sell, cut to what can be sold. */
export function available(outlook: PlanningContext, strategy: string, token: TokenName): Decimal {
  const all = outlook.ports.ledger.amount(strategy, token);
  const sold = outlook.open.sold(token, strategy);
  const held = sold.isZero() ? all : all.minus(sold);
  return held.isNegative() ? ZERO : bookable(held);
}

/** Why nothing is done with a token of which no price was read. */
export const noPrice = (token: TokenName): Cause => ({
  code: "NO_PRICE",
  reason: `no price of ${token} is known: the service has none, or the strategy's \`needs.prices\` does not name it`,
});

/** Why a pair cannot be traded at all now, whatever the amount. */
export function obstacle(outlook: PlanningContext, from: TokenName, to: TokenName): Cause | null {
  const { board, registry, rules } = outlook.ports;
  const no = whyNoSwap(from, to, registry, rules());
  if (no !== null) return no;
  if (staysAway({ from, to }, outlook.resting, registry))
    return { code: "TOKEN_BLOCKED", reason: `${from} or ${to} rests until a person has resolved the conflict in it` };
  if (board.usd(from) === null) return noPrice(from);
  return null;
}
