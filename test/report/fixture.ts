import { backtestRunOf, type BacktestRun, type BacktestRunParts } from "../../src/app/backtest/report-run.js";
import { seededRandom, type Random } from "../../src/core/random.js";
import { computeMetrics, metricInputOf } from "../../src/metrics/index.js";
import type { PriceSeries } from "../../src/tape/price-series.js";
import { memoryTape } from "../../src/tape/memory-tape.js";
import type { Tape } from "../../src/tape/tape.js";
import type {
  BacktestFill,
  BacktestRefusal,
  BacktestResult,
  Rival,
  WindowsResult,
} from "../../src/backtest/result/result.js";
import { summariseWindows } from "../../src/backtest/windows/windows-summary.js";

/** Backtests that nobody ran, as believable as a picture needs: random walks, and somebody who follows their trend. */

export const DAY = 86_400_000;
export const FROM = Date.UTC(2024, 0, 1);
const NAMES = [
  "WETH.eth",
  "WBTC.eth",
  "SOL.svm",
  "BNB.bsc",
  "AVAX.avalanche",
  "LINK.eth",
  "UNI.eth",
  "ARB.arbitrum",
  "OP.optimism",
  "AAVE.eth",
];
const FIRST = [2280, 42_200, 101, 312, 38, 15, 7.2, 1.6, 3.6, 108];

export interface FixtureOptions {
  readonly seed?: string;
  readonly days?: number;
  readonly tokens?: number;
  /** Milliseconds. */
  readonly interval?: number;
  /** How often the strategy looks, milliseconds. */
  readonly every?: number;
  readonly name?: string;
}

/** A run for a report, with the tape that it was made on. */
export interface Fixture extends BacktestRun {
  readonly tape: Tape;
}

/** The run of a result. @param changes of its parts: the cash, the bounds of its params */
export function fixtureOf(parts: Omit<BacktestRunParts, "isCash">, changes: Partial<BacktestRunParts> = {}): Fixture {
  return { ...backtestRunOf({ ...parts, isCash, ...changes }), tape: parts.tape };
}

/** The same run with another result. */
export const changed = ({ name, tape, result }: Fixture, changes: Partial<BacktestResult>): Fixture =>
  fixtureOf({ name, tape, result: { ...result, ...changes } });

/** The only cash of these runs, of which their tapes hold no prices. */
export const isCash = (token: string): boolean => token === "USDC.eth";

function walk(random: Random, first: number, count: number, volatility: number, drift: number): Float64Array {
  const prices = new Float64Array(count);
  let price = first;
  let trend = drift;
  for (let i = 0; i < count; i += 1) {
    if (i % 2_000 === 0) trend = drift + (random.normal() * volatility) / 28;
    price *= 1 + trend + random.normal() * volatility;
    prices[i] = price;
  }
  return prices;
}

/** A tape of made-up prices. */
export function fixtureTape({ seed = "report", days = 60, tokens = 3, interval = 300_000 }: FixtureOptions = {}): Tape {
  const random = seededRandom(seed);
  const count = Math.round((days * DAY) / interval);
  const times = Float64Array.from({ length: count }, (_, i) => FROM + i * interval);
  const volatility = 0.0016 * Math.sqrt(interval / 300_000);
  return memoryTape({
    label: "synthetic (test)",
    tracks: NAMES.slice(0, tokens).map((name, i) => {
      const [alias = "", specificChain = "eth"] = name.split(".");
      return {
        token: { name, address: `0x${alias}${specificChain}`, chain: "evm", specificChain, cash: false },
        times,
        prices: walk(random.fork(name), FIRST[i] ?? 1, count, volatility * (1 + i / 8), 2e-6),
        interval,
      };
    }),
  });
}

