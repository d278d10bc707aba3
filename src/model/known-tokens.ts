import { chainOfAddress, type Token } from "./token.js";

/** address by alias, by specific chain: the tokens in common use (shared service notes; WBTC on eth alone). */
const ADDRESSES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  eth: {
    WETH: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
    USDC: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
    USDT: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
    WBTC: "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599",
  },
  polygon: {
    WETH: "0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619",
    USDC: "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
    USDT: "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
  },
  base: {
    WETH: "0x4200000000000000000000000000000000000006",
    USDC: "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA",
    USDT: "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb",
  },
  arbitrum: {
    WETH: "0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
    USDC: "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
    USDT: "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
  },
  optimism: {
    WETH: "0x4200000000000000000000000000000000000006",
    USDC: "0x7f5c764cbc14f9669b88837ca1490cca17c31607",
    USDT: "0x94b008aa00579c1307b0ef2c499ad98a8ce58e58",
  },
  svm: {
    SOL: "So11111111111111111111111111111111111111112",
    USDC: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
    USDT: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  },
};

/** The tokens that need no entry in config; each chain's USDC is its cash token. Config may add to them and overrule them. */
export const KNOWN_TOKENS: readonly Token[] = Object.entries(ADDRESSES).flatMap(([specificChain, aliases]) =>
  Object.entries(aliases).map(([alias, address]) => ({
    name: `${alias}.${specificChain}`,
    address,
    chain: chainOfAddress(address),
    specificChain,
    cash: alias === "USDC",
  })),
);
