import { MINUTE } from "../../core/time/duration.js";
import { DEFAULT_TIMES, type EngineSettings } from "../../engine/settings.js";
import { DEFAULT_EXECUTION } from "../../execution/index.js";
import type { Rules } from "../../model/rules.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { RiskSettings } from "../../risk/index.js";
import type { Config } from "./schema.js";

/** Restarts of a service take minutes, and ten minutes more at an end cost nothing: no trade is sent meanwhile. */
const END_DOUBT = 10 * MINUTE;

/**
 * A config as the engine takes it. What waits for the network is meant in time of the machine, and stretched to the
 * clock's: on a clock 600 times as fast ten seconds are gone in 17 milliseconds.
 */
export function engineSettings(
  config: Config,
  registry: TokenRegistry,
  at: { readonly now: number; readonly speed: number },
  once: boolean,
): EngineSettings {
  const { competition, sampling, execution } = config;
  return {
    // Once is now: who runs it by a timer must not find a bot that waits for days.
    wait: competition.wait && !once,
    once,
    watchEvery: competition.watchEvery,
    endDoubt: END_DOUBT,
    ...(competition.endDate === undefined ? {} : { endDate: competition.endDate }),
    leaderboardEvery: competition.leaderboardEvery,
    balancesEvery: competition.balancesEvery,
    rulesEvery: DEFAULT_TIMES.rulesEvery,
    sampleEvery: sampling.every,
    readTimeout: DEFAULT_TIMES.readTimeout * at.speed,
    finishWithin: DEFAULT_TIMES.finishWithin * at.speed,
    minTradesPerDay: dueADay(config),
    keepMinimum: competition.keepMinimum,
    // The embedded sandbox answers as this version reads.
    tryReads: config.service.sandbox === undefined,
    onError: config.onError,
    rules: rulesOf(config, at.now),
    risk: riskSettings(config, registry),
    stopOnForeignTrades: execution.foreignTrades === "stop",
    execution: {
      ...DEFAULT_EXECUTION,
      deadlineMs: execution.deadline,
      settleMs: execution.settle,
      clockSpeed: at.speed,
      maxReasonLength: execution.maxReasonLength,
      minTradeUsd: execution.minTradeUsd,
    },
  };
}

/** Section `risk` as the engine takes it. Throws UnknownTokenError. */
export function riskSettings(
  { risk, execution }: Pick<Config, "risk" | "execution">,
  registry: TokenRegistry,
): RiskSettings {
  const { tokens, ...limits } = risk;
  return {
    ...limits,
    minTradeUsd: execution.minTradeUsd,
    tokens: tokens?.map((name) => registry.resolve(name).name),
  };
}

/** Trades that are due a day, as far as config knows, which of an embedded sandbox is all that there is to know; null: none. */
export function dueADay({ service: { sandbox }, competition }: Pick<Config, "service" | "competition">): number | null {
  const due = sandbox === undefined ? competition.minTradesPerDay : sandbox.minTradesPerDay;
  return due === undefined || due === 0 ? null : due;
}

/** What holds until the service has said its rules. */
function rulesOf(config: Config, readAt: number): Rules {
  return {
    ...config.defaults,
    minTradesPerDay: dueADay(config),
    rateLimits: [],
    snapshotIntervalMs: null,
    chains: null,
    texts: null,
    unread: [],
    source: "config",
    readAt,
  };
}
