import type { Clock } from "../../../core/time/clock.js";
import { andThen } from "../../../core/maybe.js";
import { iso } from "../../../core/time/utc.js";
import type { Quote } from "../../../model/trade.js";
import { chainOfAddress } from "../../../model/token.js";
import { Refusal, type Exchange, type QuoteFields } from "../../../venue/index.js";
import { refuse } from "../../service-refusal.js";
import { placeOf } from "../../wire.js";
import { DeployedError } from "./errors.js";
import type { DeployedHandlers } from "./handlers.js";
import { columnText, fieldsOf, type Fields } from "./sent.js";
import { deployedTrade } from "./wire.js";

/** A swap as it is asked for. */
interface Asked {
  readonly fromToken: string;
  readonly toToken: string;
  readonly amount: number;
  /** As asked, otherwise by the address; it is compared, and chooses no token. */
  readonly fromChain: string;
  readonly toChain: string;
  readonly fromSpecificChain: string | undefined;
  readonly toSpecificChain: string | undefined;
}

export function tradeHandlers(exchange: Exchange, clock: Clock): DeployedHandlers<"executeTrade" | "getQuote"> {
  const { registry } = exchange;
  return {
    executeTrade({ teamId, body }) {
      const fields = fieldsOf(body);
      const asked = askedOf(fields, true);
      if (exchange.active()?.settings.allowCrossChain === false && isAcross(asked)) throw new Refusal("CROSS_CHAIN");
      const reason = columnText(fields.get("reason"));
      // The database's own words.
      if (reason?.includes("\0")) throw new DeployedError(400, 'invalid byte sequence for encoding "UTF8": 0x00');
      // A tolerance is ignored.
      return andThen(exchange.execute(teamId, { ...orderOf(asked), reason }), (trade) =>
        JSON.stringify({ success: true, transaction: deployedTrade(registry, trade) }),
      );
    },
    getQuote({ teamId, query }) {
      const asked = askedOf(fieldsOf(query), false);
      // An endless amount has a quote whose numbers JSON cannot say: as many nulls.
      const endless = asked.amount === Infinity;
      const order = orderOf(endless ? { ...asked, amount: 1 } : asked);
      return andThen(exchange.quote(teamId, order), (quote) => {
        const numbers = endless
          ? { fromAmount: null, toAmount: null, exchangeRate: null, slippage: null }
          : {
              fromAmount: quote.fromAmount.toNumber(),
              toAmount: quote.toAmount.toNumber(),
              exchangeRate: quote.exchangeRate,
              slippage: quote.slippage,
            };
        const { fromToken, toToken, fromChain, toChain } = asked;
        const chains = { fromChain, toChain };
        return JSON.stringify({ fromToken, toToken, ...numbers, prices: pricesOf(quote), chains });
      });
    },
  };

  function pricesOf(quote: Quote): object {
    const timestamp = iso(clock.now());
    return {
      fromToken: { price: quote.fromPrice, ...placeOf(registry, quote.from), timestamp },
      toToken: { price: quote.toPrice, ...placeOf(registry, quote.to), timestamp },
    };
  }
}

/** Reads a swap in the service's order: what is missing, the reason of a trade, the amount. */
function askedOf(fields: Fields, withReason: boolean): Asked {
  const given = (name: string): string | undefined => (fields.get(name) ? columnText(fields.get(name)) : undefined);
  const [fromToken, toToken] = [given("fromToken"), given("toToken")];
  if (fromToken === undefined || toToken === undefined || !fields.get("amount")) throw refuse("MISSING_TRADE_FIELDS");
  if (withReason && !fields.get("reason")) throw refuse("MISSING_REASON");
  // Numbers and lists have a text too; of a text its beginning counts.
  const amount = Number.parseFloat(String(fields.get("amount")));
  if (!(amount > 0)) throw refuse("BAD_AMOUNT");
  return {
    ...{ fromToken, toToken, amount },
    fromChain: given("fromChain") ?? chainOfAddress(fromToken),
    toChain: given("toChain") ?? chainOfAddress(toToken),
    fromSpecificChain: given("fromSpecificChain"),
    toSpecificChain: given("toSpecificChain"),
  };
}

/** The exchange's order; an endless amount is more than anybody holds. */
function orderOf({ fromToken, toToken, amount, fromSpecificChain, toSpecificChain }: Asked): QuoteFields {
  const text = String(Math.min(amount, Number.MAX_VALUE));
  return { fromToken, toToken, amount: text, fromSpecificChain, toSpecificChain };
}

/** By what the request says alone: specific chains that it leaves out are not compared. */
function isAcross({ fromChain, toChain, fromSpecificChain, toSpecificChain }: Asked): boolean {
  if (fromChain !== toChain) return true;
  return fromSpecificChain !== undefined && toSpecificChain !== undefined && fromSpecificChain !== toSpecificChain;
}
