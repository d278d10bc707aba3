import type { RateLimit } from "../../model/rules.js";
import type { SlippageModel } from "../../model/slippage.js";
import { printInterval } from "./interval.js";
import type { RuleTexts } from "./parse.js";
import { printRateLimit } from "./rate-limit.js";
import { printFormula } from "./slippage-formula.js";
import { printTradingRules, type TradingRuleSettings } from "./trading-rule.js";

/** What the rules of a competition are printed from. */
export interface RuleSettings extends TradingRuleSettings {
  readonly slippage: SlippageModel;
  /** Counts and windows from 1 on, windows in whole seconds. */
  readonly rateLimits: readonly RateLimit[];
  /** Whole seconds, from 1 on. */
  readonly snapshotIntervalMs: number;
  /** Specific chains, `svm` among them or not. */
  readonly chains: readonly string[];
}

/** The texts that the service sends for these rules: `parseRules` reads them back. Throws a RangeError for parts of seconds. */
export function printRules(settings: RuleSettings): RuleTexts {
  return {
    tradingRules: printTradingRules(settings),
    rateLimits: settings.rateLimits.map(printRateLimit),
    availableChains: {
      svm: settings.chains.includes("svm"),
      evm: settings.chains.filter((chain) => chain !== "svm"),
    },
    slippageFormula: printFormula(settings.slippage),
    portfolioSnapshots: { interval: printInterval(settings.snapshotIntervalMs) },
  };
}
