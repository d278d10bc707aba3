import type { OperationId } from "../../src/contract/index.js";

const CREATED = "2025-04-01T09:00:00.000Z";
const NOW = "2025-05-02T10:11:12.345Z";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";

const team = {
  id: "0d3ad1f4-8d4c-4d5e-9a54-6f1f5f1f0001",
  name: "Alpha",
  email: "alpha@example.org",
  contactPerson: "Ann",
  metadata: {
    ref: { name: "bot", version: "1.2.3", url: "https://example.org" },
    description: "trades",
    social: { name: "Alpha", email: "social@example.org", twitter: "@alpha" },
  },
  createdAt: CREATED,
  updatedAt: NOW,
};

const competition = {
  id: "5b0b2f56-0a52-49c5-8cb0-3f4a3c6a0001",
  name: "Spring",
  description: "A week of trading",
  startDate: CREATED,
  endDate: null,
  status: "ACTIVE",
  createdAt: CREATED,
  updatedAt: NOW,
};

const trade = {
  id: "f0a7c1f2-3d39-4c9b-8f43-9f6f5f1f0001",
  teamId: team.id,
  competitionId: competition.id,
  fromToken: USDC,
  toToken: WETH,
  fromAmount: 100,
  toAmount: 0.0312345678901234,
  price: 0.000312345678901234,
  success: true,
  reason: "[abcd-7k2m9x] the first trade",
  timestamp: NOW,
  fromChain: "evm",
  toChain: "evm",
  fromSpecificChain: "eth",
  toSpecificChain: "eth",
};

const unranked = {
  teamId: team.id,
  teamName: "Alpha",
  portfolioValue: 15_123.45,
  active: true,
  deactivationReason: null,
};
const health = { status: "ok", timestamp: NOW, uptime: 12.5, version: "1.0.0" };

/** An answer to every operation, as the interface writes it. */
export const SAMPLES = {
  getProfile: { success: true, team },
  updateProfile: { success: true, team },
  resetApiKey: { success: true, apiKey: "0123456789abcdef_fedcba9876543210" },
  getBalances: {
    success: true,
    teamId: team.id,
    balances: [{ token: USDC, amount: 4_900, chain: "evm", specificChain: "eth" }],
  },
  getPortfolio: {
    success: true,
    teamId: team.id,
    totalValue: 5_000,
    tokens: [{ token: USDC, amount: 4_900, price: 1, value: 4_900, chain: "evm", specificChain: "eth" }],
    snapshotTime: NOW,
    source: "snapshot",
  },
  getTrades: { success: true, teamId: team.id, trades: [trade] },
  getLeaderboard: {
    success: true,
    competition,
    leaderboard: [{ rank: 1, ...unranked }],
    inactiveTeams: [{ ...unranked, active: false, deactivationReason: "left" }],
    hasInactiveTeams: true,
  },
  getStatus: { success: true, active: true, competition, message: "Spring is active", participating: true },
  getRules: {
    success: true,
    rules: {
      tradingRules: ["Maximum single trade: 25% of team's total portfolio value"],
      rateLimits: ["100 requests per minute for trade operations"],
      availableChains: { svm: true, evm: ["eth", "base"] },
      slippageFormula: "baseSlippage = …",
      portfolioSnapshots: { interval: "2 minutes" },
    },
  },
  getUpcoming: {
    success: true,
    competitions: [
      {
        id: competition.id,
        name: "Summer",
        description: "Next",
        status: "PENDING",
        allowCrossChainTrading: false,
        createdAt: CREATED,
        updatedAt: NOW,
      },
    ],
  },
  executeTrade: { success: true, transaction: trade },
  getQuote: {
    fromToken: USDC,
    toToken: WETH,
    fromAmount: 100,
    toAmount: 0.031,
    exchangeRate: 0.00031,
    slippage: 0.05,
    prices: { fromToken: 1, toToken: 3_200.5 },
    chains: { fromChain: "evm", toChain: "evm" },
  },
  getPrice: { success: true, price: 3_200.5, token: WETH, chain: "EVM", specificChain: "eth", timestamp: NOW },
  getTokenInfo: { success: true, price: 3_200.5, token: WETH, chain: "EVM", specificChain: "eth" },
  getHealth: health,
  getDetailedHealth: {
    ...health,
    services: {
      priceTracker: "ok",
      balanceManager: "ok",
      tradeSimulator: "ok",
      competitionManager: "ok",
      teamManager: "ok",
    },
  },
} as const satisfies Record<OperationId, unknown>;

export const NOW_MS = Date.parse(NOW);
