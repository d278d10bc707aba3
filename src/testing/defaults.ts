import { KNOWN_TOKENS } from "../model/known-tokens.js";
import type { Rules } from "../model/rules.js";
import { TokenRegistry } from "../model/token-registry.js";
import type { Token, TokenName } from "../model/token.js";
import { bindStrategy, type BoundStrategy } from "../strategy/bind.js";
import type { Strategy } from "../strategy/define.js";
import { NEW_YEAR } from "./bars-of.js";

/** The rules of the public service, and what its teams begin with. */
export const USUAL_RULES: Rules = {
  maxTradeShare: 0.25,
  minTradeAmount: "0.000001",
  crossChain: false,
  minTradesPerDay: null,
  slippage: "computed",
  rateLimits: [],
  snapshotIntervalMs: 120_000,
  chains: null,
  texts: null,
  unread: [],
  source: "service",
  readAt: NEW_YEAR,
};
export const USUAL_BALANCES: Readonly<Record<TokenName, number>> = {
  "USDC.eth": 5_000,
  "USDC.base": 5_000,
  "USDC.svm": 5_000,
};

/** The tokens in common use, and more where a test needs them. */
export function testTokens(more: readonly Token[] = []): TokenRegistry {
  return new TokenRegistry([...KNOWN_TOKENS, ...more]);
}

/** A strategy as a config with these params would run it. */
export function boundForTest(
  strategy: Strategy,
  params: unknown,
  registry: TokenRegistry,
  crossChain: boolean,
): BoundStrategy {
  return bindStrategy(
    { definition: strategy, file: "(test)", source: "" },
    { params: params ?? {}, allocation: 1 },
    { registry, crossChain, fundedChains: null },
  );
}
