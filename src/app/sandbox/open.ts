import type { Clock } from "../../core/time/clock.js";
import type { Log } from "../../core/log.js";
import { freshSeed } from "../../core/random.js";
import { scaledClock, systemClock } from "../../core/time/system-clock.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import { createSandbox, type Sandbox, type SandboxCompetition } from "../../sandbox/index.js";
import type { Market } from "../../tape/index.js";
import type { SandboxConfig } from "../config/schema.js";
import { MarketRangeError } from "../errors.js";
import { openFaultFile } from "./fault-file.js";
import type { Span } from "../span.js";
import { marketOf, spanOf } from "./market.js";
import { settingsOf } from "./settings.js";

/** A sandbox that runs, with the world that it lives in. */
export interface OpenSandbox {
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly market: Market;
  /** When its competition begins and ends. */
  readonly span: Span;
  /** Ends it. */
  close(): Promise<void>;
}

/** Builds the sandbox of a config; its clock runs from this moment. It does not listen yet. */
export function openSandbox(
  config: SandboxConfig,
  ports: { readonly registry: TokenRegistry; readonly log: Log; path(relative: string): string },
): OpenSandbox {
  const { registry, log, path } = ports;
  const found = marketOf(config, registry, path, systemClock.now());
  const { market, start } = found;
  const span = spanOf(config, found);
  const settings = settingsOf(config);
  checkPriced(settings.startBalances, market, registry);
  const faultFile = config.faults === undefined ? null : openFaultFile(path(config.faults));
  // A synthetic market makes up its past at the first question: before its time begins to run.
  market.priceAt(market.tokens[0] ?? "", start);
  const live = config.speed === 1 && config.market.synthetic !== undefined && config.market.start === undefined;
  const clock = live ? systemClock : scaledClock({ speed: config.speed, origin: start });
  const sandbox = createSandbox({
    profile: config.profile,
    clock,
    registry,
    market,
    log,
    // Ids are new each time: a bot's journal would take the same id for the same competition, gone on.
    seed: `${config.seed}/${freshSeed()}`,
    teams: teamsOf(config),
    houseTeams: config.houseTeams,
    competitions: competitionsOf(config, span),
    settings,
    priceCacheMs: config.priceCache,
    priceChainCase: config.priceChainCase,
    restrictedLeaderboard: config.restrictedLeaderboard,
    closeAfterEnd: config.closeAfterEnd,
    rateLimits: config.rateLimits ? undefined : "off",
    faults: faultFile?.plan,
  });
  const unfollow = faultFile?.follow(sandbox.faults, log);
  return {
    sandbox,
    clock,
    market,
    span,
    close() {
      unfollow?.();
      return sandbox.close();
    },
  };
}

/**
 * What has no price is worth nothing: a team that begins with it would have less than it was given, or nothing at all.
 * Throws MarketRangeError.
 */
export function checkPriced(balances: Readonly<Record<string, string>>, market: Market, registry: TokenRegistry): void {
  for (const [name, amount] of Object.entries(balances)) {
    const { name: token } = registry.resolve(name);
    if (Number(amount) > 0 && !market.tokens.includes(token))
      throw new MarketRangeError(
        `The teams begin with ${token}, but the market (${market.label}) has no prices for it`,
        {
          remedy: `Use other start tokens (\`balances\`). The market has ${market.tokens.join(", ")}.`,
        },
      );
  }
}

function teamsOf({ team, teams }: SandboxConfig) {
  return Array.from({ length: teams }, (_, i) => {
    const name = i === 0 ? team : `Team ${i + 1}`;
    return { name, email: `team-${i + 1}@sandbox.invalid` };
  });
}

function competitionsOf({ name, startIn, upcoming }: SandboxConfig, { from, to }: Span): SandboxCompetition[] {
  const first = { name, startIn, ...(to !== null && { duration: to - from }) };
  return [first, ...Array.from({ length: upcoming }, (_, i) => ({ name: `${name} ${i + 2}` }))];
}
