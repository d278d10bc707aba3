import { KNOWN_TOKENS } from "../../model/known-tokens.js";
import { ADDRESS, partsOfName, type Token, type TokenName } from "../../model/token.js";

/**
 * The token of a name, for tapes that say no more: a common one, or one that is named by its address. The address of
 * any other is not known, and is empty.
 */
export function tokenOfName(name: TokenName): Token {
  const known = KNOWN_TOKENS.find((token) => token.name === name);
  if (known !== undefined) return known;
  const { alias, specificChain } = partsOfName(name);
  const address = ADDRESS.test(alias) ? alias : "";
  return { name, address, chain: specificChain === "svm" ? "svm" : "evm", specificChain, cash: alias === "USDC" };
}
