import { fromDouble, plain } from "../core/number/decimal.js";
import { formatDuration } from "../core/time/duration.js";
import type { BarSpan } from "../model/bar-series.js";
import type { Price } from "../model/price.js";
import { ASSUMED_SLIPPAGE } from "../model/slippage.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import type { BoundStrategy } from "../strategy/bind/bind.js";
import { decideOn, type CheckedAnswer } from "../strategy/decide/decide.js";
import type { Strategy } from "../strategy/define.js";
import { noGuard } from "../strategy/guard.js";
import { stateOf } from "../strategy/bind/state.js";
import type { CompetitionView, View } from "../strategy/view.js";
import type { ViewData } from "../strategy/view/view-data.js";
import { viewOf } from "../strategy/view/view-of.js";
import { barsOf, NEW_YEAR } from "./bars-of.js";
import { endOf, wholeBars } from "./bars-schema.js";
import { checked } from "./checked.js";
import { boundForTest, testTokens, USUAL_BALANCES, USUAL_RULES } from "./defaults.js";
import { TestFactsError } from "./errors.js";
import { factsSchema } from "./facts-schema.js";
import type { Facts, GivenBars } from "./facts.js";

/**
 * A view of a strategy on facts. Params that do not fit throw StrategyConfigError, as they would at a start, and facts
 * that cannot be TestFactsError.
 */
export function viewFor(strategy: Strategy, facts: Facts = {}): View {
  return prepared(strategy, facts).view;
}

/**
 * What a strategy decides on facts, checked as the engine checks it. Throws what `viewFor` and the strategy throw, or
 * BadDecisionError.
 */
export function decideOnce(strategy: Strategy, facts: Facts = {}): CheckedAnswer {
  const { bound, view, registry } = prepared(strategy, facts);
  return decideOn(bound, view, registry, noGuard);
}

const WHAT = "the facts";

function prepared(strategy: Strategy, given: Facts): { bound: BoundStrategy; view: View; registry: TokenRegistry } {
  const registry = testTokens(WHAT, given);
  const reach = { crossChain: given.rules?.crossChain === true, fundedChains: null };
  const bound = boundForTest(strategy, given.params, registry, reach);
  const facts: Facts = checked(WHAT, factsSchema(bound), given, registry);
  const { bars = {}, now = NEW_YEAR } = facts;
  const source = {
    last: (token: TokenName, interval: number, count: number) =>
      lastOf(token, bars[token] ?? [], { interval, count, now }),
  };
  return { bound, registry, view: viewOf(bound, dataOf(bound, facts, registry), source, registry) };
}

/** The last closed bars, as many as are asked for. Throws TestFactsError where live they would not be there. */
function lastOf(
  token: TokenName,
  given: GivenBars,
  { interval, count, now }: { readonly interval: number; readonly count: number; readonly now: number },
): BarSpan {
  const length = formatDuration(interval);
  const wrong = (message: string): never => {
    throw new TestFactsError(WHAT, [{ path: ["bars", token], message }]);
  };
  const whole = wholeBars(given);
  const bars =
    whole.length === 0
      ? barsOf(given as readonly number[], { interval: length, until: now - (now % interval) })
      : (whole.find((one) => one.interval === interval) ??
        wrong(
          `the strategy needs bars of ${length}, these are of ${whole.map((one) => formatDuration(one.interval)).join(", ")}: give closes, or barsOf(closes, { interval: "${length}" }); of several intervals a list of such bars`,
        ));
  if (bars.length < count)
    wrong(
      `the strategy needs ${count} bars of ${length}, and is not asked before they are there (there are ${bars.length})`,
    );
  return { interval, columns: bars, start: bars.length - count, length: count };
}

function dataOf(bound: BoundStrategy, facts: Facts, registry: TokenRegistry): ViewData {
  const { now = NEW_YEAR, book = USUAL_BALANCES, averageCosts = {} } = facts;
  const rules = { ...USUAL_RULES, ...facts.rules };
  const prices = pricesOf(facts, registry, now);
  const held = Object.entries(book).map(([token, amount]) => {
    const text = typeof amount === "string" ? amount : plain(fromDouble(amount));
    return [token, { amount: text, averageCost: averageCosts[token] ?? null }] as const;
  });
  const equity = held.reduce((sum, [token, { amount }]) => sum + Number(amount) * (prices[token]?.usd ?? 0), 0);
  return {
    now,
    due: facts.due ?? bound.cadences.map(({ name }) => name),
    prices,
    book: Object.fromEntries(held),
    team: { id: "team", name: "test", equity, tradesLeftToday: facts.tradesLeftToday ?? null },
    rules,
    competition: competitionOf(facts.competition, now),
    limits: { trade: null, price: null, account: null, all: null },
    slippage: rules.slippage ?? ASSUMED_SLIPPAGE,
    open: facts.open ?? [],
    outcomes: facts.outcomes ?? [],
    state: facts.state === undefined ? stateOf(bound.definition, undefined) : facts.state,
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

/** The end and the time left until then: who says one says the other. */
function competitionOf(given: Facts["competition"] = {}, now: number): CompetitionView {
  const { timeLeft = null, endAt = timeLeft === null ? null : now + timeLeft } = given;
  return { ...USUAL_COMPETITION, ...given, endAt, timeLeft: endAt === null ? null : Math.max(0, endAt - now) };
}

/** That of the bars which end last; of several such of the first. */
function lastClose(given: GivenBars): number | null {
  const [first, ...others] = wholeBars(given);
  if (first === undefined) return (given as readonly number[]).at(-1) ?? null;
  return others.reduce((last, bars) => (endOf(bars) > endOf(last) ? bars : last), first).close.at(-1) ?? null;
}

function pricesOf(
  { prices = {}, bars = {} }: Facts,
  registry: TokenRegistry,
  now: number,
): Record<TokenName, Price | null> {
  const usd = new Map<TokenName, number | null>();
  for (const { name, cash } of registry.list()) if (cash) usd.set(name, 1);
  for (const [token, given] of Object.entries(bars)) usd.set(token, lastClose(given));
  for (const [token, price] of Object.entries(prices)) usd.set(token, price);
  return Object.fromEntries(
    [...usd].map(([token, price]) => [token, price === null ? null : { usd: price, readAt: now, movedAt: now }]),
  );
}
