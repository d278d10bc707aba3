import { addTo } from "../../core/grouped.js";
import type { TokenName } from "../../model/token.js";
import type { ReportPrices, ReportResult, ReportSeries } from "../input.js";
import { encodeTimes, rounded, type EncodedTimes } from "./encode.js";
import { thin } from "./thin.js";

/** The price of a token over a run: thinned, and exact at each trade. */
export interface PriceCurve {
  readonly token: TokenName;
  /** Fills in which it was bought or sold. */
  readonly trades: number;
  readonly time: EncodedTimes;
  /** USD. */
  readonly price: readonly (number | null)[];
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
}

/** Points of all curves of all runs together. */
const POINTS = 12_000;

/** A curve for each token that is not cash: those traded most first, then as the tape has them. */
export function priceCurves(result: ReportResult, runPrices: ReportPrices, runs = 1): PriceCurve[] {
  const traded = new Map<TokenName, number[]>();
  for (const { from, to, at } of result.fills) for (const token of [from, to]) addTo(traded, token, at);
  const tokens = runPrices.tokens.filter((token) => !runPrices.isCash(token));
  const buckets = Math.min(1_200, Math.max(60, Math.floor(POINTS / 2 / Math.max(1, tokens.length * runs))));
  return tokens
    .map((token) => curveOf(token, result, runPrices, traded.get(token) ?? [], buckets))
    .filter((curve) => curve !== null)
    .sort((a, b) => b.trades - a.trades);
}

function curveOf(
  token: TokenName,
  { from, to }: ReportResult,
  runPrices: ReportPrices,
  fills: readonly number[],
  buckets: number,
): PriceCurve | null {
  const series = runPrices.series(token);
  if (series === null) return null;
  const { times, prices } = series;
  // Marks lie on the line, also when it is zoomed in.
  const exact = fills.length <= 2 * buckets ? fills : [];
  // The first price is the one that held at the beginning: it may be of long before.
  const { time, price } = merged(series, thin(times, prices, buckets, from, to), [from, ...exact, to]);
  if (time.length < 2) return null;
  return {
    token,
    trades: fills.length,
    time: encodeTimes(time),
    price: rounded(price, 6),
    first: price[0] as number,
    last: price[price.length - 1] as number,
    low: price.reduce((low, value) => Math.min(low, value)),
    high: price.reduce((high, value) => Math.max(high, value)),
  };
}

/** The points at these places and the prices at further times, in the order of time, each time once. */
function merged(
  series: ReportSeries,
  places: readonly number[],
  further: readonly number[],
): { readonly time: number[]; readonly price: number[] } {
  const { times, prices } = series;
  const time: number[] = [];
  const price: number[] = [];
  const add = (at: number, usd: number | null): void => {
    if (usd === null || at === time[time.length - 1]) return;
    time.push(at);
    price.push(usd);
  };
  let next = 0;
  for (const place of places) {
    const at = times[place] as number;
    for (; next < further.length && (further[next] as number) < at; next += 1)
      add(further[next] as number, series.at(further[next] as number));
    add(at, prices[place] as number);
  }
  for (; next < further.length; next += 1) add(further[next] as number, series.at(further[next] as number));
  return { time, price };
}
