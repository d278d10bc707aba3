import { KNOWN_TOKENS } from "../../model/known-tokens.js";
import { TokenRegistry } from "../../model/token-registry.js";
import { chainOfAddress, partsOfName, type Token } from "../../model/token.js";
import type { Config } from "./schema.js";

/** Every token that this bot can name: those in common use, and config's own, which overrule them. */
export function registryOf(tokens: Config["tokens"]): TokenRegistry {
  const own = Object.entries(tokens).map(([name, { address, cash }]): Token => {
    const { specificChain } = partsOfName(name);
    return { name, address, chain: chainOfAddress(address), specificChain, cash };
  });
  const cashChains = new Set(own.filter((token) => token.cash).map((token) => token.specificChain));
  const known = KNOWN_TOKENS.map((token) => (cashChains.has(token.specificChain) ? { ...token, cash: false } : token));
  return new TokenRegistry([...known, ...own]);
}
