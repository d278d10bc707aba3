import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import { isExit } from "../model/trade-risk.js";

/** Whether a trade must stay away from a set of tokens. Exits of other tokens into a cash token of it go on. */
export function staysAway(
  pair: { readonly from: TokenName; readonly to: TokenName },
  tokens: ReadonlySet<TokenName>,
  registry: TokenRegistry,
): boolean {
  return tokens.has(pair.from) || (tokens.has(pair.to) && !isExit(pair, registry));
}
