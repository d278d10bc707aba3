import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { ParamIssue } from "../errors.js";

/** What can be bought, as far as that is known before the start. */
export interface Reach {
  readonly registry: TokenRegistry;
  readonly crossChain: boolean;
  /** Specific chains on which the team holds something; null where that is not known yet. */
  readonly fundedChains: readonly string[] | null;
}

/** Tokens that will never have a price, where the market that prices them is known: no bar is made of them, and no swap. */
export function checkPriced(
  path: ParamIssue["path"],
  tokens: readonly TokenName[],
  priced: readonly TokenName[] | undefined,
): ParamIssue[] {
  if (priced === undefined) return [];
  return tokens
    .filter((name) => !priced.includes(name))
    .map((name) => ({
      path,
      message: `${name} can never be traded, nor have bars: the sandbox's market has no prices of it (it has ${priced.join(", ")}). Name another token, or a market that has it (\`service.sandbox.market\`).`,
    }));
}

/**
 * The tokens that can never be bought: cross-chain trading is off, and on their chain there is
 * nothing to pay with.
 */
export function checkBuyable(tokens: readonly TokenName[], reach: Reach): ParamIssue[] {
  if (reach.crossChain) return [];
  return tokens.flatMap((name) => {
    const why = whyNeverBought(reach.registry.get(name)?.specificChain ?? "", reach);
    return why === null ? [] : [{ path: ["params"], message: `${name} can never be bought: ${why}` }];
  });
}

function whyNeverBought(chain: string, { registry, fundedChains }: Reach): string | null {
  if (registry.cashOf(chain) === undefined)
    return `no cash token is known on ${chain}, and cross-chain trading is off. Mark one in config's \`tokens\`, or name a token of another chain.`;
  if (fundedChains === null || fundedChains.includes(chain)) return null;
  return `the team holds nothing on ${chain} (it has ${fundedChains.join(", ") || "nothing anywhere"}), and cross-chain trading is off. Name a token of one of these chains.`;
}

/** The chains on which something is held of start balances, plain decimal texts by token. Throws UnknownTokenError. */
export function fundedChainsOf(balances: Readonly<Record<TokenName, string>>, registry: TokenRegistry): string[] {
  const held = Object.keys(balances).filter((name) => Number(balances[name]) > 0);
  return [...new Set(held.map((name) => registry.resolve(name).specificChain))];
}
