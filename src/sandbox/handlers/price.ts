import type { Clock } from "../../core/time/clock.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import { encodeAnswer, type Answer } from "../../contract/index.js";
import { chainOfAddress } from "../../model/token.js";
import type { Exchange, PricedToken } from "../../venue/index.js";
import type { Call, Handlers } from "../handlers.js";

type PriceOperation = "getPrice" | "getTokenInfo";

/** Service-interface 4.5. Some deployments write the chain in lower case: `lowerCase` says whether. */
export function priceHandlers(exchange: Exchange, clock: Clock, lowerCase: boolean): Handlers<PriceOperation> {
  const answer = <Id extends PriceOperation>(id: Id, given: Answer<Id>): string => {
    const wire = encodeAnswer(id, given) as object;
    return JSON.stringify(lowerCase ? lowerCaseChain(wire) : wire);
  };
  const find = ({ token, chain, specificChain }: Call<PriceOperation>["query"]): MaybePromise<PricedToken | null> =>
    exchange.price({ address: token, chain, specificChain });
  return {
    getPrice: ({ query }) =>
      andThen(find(query), (found) => {
        if (found === null) return answer("getPrice", { success: false });
        const { address: token, chain, specificChain } = found.token;
        const timestamp = clock.now();
        return answer("getPrice", { success: true, price: found.usd, token, chain, specificChain, timestamp });
      }),
    getTokenInfo: ({ query }) =>
      andThen(find(query), (found) => {
        if (found === null) {
          const { token, chain = chainOfAddress(token) } = query;
          return answer("getTokenInfo", { success: false, price: null, token, chain, specificChain: null });
        }
        const { address: token, chain, specificChain } = found.token;
        return answer("getTokenInfo", { success: true, price: found.usd, token, chain, specificChain });
      }),
  };
}

function lowerCaseChain(wire: { readonly chain?: unknown }): object {
  return typeof wire.chain === "string" ? { ...wire, chain: wire.chain.toLowerCase() } : wire;
}
