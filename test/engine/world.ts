import { expect } from "vitest";
import { plain } from "../../src/core/number/decimal.js";
import type { Log } from "../../src/core/log.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import {
  createEngine,
  DEFAULT_TIMES,
  type Engine,
  type EnginePorts,
  type EngineResult,
} from "../../src/engine/index.js";
import type { EngineSettings } from "../../src/engine/settings.js";
import { DEFAULT_EXECUTION } from "../../src/execution/index.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import type { TokenName } from "../../src/model/token.js";
import type { Venue } from "../../src/model/venue.js";
import { bindStrategy, type StrategyEntry } from "../../src/strategy/bind/bind.js";
import type { Strategy } from "../../src/strategy/define.js";
import { watchdogGuard } from "../../src/strategy/guard.js";
import { Exchange, marketPrices, simulatedVenue, type CompetitionSettings } from "../../src/venue/index.js";
import { usualRules } from "../support/rules.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";

export const START = Date.UTC(2025, 2, 1);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const RULES = usualRules(START);

export const SETTINGS: EngineSettings = {
  ...DEFAULT_TIMES,
  wait: false,
  once: false,
  minTradesPerDay: null,
  keepMinimum: false,
  rules: RULES,
  risk: {},
  execution: DEFAULT_EXECUTION,
};

export const registry = new TokenRegistry(KNOWN_TOKENS);

export interface Line {
  readonly level: keyof Log;
  readonly message: string;
}

export interface WorldOptions {
  readonly strategies?: readonly (Strategy | (StrategyEntry & { readonly definition: Strategy }))[];
  readonly settings?: Partial<EngineSettings>;
  readonly competition?: Partial<CompetitionSettings>;
  /** Price of a token at a moment; default: constant. */
  readonly prices?: (token: TokenName, at: number) => number | null;
  /** Milliseconds until the competition begins; null: it does not by itself. Default 0. */
  readonly startIn?: number | null;
  /** Default a day. */
  readonly duration?: number;
  readonly participating?: boolean;
  readonly journal?: MemoryJournal;
  /** Puts something between engine and exchange. */
  readonly venue?: (venue: Venue) => Venue;
  readonly ports?: Partial<EnginePorts>;
}

export const usualPrice = (token: TokenName): number =>
  token.startsWith("WETH") ? 2_500 : token.startsWith("WBTC") ? 60_000 : token.startsWith("SOL") ? 150 : 1;

/** A strategy joined with a config entry, as the app does it. */
export function bound(
  given: Strategy | (StrategyEntry & { readonly definition: Strategy }),
): EnginePorts["strategies"][number] {
  const { definition, ...entry } = "definition" in given ? given : { definition: given, allocation: 1 };
  return bindStrategy({ definition, file: "test.ts", source: "test" }, entry, {
    registry,
    crossChain: false,
    fundedChains: null,
  });
}

/** A bot in a simulated competition, with everything that it writes and says. */
export function makeWorld(options: WorldOptions = {}) {
  const clock = new SimulatedClock(START);
  const lines: Line[] = [];
  const log = Object.fromEntries(
    (["debug", "info", "warn", "error"] as const).map((level) => [
      level,
      (message: string): void => void lines.push({ level, message }),
    ]),
  ) as unknown as Log;
  const source = marketPrices({ priceAt: options.prices ?? usualPrice }, clock);
  const exchange = new Exchange({ clock, registry, seed: "exchange", prices: source });
  const team = exchange.addTeam({ name: "alpha" });
  const other = exchange.addTeam({ name: "beta" });
  const { startIn = 0, duration = DAY, participating = true } = options;
  const competition = exchange.createCompetition({
    name: "Spring",
    teams: participating ? [team.id, other.id] : [other.id],
    durationMs: duration,
    ...(startIn !== null && startIn > 0 && { startAt: START + startIn }),
    ...(options.competition && { settings: options.competition }),
  });
  if (startIn === 0) void exchange.start(competition.id);
  const journal = options.journal ?? new MemoryJournal();
  const real = simulatedVenue(exchange, team.id, registry);
  const venue = options.venue?.(real) ?? real;
  const bot = (more: Partial<EnginePorts> = {}): Engine =>
    createEngine({
      clock,
      venue,
      journal,
      journalId: "test",
      recover: (id) => journal.recover(id),
      adjustedSince: (id, since) => journal.adjustedSince(id, since),
      log,
      seed: "seed",
      registry,
      strategies: (options.strategies ?? []).map(bound),
      settings: { ...SETTINGS, ...options.settings },
      run: { id: `run-${journal.runs.length + 1}`, version: "0", config: {} },
      guard: watchdogGuard(),
      ...options.ports,
      ...more,
    });
  return { clock, lines, exchange, team, other, competition, journal, venue, bot, engine: bot() };
}

export type TestWorld = ReturnType<typeof makeWorld>;

/** Lets everything that waits for promises go on. */
export async function flush(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Moves the world on by `ms`. */
export async function pass({ clock }: Pick<TestWorld, "clock">, ms: number): Promise<void> {
  await clock.drive(clock.now() + ms, flush);
  await flush();
}

/** Runs a bot until it ends by itself. Throws where it does not within `most`. */
export async function runToEnd(world: TestWorld, most = 3 * DAY, engine = world.engine): Promise<EngineResult> {
  const ended: EngineResult[] = [];
  void engine.run().then((result) => ended.push(result));
  await flush();
  const until = world.clock.now() + most;
  while (ended.length === 0 && world.clock.now() < until)
    await world.clock.drive(Math.min(until, world.clock.next() ?? until), flush);
  await flush();
  const [result] = ended;
  if (result === undefined) throw new Error("the bot did not end");
  return result;
}

/** The books add up to what the exchange has of the team, to the last digit. */
export function expectWholeBooks({ journal, competition, exchange, team }: TestWorld): void {
  const books = Object.values(journal.recover(competition.id).books);
  for (const { token, amount } of exchange.balances(team.id)) {
    const sum = books.reduce((total, book) => total.plus(book[token]?.amount ?? 0), amount.minus(amount));
    expect(plain(sum)).toBe(plain(amount));
  }
}
