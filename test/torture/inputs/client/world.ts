import { silentLog } from "../../../../src/core/log.js";
import { seededRandom } from "../../../../src/core/random.js";
import { Secrets } from "../../../../src/core/secrets.js";
import { Decimal } from "../../../../src/core/number/decimal.js";
import { systemClock } from "../../../../src/core/time/system-clock.js";
import type { OperationId } from "../../../../src/contract/index.js";
import { createGateway, type Gateway } from "../../../../src/gateway/gateway.js";
import type { GatewayOptions } from "../../../../src/gateway/options.js";
import { KNOWN_TOKENS } from "../../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../../src/model/token-registry.js";

export const SWAP = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(100), reason: "[abcd-7k2m9x] because" };

/** What a bot asks, by the operation that answers it. */
export const CALLS: { readonly [Id in Exclude<OperationId, "resetApiKey">]: (gateway: Gateway) => Promise<unknown> } = {
  getProfile: (gateway) => gateway.profile(),
  updateProfile: (gateway) => gateway.updateProfile({ contactPerson: "Ann" }),
  getBalances: (gateway) => gateway.balances(),
  getPortfolio: (gateway) => gateway.portfolio(),
  getTrades: (gateway) => gateway.trades(),
  getLeaderboard: (gateway) => gateway.leaderboard(),
  getStatus: (gateway) => gateway.status(),
  getRules: (gateway) => gateway.rules(),
  getUpcoming: (gateway) => gateway.upcoming(),
  executeTrade: async (gateway) => gateway.execute(SWAP),
  getQuote: (gateway) => gateway.quote(SWAP),
  getPrice: (gateway) => gateway.price("WETH.eth"),
  getTokenInfo: (gateway) => gateway.tokenInfo("WETH.eth"),
  getHealth: (gateway) => gateway.health(),
  getDetailedHealth: (gateway) => gateway.detailedHealth(),
};

export type CallId = keyof typeof CALLS;
export const CALL_IDS = Object.keys(CALLS) as readonly CallId[];

/** A gateway that asks once, and a registry of its own. */
export function gatewayTo(options: Pick<GatewayOptions, "baseUrl"> & Partial<GatewayOptions>): {
  readonly gateway: Gateway;
  readonly registry: TokenRegistry;
} {
  const registry = new TokenRegistry(KNOWN_TOKENS);
  const gateway = createGateway({
    key: "0123456789abcdef_fedcba9876543210",
    clock: systemClock,
    wall: systemClock,
    registry,
    log: silentLog,
    secrets: new Secrets(),
    random: seededRandom("inputs"),
    retry: { retries: 0, backoffMs: 1 },
    ...options,
  });
  return { gateway, registry };
}