/** A run of a trend follower on it. */
export function fixtureRun(options: FixtureOptions = {}): Fixture {
  const { name = "sma-cross", interval = 300_000, every = 4 * 3_600_000, seed = "report" } = options;
  const tape = fixtureTape(options);
  const names = tape.tracks.map(({ token }) => token.name);
  const series = names.map((token) => tape.prices(token) as PriceSeries);
  const times = (series[0] as PriceSeries).times;
  const stride = Math.max(1, Math.round(every / interval));
  const random = seededRandom(`${seed}/${name}`);
  const fills: BacktestFill[] = [];
  const refusals: BacktestRefusal[] = [];
  const equity = new Float64Array(times.length);
  const start = { "USDC.eth": 8_000, "WETH.eth": 2_000 / (series[0]?.prices[0] ?? 1) };
  const amounts = new Map<string, number>(Object.entries(start));
  const worth = (i: number): number =>
    [...amounts].reduce((sum, [token, amount]) => sum + amount * (series[names.indexOf(token)]?.prices[i] ?? 1), 0);
  const swap = (i: number, from: string, to: string, usd: number, reason: string): void => {
    const priceOf = (token: string): number => series[names.indexOf(token)]?.prices[i] ?? 1;
    const slippageUsd = usd * (0.0004 + usd / 4e7) * (0.7 + 0.6 * random.next());
    const fromAmount = Math.min(usd / priceOf(from), amounts.get(from) ?? 0);
    const toAmount = (usd - slippageUsd) / priceOf(to);
    amounts.set(from, (amounts.get(from) ?? 0) - fromAmount);
    amounts.set(to, (amounts.get(to) ?? 0) + toAmount);
    fills.push({
      at: (times[i] as number) + 1_000,
      strategy: name,
      decision: fills.length + 1,
      intent: `abcd-${fills.length}`,
      from,
      to,
      fromAmount: fromAmount.toFixed(15),
      toAmount: toAmount.toFixed(15),
      usd,
      slippageUsd,
      pricedBy: fills.length % 4 === 0 ? "quotes" : "model",
      reason,
    });
  };
  const mean = (prices: Float64Array, i: number, count: number): number => {
    const part = prices.subarray(Math.max(0, i - count), i);
    return part.reduce((sum, price) => sum + price, 0) / Math.max(1, part.length);
  };
  for (let i = 0; i < times.length; i += 1) {
    if (i > 0 && i % stride === 0)
      names.forEach((token, k) => {
        const prices = (series[k] as PriceSeries).prices;
        const [fast, slow] = [mean(prices, i, stride * 3), mean(prices, i, stride * 12)];
        const held = (amounts.get(token) ?? 0) * (prices[i] as number);
        const means = `the mean of 10 bars ($${fast.toPrecision(6)}) is ${fast > slow ? "above" : "not above"} that of 30 ($${slow.toPrecision(6)})`;
        const cash = amounts.get("USDC.eth") ?? 0;
        if (fast > slow * 1.001 && held < 50) {
          if (random.next() < 0.12)
            refusals.push({
              at: times[i] as number,
              strategy: name,
              decision: refusals.length,
              status: random.next() < 0.6 ? "refused" : "dropped",
              code: random.next() < 0.6 ? "MAX_SLIPPAGE" : "COOLDOWN",
              reason: `a trade in ${token} is refused: expected slippage 1.2% is above 1%`,
              from: "USDC.eth",
              to: token,
            });
          else if (cash > 100) swap(i, "USDC.eth", token, cash / (names.length - k || 1), `Buys ${token}: ${means}.`);
        } else if (fast < slow * 0.999 && held > 50) swap(i, token, "USDC.eth", held, `Sells ${token}: ${means}.`);
      });
    equity[i] = worth(i);
  }
  return fixtureOf({ name, tape, result: resultOf(name, tape, { times, equity, fills, refusals, start, seed }) });
}

interface Parts {
  readonly times: Float64Array;
  readonly equity: Float64Array;
  readonly fills: readonly BacktestFill[];
  readonly refusals: readonly BacktestRefusal[];
  readonly start: Readonly<Record<string, number>>;
  readonly seed: string;
}

