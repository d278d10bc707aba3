import type { Log } from "../../core/log.js";
import { systemClock } from "../../core/time/system-clock.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { BindContext, BoundStrategy } from "../../strategy/bind/bind.js";
import { checkBuyable, fundedChainsOf, type Reach } from "../../strategy/bind/buyable.js";
import { DEFAULT_SETTINGS } from "../../venue/index.js";
import type { LoadedConfig } from "../config/load.js";
import type { Config } from "../config/schema.js";
import { pricedTokens } from "../sandbox/market.js";
import type { World } from "../service-connection/connection.js";

/** What can be bought, as far as config alone says: in the sandbox everything, elsewhere only whether chains are closed. */
export function knownReach(config: Config, registry: TokenRegistry): Reach {
  const { sandbox } = config.service;
  if (sandbox === undefined) return { registry, crossChain: config.defaults.crossChain, fundedChains: null };
  const balances = sandbox.balances ?? DEFAULT_SETTINGS.startBalances;
  return { registry, crossChain: sandbox.crossChain, fundedChains: fundedChainsOf(balances, registry) };
}

/** What is known before a live bot starts: beside `knownReach` from when on it will run, where its clock is this machine's. */
export function liveReach(config: Config, registry: TokenRegistry): BindContext {
  const reach = knownReach(config, registry);
  return config.service.sandbox === undefined ? { ...reach, now: systemClock.now() } : reach;
}

/** The same where the embedded sandbox will run, not a backtest alone: of what has no price in its market nothing comes. */
export function startReach({ config, path }: LoadedConfig, registry: TokenRegistry): BindContext {
  const { sandbox } = config.service;
  const priced = sandbox === undefined ? undefined : pricedTokens(sandbox, registry, path);
  return { ...liveReach(config, registry), priced };
}

/** Warns of tokens that the strategies name and that the team, as it stands now, could never buy. */
export async function tellReach(
  { gateway }: Pick<World, "gateway">,
  registry: TokenRegistry,
  strategies: readonly BoundStrategy[],
  log: Log,
): Promise<void> {
  try {
    const [rules, balances] = await Promise.all([gateway.rules(), gateway.balances()]);
    const held = balances.filter(({ amount }) => amount.greaterThan(0));
    // The engine opens no books for an account that holds nothing, and says so.
    if (held.length === 0) return;
    const fundedChains = [...new Set(held.map(({ token }) => registry.resolve(token).specificChain))];
    for (const { name, traded } of strategies)
      for (const { message } of checkBuyable(traded, { registry, crossChain: rules.crossChain ?? false, fundedChains }))
        log.warn(`${name}: ${message}`);
  } catch {
    // Before the competition there are no rules to read: the engine tells when it plans.
  }
}
