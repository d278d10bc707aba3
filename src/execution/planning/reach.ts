import type { Rules } from "../../model/rules.js";
import type { Token } from "../../model/token.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Cause } from "../outcomes.js";

/**
 * The tokens that can be swapped for each other: those of one specific chain, or all while cross-chain
 * trading is on. Where the rules do not say, it is off. ("Both tokens must be on the same blockchain"
 * might mean the same kind of chain; the same specific chain is allowed under either reading.)
 */
export function reachOf(token: Pick<Token, "specificChain">, rules: Pick<Rules, "crossChain">): string {
  return rules.crossChain === true ? "*" : token.specificChain;
}

/** Why two names cannot be swapped; null where they can. */
export function whyNoSwap(from: string, to: string, registry: TokenRegistry, rules: Rules): Cause | null {
  const sold = registry.get(from);
  const bought = registry.get(to);
  if (sold === undefined || bought === undefined)
    return { code: "UNKNOWN_TOKEN", reason: `there is no token ${sold === undefined ? from : to}` };
  if (sold.name === bought.name) return { code: "SAME_TOKEN", reason: `${from} cannot be swapped for itself` };
  if (reachOf(sold, rules) !== reachOf(bought, rules))
    return { code: "CROSS_CHAIN", reason: `${from} and ${to} are on different chains, and cross-chain trading is off` };
  const closed = [sold, bought].find(
    ({ specificChain }) => rules.chains !== null && !rules.chains.includes(specificChain),
  );
  if (closed !== undefined)
    return { code: "CHAIN_CLOSED", reason: `the competition does not trade on ${closed.specificChain}` };
  return null;
}
