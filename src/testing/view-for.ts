import { Decimal, plain } from "../core/decimal.js";
import type { JsonValue } from "../core/json.js";
import type { Bars } from "../model/bar.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { Outcome } from "../model/outcome.js";
import type { Price } from "../model/price.js";
import type { Rules } from "../model/rules.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Token, TokenName } from "../model/token.js";
import type { BoundStrategy } from "../strategy/bind.js";
import { decideOn, type Checked } from "../strategy/decide.js";
import type { Strategy } from "../strategy/define.js";
import { noGuard } from "../strategy/guard.js";
import { stateOf } from "../strategy/state.js";
import type { CompetitionView, View } from "../strategy/view.js";
import type { ViewData } from "../strategy/view-data.js";
import { viewOf } from "../strategy/view-of.js";
import { barsOf, NEW_YEAR } from "./bars-of.js";
import { boundForTest, testTokens, USUAL_BALANCES, USUAL_RULES } from "./defaults.js";

/** What a test says of the world; the rest is a usual competition's beginning. */
export interface Facts {
  readonly params?: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. Default: 2025-01-01T00:00Z. */
  readonly now?: number;
  /** Schedules that fired. Default: all of the strategy's. */
  readonly due?: readonly string[];
  /** USD. Cash tokens are worth 1 and tokens with bars their last close, unless they stand here; null: no price. */
  readonly prices?: Readonly<Record<TokenName, number | null>>;
  /** Closes (or whole bars) by token, for whatever interval the strategy needs. */
  readonly bars?: Readonly<Record<TokenName, readonly number[] | Bars>>;
  /** Tokens held. Default: 5,000 USDC on each of eth, base and svm. */
  readonly book?: Readonly<Record<TokenName, number | string>>;
  /** USD a token. */
  readonly averageCosts?: Readonly<Record<TokenName, number>>;
  readonly rules?: Partial<Rules>;
  readonly competition?: Partial<CompetitionView>;
  readonly open?: readonly OpenTrade[];
  readonly outcomes?: readonly Outcome[];
  readonly state?: JsonValue;
  readonly inputs?: JsonValue;
  /** Of the view's `random`. */
  readonly seed?: string;
  /** Beside the tokens in common use. */
  readonly tokens?: readonly Token[];
}

/** A view of a strategy on facts. Params that do not fit throw StrategyConfigError, as they would at a start. */
export function viewFor(strategy: Strategy, facts: Facts = {}): View {
  return prepared(strategy, facts).view;
}

/** What a strategy decides on facts, checked as the engine checks it. Throws what it throws, or BadDecisionError. */
export function decideOnce(strategy: Strategy, facts: Facts = {}): Checked {
  const { bound, view, registry } = prepared(strategy, facts);
  return decideOn(bound, view, registry, noGuard);
}

function prepared(strategy: Strategy, facts: Facts): { bound: BoundStrategy; view: View; registry: TokenRegistry } {
  const registry = testTokens(facts.tokens);
  const rules = { ...USUAL_RULES, ...facts.rules };
  const bound = boundForTest(strategy, facts.params, registry, rules.crossChain === true);
  const bars = new Map(
    Object.entries(facts.bars ?? {}).map(([token, given]) => [
      registry.resolve(token).name,
      "close" in given ? given : barsOf(given, { until: facts.now ?? NEW_YEAR }),
    ]),
  );
  const data = dataOf(bound, facts, rules, registry, bars);
  const source = {
    last: (token: TokenName, interval: number, count: number) => lastOf(bars.get(token), interval, count),
  };
  return { bound, registry, view: viewOf(bound, data, source, registry) };
}

function lastOf(bars: Bars | undefined, interval: number, count: number): Bars {
  const { time, open, high, low, close, volume } = bars ?? barsOf([]);
  const last = (column: Float64Array): Float64Array => column.subarray(-count);
  return {
    length: Math.min(count, close.length),
    interval,
    time: last(time),
    open: last(open),
    high: last(high),
    low: last(low),
    close: last(close),
    volume: last(volume),
  };
}

function dataOf(
  bound: BoundStrategy,
  facts: Facts,
  rules: Rules,
  registry: TokenRegistry,
  bars: ReadonlyMap<TokenName, Bars>,
): ViewData {
  const { now = NEW_YEAR, book = USUAL_BALANCES, averageCosts = {} } = facts;
  const prices = pricesOf(facts, registry, bars, now);
  const held = Object.entries(book).map(([token, amount]) => {
    const text = typeof amount === "string" ? amount : plain(new Decimal(amount));
    return [registry.resolve(token).name, { amount: text, averageCost: averageCosts[token] ?? null }] as const;
  });
  const equity = held.reduce((sum, [token, { amount }]) => sum + Number(amount) * (prices[token]?.usd ?? 0), 0);
  return {
    now,
    due: facts.due ?? bound.cadences.map(({ name }) => name),
    prices,
    book: Object.fromEntries(held),
    team: { id: "team", name: "test", equity },
    rules,
    competition: { ...USUAL_COMPETITION, ...facts.competition },
    limits: { trade: null, price: null, account: null, all: null },
    slippage: rules.slippage ?? "computed",
    open: facts.open ?? [],
    outcomes: facts.outcomes ?? [],
    state: stateOf(bound.definition, facts.state),
    inputs: facts.inputs ?? null,
    seed: facts.seed ?? "test",
  };
}

const USUAL_COMPETITION: CompetitionView = {
  id: "competition",
  name: "Test",
  state: "active",
  startAt: NEW_YEAR,
  endAt: null,
  timeLeft: null,
  rank: null,
  teams: null,
  gapAhead: null,
  gapBehind: null,
  leaderValue: null,
  leaderboardReadAt: null,
};

function pricesOf(
  facts: Facts,
  registry: TokenRegistry,
  bars: ReadonlyMap<TokenName, Bars>,
  now: number,
): Record<TokenName, Price | null> {
  const usd = new Map<TokenName, number | null>();
  for (const { name, cash } of registry.list()) if (cash) usd.set(name, 1);
  for (const [token, { close }] of bars) usd.set(token, close.at(-1) ?? null);
  for (const [token, price] of Object.entries(facts.prices ?? {})) usd.set(registry.resolve(token).name, price);
  return Object.fromEntries(
    [...usd].map(([token, price]) => [token, price === null ? null : { usd: price, readAt: now, movedAt: now }]),
  );
}
