import { isPromise, type MaybePromise } from "../../src/core/maybe.js";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import { KNOWN_TOKENS } from "../../src/model/known-tokens.js";
import { TokenRegistry } from "../../src/model/token-registry.js";
import type { TokenName } from "../../src/model/token.js";
import { Exchange, marketPrices, Refusal, type ExchangeOptions, type ExecuteFields } from "../../src/venue/index.js";

export const START = Date.UTC(2025, 2, 1);

/** An exchange with prices that a test may change at will, and a clock that it moves. */
export function makeExchange(options: Partial<ExchangeOptions> = {}) {
  const clock = new SimulatedClock(START);
  const registry = new TokenRegistry(KNOWN_TOKENS);
  const prices = new Map<TokenName, number | null>(
    KNOWN_TOKENS.map(({ name }) => [
      name,
      name.startsWith("WETH") ? 2500 : name.startsWith("WBTC") ? 60_000 : name.startsWith("SOL") ? 150 : 1,
    ]),
  );
  const source = marketPrices({ priceAt: (token) => prices.get(token) ?? null }, clock);
  const exchange = new Exchange({ clock, registry, seed: "test", prices: source, ...options });
  return { clock, registry, prices, exchange };
}

/** The same, with a competition in which `teams` take part, started. */
export function makeCompetition(options: Partial<ExchangeOptions> = {}, teams: readonly string[] = ["alpha"]) {
  const world = makeExchange(options);
  const ids = teams.map((name) => world.exchange.addTeam({ name }).id);
  const { id } = world.exchange.createCompetition({ name: "Spring", teams: ids });
  now(world.exchange.start(id));
  return { ...world, ids, team: ids[0] as string, competition: id };
}

/** The value of what must have been answered at once. */
export function now<T>(value: MaybePromise<T>): T {
  if (isPromise(value)) throw new Error("this was not answered at once");
  return value;
}

/** What a trade request says of two known tokens. */
export function order(registry: TokenRegistry, from: string, to: string, amount: string): ExecuteFields {
  const [sold, bought] = [registry.resolve(from), registry.resolve(to)];
  return {
    fromToken: sold.address,
    fromChain: sold.chain,
    fromSpecificChain: sold.specificChain,
    toToken: bought.address,
    toChain: bought.chain,
    toSpecificChain: bought.specificChain,
    amount,
    reason: "test",
  };
}

/** The code and arguments of the refusal that `run` throws; null where it throws none. */
export function refusal(run: () => unknown): { code: string; args: unknown } | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, args: error.args };
    throw error;
  }
}
