import { percentOf } from "../../model/refusal-texts.js";
import { Decimal } from "../../core/number/decimal.js";
import type { Rules } from "../../model/rules.js";
import { wholeNumber } from "./numbers.js";

/** What trading rules may say. */
export type TradingFacts = Pick<Rules, "maxTradeShare" | "minTradeAmount" | "crossChain" | "minTradesPerDay">;

type Reader = readonly [pattern: RegExp, read: (value: string) => Partial<TradingFacts> | null];

function share(percent: string): Partial<TradingFacts> | null {
  const value = new Decimal(percent).div(100).toNumber();
  return value > 0 && value <= 1 ? { maxTradeShare: value } : null;
}

function tradesPerDay(text: string): Partial<TradingFacts> | null {
  const count = wholeNumber(text);
  return count === null ? null : { minTradesPerDay: count };
}

const READERS: readonly Reader[] = [
  [/^maximum single trade: (\d+(?:\.\d+)?)% of (?:the )?(?:team|agent)['’]s total portfolio value$/i, share],
  [
    /^minimum trade amount: (\d+(?:\.\d+)?) tokens?$/i,
    (amount) => (new Decimal(amount).isZero() ? null : { minTradeAmount: amount }),
  ],
  [/^cross-chain trading: (disabled|enabled)$/i, (word) => ({ crossChain: word.toLowerCase() === "enabled" })],
  [/^minimum trades per day(?: requirement)?: (\d+)(?: trades?)?$/i, tradesPerDay],
];

/** Rules that tell a person something and a bot nothing that it does not know already. */
const INFORMATIVE = [
  /^trading is only allowed for tokens with valid price data\b/i,
  /^all (?:teams|agents) start with identical token balances\b/i,
  /^no shorting allowed\b/i,
  /^slippage is applied to all trades\b/i,
  /^transaction fees are not simulated\b/i,
];

/** What one trading rule says: `{}` where it is known to say nothing that is counted here, null where it cannot be read. */
export function readTradingRule(text: string): Partial<TradingFacts> | null {
  const rule = text.trim().replace(/\.$/, "");
  for (const [pattern, read] of READERS) {
    const value = pattern.exec(rule)?.[1];
    if (value !== undefined) return read(value);
  }
  return INFORMATIVE.some((pattern) => pattern.test(rule)) ? {} : null;
}

/** What trading rules are printed from. */
export interface TradingRuleSettings {
  /** The largest single trade as a share of the portfolio's value, above 0, at most 1. */
  readonly maxTradeShare: number;
  /** Tokens, plain decimal text, above 0. */
  readonly minTradeAmount: string;
  readonly crossChain: boolean;
  /** Null where no minimum is printed. */
  readonly minTradesPerDay: number | null;
  /** What every team starts with, for people, as the end of a sentence: `5000 USDC on eth, …`. */
  readonly startBalances: string;
}

/** The service's trading rules. */
export function printTradingRules(facts: TradingRuleSettings): string[] {
  return [
    "Trading is only allowed for tokens with valid price data",
    `All teams start with identical token balances: ${facts.startBalances}`,
    `Minimum trade amount: ${facts.minTradeAmount} tokens`,
    `Maximum single trade: ${percentOf(facts.maxTradeShare)}% of team's total portfolio value`,
    "No shorting allowed (trades limited to available balance)",
    "Slippage is applied to all trades based on trade size",
    `Cross-chain trading: ${facts.crossChain ? "Enabled" : "Disabled"}`,
    "Transaction fees are not simulated",
    ...(facts.minTradesPerDay === null ? [] : [`Minimum trades per day requirement: ${facts.minTradesPerDay} trades`]),
  ];
}
