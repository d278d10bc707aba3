import { plain, type Decimal } from "../core/decimal.js";
import type { Token } from "../model/token.js";
import type { QuoteFields } from "./swap-order.js";

/** The fields of a request that sells an amount of one known token for another: every chain said, nothing to be guessed. */
export function swapFields(from: Token, to: Token, amount: Decimal): QuoteFields {
  return {
    fromToken: from.address,
    fromChain: from.chain,
    fromSpecificChain: from.specificChain,
    toToken: to.address,
    toChain: to.chain,
    toSpecificChain: to.specificChain,
    amount: plain(amount),
  };
}
