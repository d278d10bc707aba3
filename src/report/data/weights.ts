import { meanEquity } from "../../metrics/turnover.js";
import type { TokenName } from "../../model/token.js";
import type { ReportPrices, ReportResult } from "../input.js";

/** The composition of the team's value over time. */
export interface Weights {
  /** Epoch milliseconds. */
  readonly time: Float64Array;
  /** Shares of the whole, 0 to 1, at each time; the largest on average first, cash of all chains together and last. */
  readonly parts: readonly { readonly name: string; readonly shares: Float64Array }[];
}

/** The name of the cash of all chains together. */
export const CASH = "cash";

/** Tokens that never reach this share are left out as dust. */
const DUST = 0.002;

/**
 * Reconstructed from the start balances, the fills and the tape's prices. At `steps` even times, and
 * just before and at each fill if there are few of them.
 */
export function weightsOf(result: ReportResult, prices: ReportPrices, steps = 600): Weights {
  const time = timesOf(result, steps);
  const held = new Held(result, prices, time.length);
  for (let k = 0; k < time.length; k += 1) held.note(k, time[k] as number);
  return { time, parts: ordered(time, held.shares) };
}

interface Holding {
  amount: number;
  readonly usdAt: (at: number) => number | null;
  /** Into which its worth is added. */
  readonly column: Float64Array;
}

/** What is held, as fills change it, and what it is worth at one time after the other. */
class Held {
  readonly shares = new Map<string, Float64Array>();
  readonly #tokens = new Map<TokenName, Holding>();
  readonly #fills: ReportResult["fills"];
  readonly #prices: ReportPrices;
  readonly #length: number;
  #next = 0;

  constructor({ fills, initialBalances }: ReportResult, prices: ReportPrices, length: number) {
    this.#fills = fills;
    this.#prices = prices;
    this.#length = length;
    for (const [token, amount] of Object.entries(initialBalances)) this.#of(token).amount = Number(amount);
  }

  note(place: number, at: number): void {
    for (let fill = this.#fills[this.#next]; fill !== undefined && fill.at <= at; fill = this.#fills[++this.#next]) {
      const from = this.#of(fill.from);
      from.amount = Math.max(0, from.amount - Number(fill.fromAmount));
      this.#of(fill.to).amount += Number(fill.toAmount);
    }
    let total = 0;
    for (const { amount, usdAt, column } of this.#tokens.values()) {
      if (amount === 0) continue;
      const usd = amount * (usdAt(at) ?? 0);
      column[place] = (column[place] as number) + usd;
      total += usd;
    }
    if (total > 0) for (const column of this.shares.values()) column[place] = (column[place] as number) / total;
  }

  #of(token: TokenName): Holding {
    const known = this.#tokens.get(token);
    if (known !== undefined) return known;
    const name = this.#prices.isCash(token) ? CASH : token;
    const column = this.shares.get(name) ?? new Float64Array(this.#length);
    this.shares.set(name, column);
    const made = { amount: 0, usdAt: (at: number) => priceAt(this.#prices, token, at), column };
    this.#tokens.set(token, made);
    return made;
  }
}

function ordered(time: Float64Array, shares: ReadonlyMap<string, Float64Array>): Weights["parts"] {
  return [...shares]
    .filter(([, column]) => column.some((share) => share >= DUST))
    .map(([name, column]) => ({ name, shares: column, mean: name === CASH ? -1 : meanEquity(time, column) }))
    .sort((a, b) => b.mean - a.mean)
    .map(({ name, shares: column }) => ({ name, shares: column }));
}

function timesOf({ time, fills }: ReportResult, steps: number): Float64Array {
  const first = time[0];
  const last = time[time.length - 1];
  if (first === undefined || last === undefined) return new Float64Array(0);
  const times = new Set<number>([first, last]);
  for (let i = 1; i < steps; i += 1) times.add(Math.round(first + ((last - first) * i) / steps));
  if (fills.length <= steps / 2)
    for (const { at } of fills)
      for (const moment of [at - 1, at]) if (moment >= first && moment <= last) times.add(moment);
  return Float64Array.from(times).sort();
}

/** What a token is worth at a moment, USD; null before its first price. The last price holds for good: a run may end with its tape. */
function priceAt(prices: ReportPrices, token: TokenName, at: number): number | null {
  const series = prices.series(token);
  if (series === null) return 1;
  return at >= series.end ? (series.prices.at(-1) ?? null) : series.at(at);
}
