import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { MarketPrices } from "../../venue/index.js";
import { valuesOf } from "./holdings.js";
import type { Rival } from "./result.js";
import type { BacktestWorld } from "../world/backtest-world.js";

/** Points of a rival's curve, at most: more than a picture can show. */
const MOST_POINTS = 2_000;

interface RivalParts {
  readonly world: Pick<BacktestWorld, "exchange" | "house" | "competition">;
  readonly prices: MarketPrices;
  readonly registry: TokenRegistry;
  /** Tokens that the run traded or held. */
  readonly tokens: readonly TokenName[];
  readonly start: ReadonlyMap<TokenName, number>;
  readonly initialValue: number;
  /** Times of the run's equity curve. */
  readonly time: Float64Array;
}

/** Whom a run is compared with: who held each token, the start balances, or cash, and the house teams. */
export function rivalsOf(parts: RivalParts): Rival[] {
  const time = thinned(parts.time);
  const { prices, registry, start, initialValue } = parts;
  const rival = (name: string, kind: Rival["kind"], equity: Float64Array): Rival => {
    return { name, kind, time, equity, finalValue: equity.at(-1) ?? initialValue };
  };
  const isCash = (token: TokenName): boolean => registry.isCash(token);
  const holding = parts.tokens
    .filter((token) => !isCash(token))
    .map((token) => rival(`hold ${token}`, "token", heldFrom(token, initialValue, prices, time)));
  const mixed = [...start.keys()].some((token) => !isCash(token));
  return [
    ...holding,
    ...(mixed ? [rival("start balances", "start", valuesOf(start, [], prices, time))] : []),
    rival("cash", "cash", new Float64Array(time.length).fill(initialValue)),
    ...houseRivals(parts, time).map(({ name, equity }) => rival(name, "house", equity)),
  ];
}

/** All of a value in one token from the first moment on, without a fee. */
function heldFrom(token: TokenName, usd: number, prices: MarketPrices, time: Float64Array): Float64Array {
  const first = prices.priceAt(token, time[0] ?? 0) ?? Number.NaN;
  const values = new Float64Array(time.length);
  for (let i = 0; i < values.length; i++)
    values[i] = (usd * (prices.priceAt(token, time[i] as number) ?? Number.NaN)) / first;
  return values;
}

function houseRivals(
  { world, prices, start }: RivalParts,
  time: Float64Array,
): { readonly name: string; readonly equity: Float64Array }[] {
  return world.house.map(({ id, name }) => {
    const trades = world.exchange.trades(id).filter((trade) => trade.competitionId === world.competition.id);
    const changes = trades.toReversed().map(({ at, from, to, fromAmount, toAmount }) => {
      return { at, from, to, fromAmount: fromAmount.toNumber(), toAmount: toAmount.toNumber() };
    });
    return { name, equity: valuesOf(start, changes, prices, time) };
  });
}

/** Evenly chosen points of a column, the first and the last among them. */
function thinned(values: Float64Array): Float64Array {
  if (values.length <= MOST_POINTS) return values;
  const step = (values.length - 1) / (MOST_POINTS - 1);
  const chosen = new Float64Array(MOST_POINTS);
  for (let i = 0; i < MOST_POINTS; i++) chosen[i] = values[Math.round(i * step)] as number;
  return chosen;
}
