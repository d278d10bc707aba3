import type { ColumnJournal } from "../../journal/columns/column-journal.js";
import { computeMetrics, metricInputOf } from "../../metrics/unchecked.js";
import type { TokenName } from "../../model/token.js";
import type { Disabled } from "../../engine/tick/disabled.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import type { Tape } from "../../tape/tape.js";
import type { MarketPrices } from "../../venue/index.js";
import { fillsOf, refusalsOf } from "./fills-of.js";
import { staleFillsOf } from "./gaps.js";
import { valuesOf, worth } from "./holdings.js";
import { remarksOf } from "./remarks.js";
import type { BacktestResult } from "./result.js";
import { rivalsOf } from "./rivals.js";
import type { BacktestPlan } from "../plan/plan.js";
import type { FinishedRun } from "../run.js";
import { tapePrices } from "../world/tape-prices.js";
import type { BacktestWorld } from "../world/backtest-world.js";

/** What came of a run, out of its journal and of the exchange as it stands at the end. */
export function resultOf(plan: BacktestPlan, run: FinishedRun, journal: ColumnJournal): BacktestResult {
  const { options, tape, registry, range, seed, strategies } = plan;
  const { world, end, stopped, to } = run;
  // A cursor of its own: the run's stands at its end.
  const prices = tapePrices(tape, plan.tokens.pegged);
  const start = startAmounts(world);
  const { time, equity } = equityOf(journal, { endedAt: end.endedAt, to, every: plan.settings.sampleEvery }, (at) =>
    valueAt(world, prices, at),
  );
  const initialValue = equity[0] ?? worth(start, prices, range.from);
  const fills = fillsOf(journal, prices, world.exchange);
  const stale = staleFillsOf({ tape, range, fills });
  const tokens = plan.tokens.onTape;
  const rivals = rivalsOf({ world, prices, registry, tokens, start, initialValue, time });
  const isCash = (token: TokenName): boolean => registry.isCash(token);
  const input = metricInputOf({
    time,
    equity,
    benchmark: benchmarkOf({ start, tokens, initialValue, prices, isCash }),
    fills,
    start: [...start].map(([token, amount]) => ({ token, amount, usd: worth([[token, amount]], prices, range.from) })),
    isCash,
    settings: options.metrics ?? {},
  });
  const disabled = new Map(end.disabled.map(({ strategy, ...disabled }) => [strategy, disabled]));
  return {
    strategies: strategies.map((strategy) => describe(strategy, disabled.get(strategy.name) ?? null)),
    tape: describeTape(tape),
    seed,
    settings: plan.shownSettings,
    from: range.from,
    to,
    complete: !stopped && end.endedAt >= range.to && disabled.size < strategies.length,
    ticks: {
      decided: journal.ticks.decided,
      warmingUp: journal.ticks["warming-up"],
      failed: journal.ticks.failed,
    },
    decisions: journal.decisionCounts,
    fills,
    staleFills: stale,
    refusals: refusalsOf(journal),
    initialBalances: heldOf(world.competition.settings.startBalances),
    closed: input.closed,
    initialValue,
    finalValue: equity.at(-1) ?? initialValue,
    time,
    equity,
    rivals,
    metrics: computeMetrics(input),
    breaches: world.budget.breaches(),
    remarks: remarksOf({ ...plan, ...run, journal, fills, stale, budget: world.budget }),
  };
}

function describe({ name, version, paramsJson, allocation }: BoundStrategy, disabled: Disabled | null) {
  return { name, version, params: paramsJson, allocation, disabled };
}

function describeTape({ label, fingerprint, interval, tracks }: Tape): BacktestResult["tape"] {
  return { label, fingerprint, interval, tokens: tracks.map(({ token }) => token.name).sort() };
}

function startAmounts({ competition }: BacktestWorld): Map<TokenName, number> {
  const held = Object.entries(heldOf(competition.settings.startBalances));
  return new Map(held.map(([token, text]) => [token, Number(text)]));
}

function heldOf(balances: BacktestResult["initialBalances"]): BacktestResult["initialBalances"] {
  return Object.fromEntries(Object.entries(balances).filter(([, text]) => Number(text) > 0));
}

/** The account at the prices of a moment: as the competition values it. */
function valueAt({ exchange, teamId }: BacktestWorld, prices: MarketPrices, at: number): number {
  return worth(
    exchange.balances(teamId).map(({ token, sent }) => [token, sent] as const),
    prices,
    at,
  );
}

/** The equity curve, whose last point is the end, at the prices of the end. Once the engine has ended what it held is kept. */
function equityOf(
  { equityCurve }: ColumnJournal,
  { endedAt, to, every }: { readonly endedAt: number; readonly to: number; readonly every: number },
  valueAt: (at: number) => number,
): { readonly time: Float64Array; readonly equity: Float64Array } {
  const [time, equity] = [equityCurve.time(), equityCurve.total()];
  // What the engine noted at the end is by its own books, and later where a trade was still on its way.
  let kept = time.length;
  while (kept > 0 && (time[kept - 1] as number) >= Math.min(endedAt, to)) kept--;
  const rest: number[] = [];
  for (let at = Math.ceil(endedAt / every) * every; at < to; at += every) rest.push(at);
  rest.push(to);
  return { time: followed(time, kept, rest), equity: followed(equity, kept, rest.map(valueAt)) };
}

/** The first `kept` values and those that follow: the column itself, where that is what it says. */
function followed(column: Float64Array, kept: number, rest: readonly number[]): Float64Array {
  if (rest.length === 1 && column[kept] === rest[0]) return column.subarray(0, kept + 1);
  const whole = new Float64Array(kept + rest.length);
  whole.set(column.subarray(0, kept));
  whole.set(rest, kept);
  return whole;
}

interface HeldParts {
  readonly start: ReadonlyMap<TokenName, number>;
  readonly tokens: readonly TokenName[];
  readonly initialValue: number;
  readonly prices: MarketPrices;
  readonly isCash: (token: TokenName) => boolean;
}

/** Holding what a run began with; where that is cash alone, which stands still, its tokens in equal parts. Exact at any time: rivals' curves are thinned. */
function benchmarkOf({
  start,
  tokens,
  initialValue,
  prices,
  isCash,
}: HeldParts): ((time: Float64Array) => Float64Array) | null {
  if ([...start.keys()].some((token) => !isCash(token))) return (time) => valuesOf(start, [], prices, time);
  const held = tokens.filter((token) => !isCash(token));
  if (held.length === 0) return null;
  return (time) => {
    const parts = held.map((token) => {
      const first = prices.priceAt(token, time[0] ?? 0);
      return [token, first === null ? 0 : initialValue / held.length / first] as const;
    });
    return valuesOf(new Map(parts), [], prices, time);
  };
}
