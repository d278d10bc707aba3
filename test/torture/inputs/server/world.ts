import { SimulatedClock } from "../../../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../../src/model/token-registry.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../../src/sandbox/index.js";

const PRICES: Readonly<Record<string, number>> = { "WETH.eth": 2_000, "USDC.eth": 1, "SOL.svm": 100, "USDC.svm": 1 };

const registry = new TokenRegistry(KNOWN_TOKENS);
export const WETH = registry.resolve("WETH.eth").address;
export const USDC = registry.resolve("USDC.eth").address;
export const SOL = registry.resolve("SOL.svm").address;

/** A sandbox of two teams whose clock stands still and whose limits never refuse. */
export function quietSandbox(options: Partial<SandboxOptions> = {}): Sandbox {
  return createSandbox({
    clock: new SimulatedClock(Date.UTC(2025, 0, 1)),
    registry: new TokenRegistry(KNOWN_TOKENS),
    market: { tokens: Object.keys(PRICES), priceAt: (token) => PRICES[token] ?? null },
    seed: "inputs",
    keySeed: "inputs",
    teams: 2,
    rateLimits: "off",
    ...options,
  });
}

/** All that trades may change, as one text: who was refused must find it as it was. */
export function ledgerOf({ exchange, teams }: Sandbox): string {
  return teams
    .map(({ teamId }) => {
      const balances = exchange.balances(teamId).map(({ token, amount }) => `${token} ${amount.toFixed()}`);
      return [teamId, exchange.trades(teamId).length, ...balances].join(" ");
    })
    .join("\n");
}
