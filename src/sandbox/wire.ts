import type { Answer } from "../contract/index.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";
import type { VenueCompetition } from "../venue/index.js";

/** Where a token of the exchange lives, as answers say it. */
export function placeOf(
  registry: TokenRegistry,
  name: TokenName,
): { token: string; chain: string; specificChain: string } {
  const { address, chain, specificChain } = registry.resolve(name);
  return { token: address, chain, specificChain };
}

/** A trade as answers carry it (service-interface 2.5). */
export function wireTrade(registry: TokenRegistry, trade: Trade): Answer<"executeTrade">["transaction"] {
  const from = placeOf(registry, trade.from);
  const to = placeOf(registry, trade.to);
  return {
    id: trade.id,
    teamId: trade.teamId,
    competitionId: trade.competitionId,
    fromToken: from.token,
    toToken: to.token,
    fromAmount: trade.fromAmount.toNumber(),
    toAmount: trade.toAmount.toNumber(),
    price: trade.price,
    success: trade.success,
    error: trade.error,
    reason: trade.reason,
    timestamp: trade.at,
    fromChain: from.chain,
    toChain: to.chain,
    fromSpecificChain: from.specificChain,
    toSpecificChain: to.specificChain,
  };
}

/** A competition in its full shape (service-interface 2.6). */
export function wireCompetition(competition: VenueCompetition): Answer<"getLeaderboard">["competition"] {
  const { id, name, description, startAt, endAt, state, createdAt, updatedAt } = competition;
  return { id, name, description, startDate: startAt, endDate: endAt, status: state, createdAt, updatedAt };
}
