import type { BacktestOptions } from "../../backtest/options.js";
import { PUBLIC_RATE_LIMITS } from "../../model/public-rate-limits.js";
import type { RateLimit } from "../../model/rules.js";
import type { Config } from "../config/schema.js";
import { settingsOf } from "../sandbox/settings.js";

type CompetitionOptions = Pick<BacktestOptions, "competition" | "competitionName" | "team" | "houseTeams" | "limits">;

/**
 * The competition that a config means: of an embedded sandbox exactly its own, so that a backtest of the tape of a run is
 * that run's competition; of a service elsewhere what config says until it has said its rules.
 */
export function competitionOf({ service, defaults, competition, limits }: Config): CompetitionOptions {
  const { sandbox } = service;
  if (sandbox !== undefined)
    return {
      competition: settingsOf(sandbox),
      competitionName: sandbox.name,
      team: sandbox.team,
      houseTeams: sandbox.houseTeams,
      limits: limitsOf(limits, sandbox.rateLimits ? PUBLIC_RATE_LIMITS : []),
    };
  const { minTradesPerDay } = competition;
  return {
    competition: {
      allowCrossChain: defaults.crossChain,
      maxTradeShare: defaults.maxTradeShare,
      minTradeAmount: defaults.minTradeAmount,
      slippage: defaults.slippage,
      minTradesPerDay: minTradesPerDay === 0 ? null : minTradesPerDay,
    },
    limits: limitsOf(limits, PUBLIC_RATE_LIMITS),
  };
}

/** The service's limits with config's beside them: `off` lifts the service's of that scope. */
function limitsOf(config: Config["limits"], service: readonly RateLimit[]): RateLimit[] {
  const kept = service.filter(({ scope }) => config[scope] !== "off");
  const own = (["each", "trade", "price", "account", "all"] as const).flatMap((scope): RateLimit[] => {
    const limit = config[scope];
    return limit === undefined || limit === "off" ? [] : [{ scope, count: limit.count, windowMs: limit.window }];
  });
  return [...kept, ...own];
}
