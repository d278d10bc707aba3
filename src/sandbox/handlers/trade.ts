import { andThen } from "../../core/maybe.js";
import type { Exchange } from "../../venue/index.js";
import type { Answers } from "../answers.js";
import type { Handlers } from "../handlers.js";
import { placeOf, wireTrade } from "../wire.js";

/** Service-interface 4.3 and 4.4. */
export function tradeHandlers(exchange: Exchange, answers: Answers): Handlers<"executeTrade" | "getQuote"> {
  const { registry } = exchange;
  return {
    executeTrade: ({ teamId, body }) =>
      andThen(exchange.execute(teamId, body), (trade) =>
        answers.fresh("executeTrade", { success: true, transaction: wireTrade(registry, trade) }),
      ),
    getQuote: ({ teamId, query }) =>
      andThen(exchange.quote(teamId, query), (quote) => {
        const from = placeOf(registry, quote.from);
        const to = placeOf(registry, quote.to);
        return answers.fresh("getQuote", {
          fromToken: from.token,
          toToken: to.token,
          fromAmount: quote.fromAmount.toNumber(),
          toAmount: quote.toAmount.toNumber(),
          exchangeRate: quote.exchangeRate,
          slippage: quote.slippage,
          prices: { fromToken: quote.fromPrice, toToken: quote.toPrice },
          chains: { fromChain: from.chain, toChain: to.chain },
        });
      }),
  };
}
