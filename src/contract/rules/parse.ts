import type { RateLimit, Rules } from "../../model/rules.js";
import type { Answer } from "../operations.js";
import { readInterval } from "./interval.js";
import { readRateLimit } from "./rate-limit.js";
import { isKnownFormula, readFormula } from "./slippage-formula.js";
import { readTradingRule, type TradingFacts } from "./trading-rule.js";

/** The rules as the rules answer carries them. */
export type RuleTexts = Answer<"getRules">["rules"];

/** Reads every text with `read`; what cannot be read goes to `unread`. */
function readAll<T>(texts: readonly string[], read: (text: string) => T | null, unread: string[]): T[] {
  return texts.flatMap((text) => {
    const value = read(text);
    if (value === null) unread.push(text);
    return value === null ? [] : [value];
  });
}

/** All that the rules' texts say (service-interface 2.10); texts that cannot be read are in `unread`. */
export function parseRules(texts: RuleTexts, readAt: number): Rules {
  const unread: string[] = [];
  const facts = readAll(texts.tradingRules, readTradingRule, unread);
  // Should two rules say the same, the first one counts.
  const said = facts.reduceRight<Partial<TradingFacts>>((later, fact) => ({ ...later, ...fact }), {});
  const rateLimits: RateLimit[] = readAll(texts.rateLimits, readRateLimit, unread);
  if (!isKnownFormula(texts.slippageFormula)) unread.push(texts.slippageFormula);
  const snapshotIntervalMs = readInterval(texts.portfolioSnapshots.interval);
  if (snapshotIntervalMs === null) unread.push(texts.portfolioSnapshots.interval);
  return {
    maxTradeShare: said.maxTradeShare ?? null,
    minTradeAmount: said.minTradeAmount ?? null,
    crossChain: said.crossChain ?? null,
    minTradesPerDay: said.minTradesPerDay ?? null,
    slippage: readFormula(texts.slippageFormula),
    rateLimits,
    snapshotIntervalMs,
    chains: [...texts.availableChains.evm, ...(texts.availableChains.svm ? ["svm"] : [])],
    texts: {
      tradingRules: texts.tradingRules,
      rateLimits: texts.rateLimits,
      slippageFormula: texts.slippageFormula,
    },
    unread,
    source: "service",
    readAt,
  };
}
