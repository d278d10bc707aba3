import { z } from "zod";
import { messageWithRemedy } from "../core/errors.js";
import { parseDuration } from "../core/time/duration.js";
import { text } from "../core/kinds.js";
import { silentLog } from "../core/log.js";
import { SimulatedClock } from "../core/time/simulated-clock.js";
import { createEngine, DEFAULT_TIMES, type EnginePorts } from "../engine/index.js";
import { DEFAULT_EXECUTION } from "../execution/index.js";
import type { Decision } from "../model/decision.js";
import type { PriceHistory } from "../model/history.js";
import type { Note } from "../model/journal.js";
import type { Outcome } from "../model/outcome.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Token, TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";
import { fundedChainsOf } from "../strategy/bind/buyable.js";
import type { Strategy } from "../strategy/define.js";
import { watchdogGuard } from "../strategy/guard.js";
import { completeSettings } from "../venue/settings.js";
import { DEFAULT_SETTINGS, Exchange, marketPrices, simulatedVenue, type CompetitionSettings } from "../venue/index.js";
import { NEW_YEAR } from "./bars-of.js";
import { byToken, checked, duration, options as optionsOf, price, standpoint, whole } from "./checked.js";
import { boundForTest, testTokens, USUAL_RULES } from "./defaults.js";
import { RunJournal } from "./run-journal.js";

export interface PriceRunOptions {
  /** Time between two prices, such as `5m` (the default). */
  readonly every?: string;
  /** When the first price holds, epoch milliseconds. Default: 2025-01-01T00:00Z. */
  readonly start?: number;
  /** How many of the prices lie before the competition: bars are warmed up from them. Default 0. */
  readonly before?: number;
  /** What the competition allows; the rest is as on the public service. */
  readonly competition?: Partial<CompetitionSettings>;
  /** Of all chance. */
  readonly seed?: string;
  /** Beside the tokens in common use. */
  readonly tokens?: readonly Token[];
}

type Prices = Readonly<Record<TokenName, readonly number[]>>;

/** What came of a run. */
export interface PriceRun {
  /** Everything that the strategy decided, oldest first. */
  readonly decisions: readonly { readonly at: number; readonly decision: Decision }[];
  /** Fills, oldest first. */
  readonly trades: readonly Trade[];
  /** What became of decisions: fills, refusals, cuts, rejections. */
  readonly outcomes: readonly Outcome[];
  /** `[epoch milliseconds, USD]`, one at each price, and a last one after the end. */
  readonly equity: readonly (readonly [at: number, usd: number])[];
  /** USD. */
  readonly initialValue: number;
  readonly finalValue: number;
  /** What it held at the end, tokens by name. */
  readonly balances: Readonly<Record<TokenName, number>>;
  /** How many ticks decided, waited for bars, or failed. */
  readonly ticks: Readonly<Record<"decided" | "warming-up" | "failed", number>>;
  /** What the log would say beside, oldest first: `read-failed`, `missed-runs` and the like. */
  readonly notes: readonly Note[];
  /** Why its last failed run failed; null where none did. */
  readonly error: string | null;
}

/**
 * Runs a strategy through a competition over prices that the test makes up: the real engine, risk and
 * execution, on the simulated venue. Each price holds until the next one. Cash tokens are worth 1. Throws
 * StrategyConfigError for params that do not fit and for a token that could never be bought, and TestFactsError for prices
 * and options that cannot be.
 */
export async function runOnPrices(
  strategy: Strategy,
  params: Readonly<Record<string, unknown>>,
  prices: Prices,
  options: PriceRunOptions = {},
): Promise<PriceRun> {
  const registry = testTokens(WHAT, options);
  const given = checked(WHAT, runSchema(registry), { prices, options }, registry);
  const { every = "5m", start = NEW_YEAR, before = 0, seed = "test", competition = DEFAULT_SETTINGS } = given.options;
  const step = parseDuration(every);
  const series = new Map(Object.entries(given.prices));
  const length = lengthOf(given.prices);
  const clock = new SimulatedClock(start + before * step);
  const priceAt = (token: TokenName, at: number): number | null => {
    const values = series.get(token);
    if (values === undefined) return registry.isCash(token) ? 1 : null;
    return values[Math.min(values.length - 1, Math.floor((at - start) / step))] ?? null;
  };
  const exchange = new Exchange({ clock, registry, seed, prices: marketPrices({ priceAt }, clock) });
  const teamId = await enter(exchange, (length - before) * step, competition);
  const { allowCrossChain: crossChain, startBalances } = competition;
  const reach = { crossChain, fundedChains: fundedChainsOf(startBalances, registry) };
  const bound = boundForTest(strategy, params, registry, reach);
  const journal = new RunJournal();
  const engine = createEngine({
    ...usualPorts(step),
    clock,
    venue: simulatedVenue(exchange, teamId, registry),
    journal,
    seed,
    registry,
    strategies: [bound],
    history: [historyOf(series, start, step)],
  });
  const ended = engine.run();
  await clock.drive(start + (length + 1) * step, () => engine.idle());
  await ended;
  return summary(journal, exchange, teamId, registry);
}

