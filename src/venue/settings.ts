import { shown } from "../core/arguments.js";
import { Decimal, parseDecimal } from "../core/number/decimal.js";
import { isObject } from "../core/kinds.js";
import { bookable } from "../model/bookable.js";
import { PUBLIC_RULES } from "../model/rules.js";
import { SLIPPAGE_MODELS, type SlippageModel } from "../model/slippage.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import { VenueSettingsError } from "./errors.js";

/** What a competition allows, and what its teams begin with. */
export interface CompetitionSettings {
  readonly allowCrossChain: boolean;
  /** The largest single trade as a share of the portfolio's value, above 0, at most 1. */
  readonly maxTradeShare: number;
  /** The smallest trade in tokens of what is sold, plain decimal text, at least 1e-15. */
  readonly minTradeAmount: string;
  readonly slippage: SlippageModel;
  /** Plain decimal texts by token, at most 15 significant digits and 15 decimal places each. */
  readonly startBalances: Readonly<Record<TokenName, string>>;
  /** Milliseconds between the snapshots of every team's portfolio, above 0. */
  readonly snapshotIntervalMs: number;
  /** Printed with the rules and enforced by people; null where there is no such rule. */
  readonly minTradesPerDay: number | null;
}

/** As the public service. */
export const DEFAULT_SETTINGS: CompetitionSettings = {
  allowCrossChain: PUBLIC_RULES.crossChain,
  maxTradeShare: PUBLIC_RULES.maxTradeShare,
  minTradeAmount: PUBLIC_RULES.minTradeAmount,
  slippage: PUBLIC_RULES.slippage,
  startBalances: { "USDC.eth": "5000", "USDC.base": "5000", "USDC.svm": "5000" },
  snapshotIntervalMs: 120_000,
  minTradesPerDay: null,
};

const LEAST_MINIMUM = 1e-15;
const MOST_TOKENS = 1e24;

function check(holds: boolean, name: string, value: unknown, expected: string): void {
  if (holds) return;
  throw new VenueSettingsError(`${name} is ${shown(value)}`, { remedy: `Give ${expected}.` });
}

/** What JavaScript lets through where a text is asked for, a number above all, is none. */
const decimalOf = (given: unknown): Decimal | null => (typeof given === "string" ? parseDecimal(given) : null);

/** The settings with defaults filled in. Throws VenueSettingsError, or UnknownTokenError for a start balance of an unknown token. */
export function completeSettings(
  registry: TokenRegistry,
  defaults: CompetitionSettings,
  own: Partial<CompetitionSettings> = {},
): CompetitionSettings {
  const settings = { ...defaults, ...own };
  const {
    allowCrossChain,
    maxTradeShare,
    minTradeAmount,
    slippage,
    snapshotIntervalMs,
    minTradesPerDay,
    startBalances,
  } = settings;
  check(typeof allowCrossChain === "boolean", "allowCrossChain", allowCrossChain, "true or false");
  const share = typeof maxTradeShare === "number" && maxTradeShare > 0 && maxTradeShare <= 1;
  check(share, "maxTradeShare", maxTradeShare, "a share above 0 and at most 1");
  const minimum = decimalOf(minTradeAmount);
  check(
    minimum?.gte(LEAST_MINIMUM) === true,
    "minTradeAmount",
    minTradeAmount,
    "a plain decimal text of at least 1e-15",
  );
  check(SLIPPAGE_MODELS.includes(slippage), "slippage", slippage, `one of ${SLIPPAGE_MODELS.join(", ")}`);
  const interval = Number.isFinite(snapshotIntervalMs) && snapshotIntervalMs > 0;
  check(interval, "snapshotIntervalMs", snapshotIntervalMs, "milliseconds above 0");
  const daily = minTradesPerDay === null || (Number.isInteger(minTradesPerDay) && minTradesPerDay > 0);
  check(daily, "minTradesPerDay", minTradesPerDay, "a whole number above 0, or null");
  check(isObject(startBalances), "startBalances", startBalances, 'an object, { "USDC.eth": "5000", … }');
  const named = Object.entries(startBalances).map(([name, text]) => [registry.resolve(name).name, text] as const);
  for (const [name, text] of named) {
    const amount = decimalOf(text);
    const fits = amount !== null && amount.gte(0) && amount.lt(MOST_TOKENS) && bookable(amount).equals(amount);
    check(
      fits,
      `startBalances.${name}`,
      text,
      "a plain decimal text, 0 or more, of at most 15 significant digits and 15 decimal places",
    );
  }
  return { ...settings, startBalances: Object.fromEntries(named) };
}

/** What every team begins with. */
export function startAmounts({ startBalances }: CompetitionSettings): (readonly [TokenName, Decimal])[] {
  return Object.entries(startBalances).map(([name, text]) => [name, new Decimal(text)]);
}
