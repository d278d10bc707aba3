import { DEFAULT_SETTINGS, type CompetitionSettings } from "../../venue/settings.js";
import type { SandboxConfig } from "../config/schema.js";

/** The competition's settings by config. */
export function settingsOf(config: SandboxConfig): CompetitionSettings {
  return {
    allowCrossChain: config.crossChain,
    maxTradeShare: config.maxTradeShare,
    minTradeAmount: config.minTradeAmount,
    slippage: config.slippage,
    startBalances: config.balances ?? DEFAULT_SETTINGS.startBalances,
    snapshotIntervalMs: config.snapshotEvery,
    minTradesPerDay: config.minTradesPerDay ?? null,
  };
}