const WHAT = "the prices and options of a run";

/** How many prices each token has. */
const lengthOf = (prices: Prices): number => Object.values(prices)[0]?.length ?? 0;

function runSchema(registry: TokenRegistry) {
  return z
    .strictObject({
      prices: byToken(z.array(price)),
      options: optionsOf({
        every: duration,
        start: standpoint,
        before: whole,
        competition: settingsSchema(registry),
        seed: text,
        // They have been checked before: the registry has them.
        tokens: z.unknown(),
      } satisfies Record<keyof PriceRunOptions, z.ZodType>),
    })
    .check(({ value: { prices, options }, issues }) => {
      const length = lengthOf(prices);
      const wrong = (path: string[], message: string): void => {
        issues.push({ code: "custom", path, message, input: prices });
      };
      for (const [name, { length: own }] of Object.entries(prices))
        if (own !== length)
          wrong(["prices", name], `must be as many as of the other tokens, ${length} (there are ${own})`);
      const { before = 0 } = options;
      if (length <= before)
        wrong(
          ["prices"],
          `there are ${length}, and ${before} of them lie before the competition: give each token more`,
        );
    });
}

/** As the venue checks them. */
function settingsSchema(registry: TokenRegistry) {
  const names = Object.keys(DEFAULT_SETTINGS).map((name) => [name, z.unknown()] as const);
  const named = optionsOf({
    ...Object.fromEntries(names),
    allowCrossChain: z.boolean(),
    startBalances: byToken(z.custom<string>()),
  });
  return named.transform((given, { issues }): CompetitionSettings => {
    try {
      return completeSettings(registry, DEFAULT_SETTINGS, given);
    } catch (error) {
      issues.push({ code: "custom", message: messageWithRemedy(error), input: given });
      return z.NEVER;
    }
  });
}

/** Registers the team and starts its competition; gives the team's id. */
async function enter(exchange: Exchange, durationMs: number, settings: CompetitionSettings): Promise<string> {
  const team = exchange.addTeam({ name: "test" });
  const { id } = exchange.createCompetition({ name: "Test", teams: [team.id], settings, durationMs });
  await exchange.start(id);
  return team.id;
}

/** What every run has in common. */
function usualPorts(step: number): Pick<EnginePorts, "journalId" | "recover" | "log" | "settings" | "run" | "guard"> {
  return {
    journalId: "test",
    recover: () => null,
    log: silentLog,
    run: { id: "test", version: "0", config: {} },
    guard: watchdogGuard(),
    settings: {
      ...DEFAULT_TIMES,
      sampleEvery: step,
      watchEvery: step,
      wait: false,
      once: false,
      minTradesPerDay: null,
      keepMinimum: false,
      rules: USUAL_RULES,
      risk: {},
      execution: DEFAULT_EXECUTION,
    },
  };
}

function historyOf(series: ReadonlyMap<TokenName, readonly number[]>, start: number, step: number): PriceHistory {
  return {
    points: (token, from, until) =>
      (series.get(token) ?? [])
        .map((usd, i) => ({ at: start + i * step, usd }))
        .filter(({ at }) => at >= from && at < until),
  };
}

function summary(journal: RunJournal, exchange: Exchange, teamId: string, registry: TokenRegistry): PriceRun {
  const equity = journal.equityPoints.map(({ at, total }) => [at, total] as const);
  const balances = exchange
    .balances(teamId)
    .filter(({ amount }) => !amount.isZero())
    .map(({ token, amount }) => [registry.resolve(token).name, amount.toNumber()]);
  return {
    decisions: journal.decisions.map(({ at, decision }) => ({ at, decision })),
    trades: journal.trades,
    outcomes: journal.outcomes,
    equity,
    initialValue: equity[0]?.[1] ?? 0,
    finalValue: equity.at(-1)?.[1] ?? 0,
    balances: Object.fromEntries(balances) as Record<TokenName, number>,
    ticks: journal.counts,
    notes: journal.notes,
    error: journal.error,
  };
}
