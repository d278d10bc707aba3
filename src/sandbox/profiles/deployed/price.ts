import type { Clock } from "../../../core/time/clock.js";
import { andThen, type MaybePromise } from "../../../core/maybe.js";
import { iso } from "../../../core/time/utc.js";
import { chainOfAddress, SPECIFIC_CHAINS } from "../../../model/token.js";
import type { Exchange, PricedToken } from "../../../venue/index.js";
import { refuse } from "../../service-refusal.js";
import type { DeployedHandlers } from "./handlers.js";
import { fieldsOf, queryText } from "./sent.js";

interface Asked {
  readonly token: string;
  /** As asked where there is such a one, otherwise by the address. */
  readonly chain: "evm" | "svm";
  readonly specificChain: string | undefined;
}

export function priceHandlers(exchange: Exchange, clock: Clock): DeployedHandlers<"getPrice" | "getTokenInfo"> {
  return {
    getPrice({ query }) {
      const asked = askedOf(query);
      return andThen(find(exchange, asked), (found) => {
        if (found === null) return JSON.stringify({ success: false });
        const { address: token, chain, specificChain } = found.token;
        const price = { success: true, price: found.usd };
        // On EVM the answer says neither the token nor a time.
        if (asked.chain === "evm") return JSON.stringify({ ...price, chain, specificChain });
        return JSON.stringify({ ...price, token, chain, specificChain, timestamp: iso(clock.now()) });
      });
    },
    getTokenInfo({ query }) {
      const asked = askedOf(query);
      return andThen(find(exchange, asked), (found) => {
        const { token, chain } = asked;
        if (found === null) return JSON.stringify({ success: false, price: null, token, chain, specificChain: null });
        const { specificChain } = found.token;
        return JSON.stringify({ success: true, price: found.usd, token, chain: found.token.chain, specificChain });
      });
    },
  };
}

/** What is no chain's name is ignored. */
function askedOf(query: unknown): Asked {
  const fields = fieldsOf(query);
  const token = queryText(fields, "token");
  if (token === "") throw refuse("TOKEN_REQUIRED");
  const chain = queryText(fields, "chain").toLowerCase();
  const place = queryText(fields, "specificChain").toLowerCase();
  return {
    token,
    chain: chain === "evm" || chain === "svm" ? chain : chainOfAddress(token),
    specificChain: SPECIFIC_CHAINS.find((name) => name === place),
  };
}

/** An address of EVM is found also where it is called one of SVM. */
function find(exchange: Exchange, { token, chain, specificChain }: Asked): MaybePromise<PricedToken | null> {
  if (chain === "evm" && chainOfAddress(token) === "svm") return null;
  return exchange.price({ address: token, specificChain });
}