function resultOf(name: string, tape: Tape, { times, equity, fills, refusals, start, seed }: Parts): BacktestResult {
  const tokens = tape.tracks.map(({ token }) => token.name);
  const priceAt = (token: string, at: number): number => tape.prices(token)?.at(at) ?? 1;
  const isCash = (token: string): boolean => !tokens.includes(token);
  const initialValue = equity[0] as number;
  const rivals = rivalsOf(tape, times, start, initialValue);
  const input = metricInputOf({
    time: times,
    equity,
    benchmark: rivals.find(({ kind }) => kind === "start") ?? null,
    fills,
    start: Object.entries(start).map(([token, amount]) => ({ token, amount, usd: amount * priceAt(token, FROM) })),
    isCash,
  });
  return {
    strategies: [
      {
        name,
        version: "3f9a1c22",
        params: { token: "WETH.eth", fast: 10, slow: 30, share: 0.95 },
        allocation: 1,
        disabled: null,
      },
    ],
    tape: { label: tape.label, fingerprint: "8c1f0a2b3d4e5f60", interval: tape.interval, tokens },
    seed,
    settings: {
      competition: { name: "Test Cup", maxTradeShare: 0.25, crossChain: false, slippage: "log" },
      latency: "1s",
      bars: "sampled",
    },
    from: times[0] as number,
    to: times.at(-1) as number,
    complete: true,
    ticks: { decided: Math.floor(times.length / 12), warmingUp: 30, failed: 0 },
    decisions: { swap: 0, target: fills.length + refusals.length, cancel: 0, hold: 400 },
    fills,
    refusals,
    initialBalances: Object.fromEntries(Object.entries(start).map(([token, amount]) => [token, String(amount)])),
    closed: input.closed,
    initialValue,
    finalValue: equity.at(-1) as number,
    time: times,
    equity,
    rivals,
    metrics: computeMetrics(input),
    breaches: [],
    staleFills: null,
    remarks: ["Fills are one second late.", "Cash without a price on the tape is valued at $1."],
  };
}

function rivalsOf(tape: Tape, times: Float64Array, start: Readonly<Record<string, number>>, initial: number): Rival[] {
  const step = Math.max(1, Math.floor(times.length / 1_500));
  const time = times.filter((_, i) => i % step === 0 || i === times.length - 1);
  const rival = (name: string, kind: Rival["kind"], valueAt: (at: number) => number): Rival => {
    const equity = time.map(valueAt);
    return { name, kind, time, equity, finalValue: equity.at(-1) as number };
  };
  const priceAt = (token: string, at: number): number => tape.prices(token)?.at(at) ?? 1;
  const tokens = tape.tracks.map(({ token }) => token.name);
  const part = (token: string, at: number): number => (initial * priceAt(token, at)) / priceAt(token, FROM);
  return [
    ...tokens.map((token) => rival(`hold ${token}`, "token", (at) => part(token, at))),
    rival("start balances", "start", (at) =>
      Object.entries(start).reduce((sum, [token, amount]) => sum + amount * priceAt(token, at), 0),
    ),
    rival("cash", "cash", () => initial),
    rival("equal-weights", "house", (at) => tokens.reduce((sum, token) => sum + part(token, at), 0) / tokens.length),
  ];
}

/** Windows of seven days, each as the whole run was in them. */
export function fixtureWindows({ result }: Fixture, length = 7 * DAY, step = DAY): WindowsResult {
  const { time, equity, rivals, fills } = result;
  const at = (times: Float64Array, values: Float64Array, moment: number): number =>
    values[
      Math.max(
        0,
        times.findIndex((value) => value >= moment),
      )
    ] as number;
  const windows = [];
  for (let from = result.from; from + length <= result.to; from += step) {
    const to = from + length;
    const [first, last] = [at(time, equity, from), at(time, equity, to)];
    windows.push({
      from,
      to,
      initialValue: 10_000,
      finalValue: (10_000 * last) / first,
      totalReturn: last / first - 1,
      maxDrawdown: Math.min(0, last / first - 1) - 0.02,
      trades: fills.filter((fill) => fill.at >= from && fill.at < to).length,
      rivals: Object.fromEntries(
        rivals.map((rival) => [
          rival.name,
          (10_000 * at(rival.time, rival.equity, to)) / at(rival.time, rival.equity, from),
        ]),
      ),
    });
  }
  return {
    ...summariseWindows(windows, length, step),
    complete: true,
    leftOut: 0,
    remarks: ["Windows overlap and are not independent."],
  };
}
