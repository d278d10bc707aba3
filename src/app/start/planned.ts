import type { Log } from "../../core/log.js";
import type { Gateway } from "../../gateway/gateway.js";
import { plannedUse, type PlannedRequests } from "../../gateway/planned-use.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind.js";
import { formatDuration } from "../../core/duration.js";
import type { EngineSettings } from "../../engine/settings.js";

/** What the bot means to ask a minute, by operation; trades come on top, from the reserve. */
export function plannedRequests(settings: EngineSettings, tokens: ReadonlySet<TokenName>): PlannedRequests {
  const each = (period: number, times = 1): number => (period === Infinity ? 0 : (60_000 / period) * times);
  return {
    getStatus: each(settings.watchEvery),
    getPrice: each(settings.sampleEvery, tokens.size),
    getLeaderboard: each(settings.leaderboardEvery),
    getBalances: each(settings.balancesEvery),
    getPortfolio: settings.risk.drawdownStop === undefined ? 0 : each(settings.sampleEvery),
    getRules: each(settings.rulesEvery),
  };
}

/** The tokens whose prices are sampled: those that strategies name, and the cash of their chains. */
export function plannedTokens(strategies: readonly BoundStrategy[], registry: TokenRegistry): Set<TokenName> {
  const named = strategies.flatMap(({ tokens }) => tokens);
  const cash = named.flatMap((name) => registry.cashOf(registry.get(name)?.specificChain ?? "")?.name ?? []);
  return new Set([...named, ...cash]);
}

/** Says at the start how much of the limits the bot means to use, and warns where its plan does not fit. */
export function tellPlannedUse(
  log: Log,
  gateway: Gateway,
  settings: EngineSettings,
  tokens: ReadonlySet<TokenName>,
): void {
  const [tightest, ...others] = plannedUse(plannedRequests(settings, tokens), gateway.limits());
  if (tightest === undefined) return;
  const { scope, operation, count, windowMs, planned, share } = tightest;
  const of = `${count} ${operation ?? scope} requests per ${formatDuration(windowMs)}`;
  const text = `Planned use of the rate limits: at most ${Math.round(share * 100)}% (${round(planned)} of ${of})`;
  const fields = { limits: [tightest, ...others] };
  if (share <= 1) log.info(text, fields);
  else log.warn(`${text}: requests will wait. Sample less often, or name fewer tokens.`, fields);
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
