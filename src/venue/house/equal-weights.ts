import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { HousePolicy, HousePorts } from "./policy.js";
import type { Holding, Trader } from "./trader.js";

/** USD of one purchase: slippage grows with a trade's size, so small ones cost less. */
const PIECE_USD = 250;
/** Purchases of one token: bounds the work however rich the team. */
const MOST_PIECES = 50;
/** Purchases stay below the cap: slippage lowers the portfolio's value, and with it the cap, with each of them. */
const BELOW_CAP = 0.9;

/** Spends one chain's cash on its tokens, an equal part on each; less of it where the cap allows no more. */
function spend(trader: Trader, cash: Holding, capUsd: number): MaybePromise<void> {
  return andThen(trader.offered(cash.token.specificChain), (offered) => {
    const tokens = offered.map(({ token }) => token).filter((token) => token.name !== cash.token.name);
    const each = cash.value / tokens.length;
    const count = Math.min(MOST_PIECES, Math.ceil(each / Math.min(PIECE_USD, BELOW_CAP * capUsd)));
    const fraction = Math.min(each / count, BELOW_CAP * capUsd) / cash.value;
    const purchases = tokens.flatMap((token) => Array.from({ length: count }, () => token));
    return inTurn(purchases, (token) =>
      trader.sell(cash, fraction, token, `Buys ${token.name} for its equal weight and holds it`),
    );
  });
}

function buy({ trader, settings }: HousePorts): MaybePromise<void> {
  return andThen(trader.holdings(), (holdings) => {
    const value = holdings.reduce((sum, holding) => sum + holding.value, 0);
    const cash = holdings.filter(({ token }) => token.cash);
    return inTurn(cash, (holding) => spend(trader, holding, value * settings.maxTradeShare));
  });
}

/** Buys every token of its chains once, in equal weights, at the start, and holds: who stands below it did worse than the market. */
export const equalWeights: HousePolicy = {
  name: "house-equal-weights",
  begin(ports) {
    ports.guarded(() => buy(ports));
    return () => undefined;
  },
};

/** Does the work for one item after the other; synchronous where all of it is. */
function inTurn<T>(items: readonly T[], work: (item: T) => MaybePromise<unknown>): MaybePromise<void> {
  let done: MaybePromise<unknown> = undefined;
  for (const item of items) done = andThen(done, () => work(item));
  return andThen(done, () => undefined);
}
