import { basename } from "node:path";
import type { TokenName } from "../../model/token.js";
import { TapeEmptyError } from "../errors.js";
import type { Market } from "../market.js";
import { seriesOf, type PriceSeries } from "../price-series.js";
import { readBars } from "./read-bars.js";
import { seriesMarket } from "../series-market.js";

/**
 * A market on recorded bars, one file a token (see `readBars`). Inside a bar the price is its open,
 * and it holds until the next bar, over a gap too; from the last bar's end on there is none.
 * Throws a TapeError that names file and line.
 */
export function csvMarket(files: readonly { readonly token: TokenName; readonly file: string }[]): Market {
  if (files.length === 0)
    throw new TapeEmptyError("A market of bars needs at least one file", {
      remedy: "Give a file for each token to trade.",
    });
  const series = new Map<TokenName, PriceSeries>();
  for (const { token, file } of files) {
    const { time, open, interval } = readBars(file);
    series.set(token, seriesOf(time, open, interval));
  }
  return seriesMarket(`bars from ${files.map(({ file }) => basename(file)).join(", ")}`, series);
}
