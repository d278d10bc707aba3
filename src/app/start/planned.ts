import type { PlannedRequests } from "../../gateway/planned-use.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { periodicCadence, type Cadence } from "../../strategy/bind/schedule.js";
import { HOUR, MINUTE } from "../../core/time/duration.js";
import type { EngineSettings } from "../../engine/settings.js";

/**
 * What the bot means to ask a minute, by operation; trades come on top, from the reserve, and what `read` hooks ask for
 * by themselves.
 */
export function plannedRequests(
  settings: EngineSettings,
  strategies: readonly BoundStrategy[],
  registry: TokenRegistry,
  now: number,
): PlannedRequests {
  const each = (period: number): number => MINUTE / period;
  const checks = settings.risk.drawdownStop === undefined ? 0 : each(settings.sampleEvery);
  return {
    getStatus: each(settings.watchEvery),
    getPrice: plannedPrices(settings.sampleEvery, strategies, registry, now) / (HOUR / MINUTE),
    // The drawdown stop reads it too if the portfolio stands still.
    getLeaderboard: each(settings.leaderboardEvery) + checks,
    // Books are compared with both: what trades explain is no difference.
    getBalances: each(settings.balancesEvery),
    getTrades: each(settings.balancesEvery),
    getPortfolio: checks,
    getRules: each(settings.rulesEvery),
  };
}

/**
 * Prices read within the next hour, by samples and by the strategies' schedules: of an instant each token is read once,
 * and once more after a `read`.
 */
function plannedPrices(
  sampleEvery: number,
  strategies: readonly BoundStrategy[],
  registry: TokenRegistry,
  now: number,
): number {
  const everything = plannedTokens(strategies, registry);
  const instants = new Map<number, { readonly tokens: Set<TokenName>; times: number }>();
  const add = (at: number, tokens: ReadonlySet<TokenName>, times: number): void => {
    const known = instants.get(at) ?? { tokens: new Set(), times: 1 };
    for (const token of tokens) known.tokens.add(token);
    known.times = Math.max(known.times, times);
    instants.set(at, known);
  };
  const samples = periodicCadence("sample", sampleEvery);
  for (const at of Number.isFinite(sampleEvery) ? instantsOf(samples, now) : []) add(at, everything, 1);
  for (const strategy of strategies) {
    const tokens = plannedTokens([strategy], registry);
    const times = strategy.definition.read === undefined ? 1 : 2;
    for (const cadence of strategy.cadences) for (const at of instantsOf(cadence, now)) add(at, tokens, times);
  }
  return [...instants.values()].reduce((sum, { tokens, times }) => sum + tokens.size * times, 0);
}

/** The instants of a cadence within the next hour. */
function* instantsOf(cadence: Cadence, now: number): Iterable<number> {
  for (let at = cadence.next(now); at !== null && at <= now + HOUR; at = cadence.next(at)) yield at;
}

/** The tokens whose prices strategies ask for: those that they name, and the cash of their chains. */
export function plannedTokens(strategies: readonly BoundStrategy[], registry: TokenRegistry): Set<TokenName> {
  return registry.withCash(strategies.flatMap(({ tokens }) => tokens));
}
