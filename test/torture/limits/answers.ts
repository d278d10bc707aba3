import { operations, OPERATION_IDS, type OperationId } from "../../../src/contract/index.js";
import { HEALTH, PRICE, PROFILE, STATUS, TRADE, USDC, WETH } from "../../gateway/service.js";

const ok = { success: true, teamId: "team-1" };

/** What a service that works answers to each operation that is asked here. */
const BODIES: Readonly<Partial<Record<OperationId, object>>> = {
  getHealth: HEALTH,
  getStatus: STATUS,
  getProfile: PROFILE,
  getPrice: PRICE,
  getTokenInfo: { success: true, price: 3000.5, token: WETH, chain: "EVM", specificChain: "eth" },
  getBalances: { ...ok, balances: [] },
  getPortfolio: { ...ok, totalValue: 1, tokens: [], source: "live-calculation" },
  getTrades: { ...ok, trades: [] },
  getUpcoming: { success: true, competitions: [] },
  executeTrade: { success: true, transaction: TRADE },
  getQuote: {
    fromToken: USDC,
    toToken: WETH,
    fromAmount: 100,
    toAmount: 0.0333,
    exchangeRate: 0.000333,
    slippage: 0.05,
    tradeAmountUsd: 100,
    prices: { fromToken: 1, toToken: 3000 },
    chains: { fromChain: "evm", toChain: "evm" },
  },
};

const TEXTS = new Map(Object.entries(BODIES).map(([id, body]) => [id, JSON.stringify(body)]));
const IDS = new Map(OPERATION_IDS.map((id) => [`${operations[id].method} ${operations[id].path}`, id]));

/** The operation of a request. */
export function operationOf(method: string, path: string): OperationId {
  const id = IDS.get(`${method} ${path.split("?")[0]}`);
  if (id === undefined) throw new Error(`nothing answers ${method} ${path}`);
  return id;
}

export function bodyOf(id: OperationId): string {
  return TEXTS.get(id) ?? "{}";
}
