import { shown } from "../../core/arguments.js";
import { HOUR, SECOND } from "../../core/time/duration.js";
import type { JsonObject } from "../../core/json.js";
import { DEFAULT_TIMES, type EngineSettings } from "../../engine/index.js";
import type { PriceHistory } from "../../model/history.js";
import { PUBLIC_RATE_LIMITS } from "../../model/public-rate-limits.js";
import type { RateLimit } from "../../model/rules.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { alignedTape } from "../../tape/aligned-tape.js";
import type { Tape } from "../../tape/tape.js";
import { completeSettings, DEFAULT_SETTINGS, type CompetitionSettings } from "../../venue/settings.js";
import { closedWorldSettings } from "./engine-settings.js";
import { BacktestOptionError } from "../errors.js";
import { checkOptions } from "./check-options.js";
import type { BacktestOptions } from "./options.js";
import { checkHistory, commonRange, rangeOf, type Range } from "./range.js";
import { runIdOf } from "./run-id.js";
import { boundStrategies } from "./strategies.js";
import { houseTokens, ownTokens, registryFor, usedTokens, type UsedTokens } from "./tokens.js";

/** A backtest of which everything is known and checked, and nothing has begun. */
export interface BacktestPlan {
  readonly options: BacktestOptions;
  readonly tape: Tape;
  readonly registry: TokenRegistry;
  readonly strategies: readonly BoundStrategy[];
  readonly tokens: UsedTokens;
  readonly houseTeams: boolean;
  /** What they may buy. */
  readonly houseTokens: readonly TokenName[];
  readonly range: Range;
  readonly seed: string;
  readonly latency: number;
  readonly limits: readonly RateLimit[];
  readonly competition: CompetitionSettings;
  readonly competitionName: string;
  readonly team: string;
  readonly settings: EngineSettings;
  /** What was asked for, before it was fitted to the tape. Milliseconds. */
  readonly sampleEvery: number;
  readonly shownSettings: JsonObject;
  readonly runId: string;
}

/** What is assumed where nothing was measured: a decision is a trade one second later. */
const USUAL_LATENCY = SECOND;
/** Longer answers no service gives: it would be a typing error. */
const LONGEST_LATENCY = HOUR;

/**
 * Checks what was asked for and fills in what was not. Throws BacktestOptionError, BacktestRangeError, NotOnTapeError,
 * HistoryTooShortError, StrategyConfigError, UnknownTokenError, VenueSettingsError.
 */
export function planOf(options: BacktestOptions): BacktestPlan {
  checkOptions(options);
  const { seed = "contender", latency = USUAL_LATENCY, houseTeams = false, settings: given = {} } = options;
  // The team's name is the embedded sandbox's.
  const { competitionName = "Backtest", team = "Contender" } = options;
  // What a bot decided at an instant was decided on the prices that it asked for then.
  const tape = alignedTape(options.tape);
  if (typeof latency !== "number" || !(latency >= 0 && latency <= LONGEST_LATENCY))
    throw new BacktestOptionError(`Invalid latency: ${shown(latency)}`, {
      remedy: `Give milliseconds from 0 to ${LONGEST_LATENCY} (an hour), or on the command line a duration such as 250ms.`,
    });
  const registry = registryFor(tape, options.registry);
  const competition = completeSettings(registry, DEFAULT_SETTINGS, options.competition);
  const strategies = boundStrategies(options.strategies, registry, competition);
  const tokens = usedTokens(tape, registry, strategies, competition.startBalances);
  const range = rangeOf(tape, options, commonRange(tape, tokens.onTape));
  if (options.history === undefined) checkHistory(tape, strategies, range);
  const limits = options.limits === "off" ? [] : (options.limits ?? PUBLIC_RATE_LIMITS);
  const world = { from: range.from, interval: tape.interval, houseTeams, latency, competition, limits };
  const settings = closedWorldSettings(world, given);
  const sampleEvery = given.sampleEvery ?? DEFAULT_TIMES.sampleEvery;
  const parts = {
    ...{ options, tape, registry, strategies, tokens, houseTeams, houseTokens: houseTokens(tape, tokens, range.to) },
    ...{ range, seed, latency, limits, competition, competitionName, team },
  };
  const shownSettings = shownOf(parts, settings);
  const runId = idOf(parts, { ...shownSettings, engine: jsonOf(settings) });
  return { ...parts, settings, sampleEvery, shownSettings, runId };
}

type Parts = Omit<BacktestPlan, "settings" | "sampleEvery" | "shownSettings" | "runId">;

/** The settings of competition and run, JSON-safe. */
function shownOf(
  { options, competition, houseTeams, team, latency, limits }: Parts,
  settings: EngineSettings,
): JsonObject {
  const { sampleEvery, risk, keepMinimum, execution, onError } = settings;
  return {
    competition: { ...competition },
    houseTeams,
    team,
    latency,
    bars: options.bars ?? "sampled",
    sampleEvery,
    limits: limits.map((limit) => ({ ...limit })),
    risk: jsonOf(risk),
    keepMinimum,
    onError: { ...onError },
    execution: { ...execution },
    metrics: { ...options.metrics },
  };
}

const jsonOf = (settings: object): JsonObject => JSON.parse(JSON.stringify(settings)) as JsonObject;

function idOf(
  { options, tape, registry, strategies, range, seed, competitionName }: Parts,
  settings: JsonObject,
): string {
  const own = ownTokens(tape, registry);
  return runIdOf({
    tape: tape.fingerprint,
    ...(own.length > 0 && { tokens: own }),
    strategies: strategies.map(({ name, version, paramsJson, allocation }) => [name, version, paramsJson, allocation]),
    range: [range.from, range.to],
    seed,
    settings,
    competitionName,
    history: (options.history ?? []).map(pastOf),
    version: options.run?.version ?? "",
    inputs: options.inputs === undefined ? null : (options.inputs.of ?? ""),
  });
}

/** What is known of a further past before it is asked: a tape's content, of any other that it is there. */
const pastOf = (past: PriceHistory): string => ("fingerprint" in past ? String(past.fingerprint) : "");
