import { resolve } from "node:path";
import type { BacktestOptions } from "../../backtest/plan/options.js";
import { registryFor } from "../../backtest/plan/tokens.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { StrategyConfigError } from "../../strategy/errors.js";
import type { Tape } from "../../tape/tape.js";
import { engineSettings } from "../config/engine-settings.js";
import { emptyConfig, openConfig } from "../config/find.js";
import { NO_SECRETS, type LoadedConfig } from "../config/load.js";
import { effectiveConfig } from "../config/print.js";
import { registryOf } from "../config/registry.js";
import { secretsOf } from "../config/secrets.js";
import { durationOf } from "../duration-flag.js";
import { UsageError } from "../errors.js";
import { momentOf } from "../moment.js";
import { bindEntry, loadStrategies } from "../strategies/load.js";
import { knownReach } from "../strategies/reach.js";
import { version } from "../package.js";
import { silentProgress } from "../process/progress.js";
import { openShown } from "../tape/open.js";
import { competitionOf } from "./competition.js";
import { newestTape } from "./find-tape.js";
import { barsOf, paramsOf, type BacktestFlags } from "./flags.js";
import { wordsOf } from "./words.js";
import { entryOf } from "./named-strategy.js";

/** What a command line and a config make of a backtest. */
export interface BacktestSetup {
  readonly loaded: LoadedConfig;
  readonly tape: Tape;
  readonly registry: TokenRegistry;
  readonly strategies: readonly BoundStrategy[];
  readonly options: BacktestOptions;
  /** The same with other params, for the report: what they are called, and the strategies. */
  readonly beside: readonly { readonly name: string; readonly strategies: readonly BoundStrategy[] }[];
}

/**
 * Joins flags and config. Throws UsageError, ConfigError, NoTapeError, a TapeError, StrategyFileError,
 * StrategyConfigError.
 */
export function setupOf(
  flags: BacktestFlags,
  configFile: string | undefined,
  progress = silentProgress,
): BacktestSetup {
  const loaded = configOf(flags, configFile);
  const { config } = loaded;
  const bars = barsOf(flags.bars);
  const folder = flags.tape === undefined ? newestTape(loaded.path(config.data)) : resolve(flags.tape);
  const { tape } = openShown(folder, progress);
  const registry = registryFor(tape, registryOf(config.tokens));
  const strategies = strategiesOf(flags, loaded, registry);
  const { houseTeams, ...competition } = competitionOf(config);
  if (flags.latency !== undefined && flags.latencyOf !== undefined)
    throw new UsageError("--latency and --latency-of exclude each other", { remedy: "Give only one of them." });
  const moment = (text: string): number => momentOf(text, tape.until);
  const options: BacktestOptions = {
    tape,
    registry,
    strategies,
    ...competition,
    houseTeams: flags.houseTeams ?? houseTeams ?? false,
    seed: flags.seed ?? String(config.seed ?? "contender"),
    settings: engineSettings(config, registry, { now: tape.from, speed: 1 }, false),
    bars,
    run: { version: version(), config: effectiveConfig(loaded) },
    ...(flags.from === undefined ? {} : { from: moment(flags.from) }),
    ...(flags.to === undefined ? {} : { to: moment(flags.to) }),
    ...(flags.latency === undefined ? {} : { latency: durationOf("--latency", flags.latency) }),
  };
  return { loaded, tape, registry, strategies, options, beside: besideOf(flags, loaded, registry) };
}

/** The config; where tape and strategy are named and no config is there, one that says nothing. */
function configOf({ tape, strategy }: BacktestFlags, named: string | undefined): LoadedConfig {
  try {
    return openConfig(named, NO_SECRETS);
  } catch (error) {
    const enough = named === undefined && tape !== undefined && strategy !== undefined;
    if (!enough || !(error instanceof UsageError)) throw error;
    return emptyConfig();
  }
}

function besideOf(flags: BacktestFlags, loaded: LoadedConfig, registry: TokenRegistry): BacktestSetup["beside"] {
  const { beside = [], report } = flags;
  if (beside.length > 0 && report === undefined)
    throw new UsageError("--beside needs --report, because it adds runs to the report", {
      remedy: "Give the report's file: --report report.html.",
    });
  return beside.map((text) => {
    const other = paramsOf(wordsOf(text, "--beside"), "--beside");
    return { name: text.trim(), strategies: strategiesOf(flags, loaded, registry, other) };
  });
}

/** @param other params that count before those of the flags */
function strategiesOf(
  flags: BacktestFlags,
  loaded: LoadedConfig,
  registry: TokenRegistry,
  other: Readonly<Record<string, unknown>> = {},
): BoundStrategy[] {
  const { config } = loaded;
  const reach = knownReach(config, registry);
  const params = { ...paramsOf(flags.param ?? []), ...other };
  if (flags.strategy === undefined) {
    if (config.strategies.length === 0)
      throw new UsageError("The config names no strategy", {
        remedy: "Add one to `strategies`, or give one with --strategy FILE.",
      });
    const [only, ...others] = config.strategies;
    if (Object.keys(params).length === 0 || only === undefined) return loadStrategies(loaded, reach);
    if (others.length > 0)
      throw new UsageError("--param and --beside apply to one strategy, but the config has several", {
        remedy: "Choose one with --strategy NAME.",
      });
    return [bound(loaded, loaded.path, { ...only, params: { ...only.params, ...params } }, reach)];
  }
  const { entry, path } = entryOf(flags.strategy, loaded);
  const alone = { ...entry, allocation: 1, params: { ...entry.params, ...params } };
  return [bound(loaded, path, alone, reach)];
}

/** As `bindEntry`; what a strategy says of its params may quote a secret of the config. */
function bound(loaded: LoadedConfig, ...binding: Parameters<typeof bindEntry>): BoundStrategy {
  try {
    return bindEntry(...binding);
  } catch (error) {
    if (!(error instanceof StrategyConfigError)) throw error;
    const known = secretsOf(loaded);
    const issues = error.issues.map(({ path, message }) => ({ path, message: known.scrub(message) }));
    throw new StrategyConfigError(error.strategy, issues, known.scrub(error.remedy));
  }
}
