import { iso } from "../../../core/time/utc.js";
import type { TokenRegistry } from "../../../model/token-registry.js";
import type { Trade } from "../../../model/trade.js";
import type { VenueCompetition } from "../../../venue/index.js";
import { placeOf } from "../../wire.js";

const when = (at: number | null): string | null => (at === null ? null : iso(at));

/** A trade as the deployed service writes it: `error` is null where it succeeded. */
export function deployedTrade(registry: TokenRegistry, trade: Trade): object {
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
    timestamp: iso(trade.at),
    fromChain: from.chain,
    toChain: to.chain,
    fromSpecificChain: from.specificChain,
    toSpecificChain: to.specificChain,
  };
}

/** A competition as the deployed service writes it, everywhere: with dates, which may be null, and `allowCrossChainTrading`. */
export function deployedCompetition(competition: VenueCompetition): object {
  const { id, name, description, startAt, endAt, state, settings, createdAt, updatedAt } = competition;
  return {
    id,
    name,
    description,
    startDate: when(startAt),
    endDate: when(endAt),
    status: state.toUpperCase(),
    allowCrossChainTrading: settings.allowCrossChain,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  };
}
