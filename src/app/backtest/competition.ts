import type { BacktestOptions } from "../../backtest/plan/options.js";
import { overruled } from "../../gateway/limits/settings.js";
import { PUBLIC_RATE_LIMITS } from "../../model/public-rate-limits.js";
import { dueADay } from "../config/engine-settings.js";
import type { Config } from "../config/schema.js";
import { settingsOf } from "../sandbox/settings.js";
import { limitSettings } from "../service-connection/gateway-options.js";

type CompetitionOptions = Pick<BacktestOptions, "competition" | "competitionName" | "team" | "houseTeams" | "limits">;

/**
 * The competition that a config means: of an embedded sandbox exactly its own, so that a backtest of the tape of a run is
 * that run's competition; of a service elsewhere what config says until it has said its rules.
 */
export function competitionOf({ service, defaults, competition, limits }: Config): CompetitionOptions {
  const { sandbox } = service;
  const { overrides } = limitSettings(limits);
  if (sandbox !== undefined)
    return {
      competition: settingsOf(sandbox),
      competitionName: sandbox.name,
      team: sandbox.team,
      houseTeams: sandbox.houseTeams,
      limits: overruled(sandbox.rateLimits ? PUBLIC_RATE_LIMITS : [], overrides),
    };
  return {
    competition: {
      allowCrossChain: defaults.crossChain,
      maxTradeShare: defaults.maxTradeShare,
      minTradeAmount: defaults.minTradeAmount,
      slippage: defaults.slippage,
      minTradesPerDay: dueADay({ service, competition }),
    },
    limits: overruled(PUBLIC_RATE_LIMITS, overrides),
  };
}
