import type { RateLimit } from "../../model/rules.js";
import type { SlippageModel } from "../../model/slippage.js";
import { printInterval } from "./interval.js";
import type { RuleTexts } from "./parse.js";
import { printRateLimit } from "./rate-limit.js";
import { printFormula } from "./slippage-formula.js";
import { printTradingRules } from "./trading-rule.js";

/** What the rules of a competition are printed from. */
export interface RuleSettings {
  /** The largest single trade as a share of the portfolio's value, above 0, at most 1. */
  readonly maxTradeShare: number;
  /** Tokens, plain decimal text, above 0. */
  readonly minTradeAmount: string;
  readonly crossChain: boolean;
  /** Null where no minimum is printed. */
  readonly minTradesPerDay: number | null;
  /** What every team starts with, for people: `5000 USDC on eth, …`. */
  readonly startBalances: string;
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
