import { partsOfName, type TokenName } from "../../model/token.js";

export interface SyntheticToken {
  /** `ALIAS.chain`. Tokens of one alias are one asset on several chains: their prices stay a few basis points apart. */
  readonly name: TokenName;
  /** USD, where its path begins. */
  readonly price: number;
  /** Standard deviation of a year's log return, 0.6 for 60 %. Default 0.7; it means nothing for stablecoins. */
  readonly volatility?: number;
}

/** What a synthetic market holds unless it is told otherwise: the cash of each chain that teams start on, and what they trade most. */
export const SYNTHETIC_TOKENS: readonly SyntheticToken[] = [
  { name: "WETH.eth", price: 3200, volatility: 0.7 },
  { name: "WBTC.eth", price: 64_000, volatility: 0.5 },
  { name: "USDC.eth", price: 1 },
  { name: "USDT.eth", price: 0.9998 },
  { name: "SOL.svm", price: 150, volatility: 0.9 },
  { name: "USDC.svm", price: 1 },
  { name: "WETH.base", price: 3200, volatility: 0.7 },
  { name: "USDC.base", price: 1 },
];

/** The asset of a token: its alias, without the chain. */
export const assetOf = (name: TokenName): string => partsOfName(name).alias;

/** Whether a token is held near its price. */
export function isStable({ name }: SyntheticToken): boolean {
  return /^(USD|DAI$)/.test(assetOf(name));
}
