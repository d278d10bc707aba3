import { KNOWN_TOKENS } from "../model/known-tokens.js";
import type { Token, TokenName } from "../model/token.js";

/**
 * The token of a name, for tapes that say no more: a common one, or one that is named by its address. The address of
 * any other is not known, and is empty.
 */
export function tokenOfName(name: TokenName): Token {
  const known = KNOWN_TOKENS.find((token) => token.name === name);
  if (known !== undefined) return known;
  const dot = name.lastIndexOf(".");
  const alias = dot === -1 ? name : name.slice(0, dot);
  const specificChain = dot === -1 ? "" : name.slice(dot + 1);
  const address = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(alias) ? alias : "";
  return { name, address, chain: specificChain === "svm" ? "svm" : "evm", specificChain, cash: alias === "USDC" };
}
