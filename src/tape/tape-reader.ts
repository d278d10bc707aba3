import { readFileSync } from "node:fs";
import { messageOf } from "../core/errors.js";
import type { PriceHistory, PricePoint } from "../model/history.js";
import type { TokenName } from "../model/token.js";
import { TapeEmptyError, TapeFileError, TapeManifestError } from "./errors.js";
import { readManifest } from "./manifest.js";
import type { Market } from "./market.js";
import { parseLines, pricesFile, type RecordedPrice } from "./price-lines.js";
import { PriceSeries } from "./price-series.js";
import { seriesMarket } from "./series-market.js";

/** How long a tape's last price holds, as a market: as long as the service may repeat an old one. Milliseconds. */
const LAST_HOLDS = 3_600_000;

/** A recorded tape, as it was when it was opened; a recorder may go on writing it. */
export class TapeReader implements PriceHistory {
  readonly source: string;
  readonly #series: ReadonlyMap<TokenName, PriceSeries>;

  /** Throws a TapeError for a folder that is no tape, and for broken lines, with file and line. */
  constructor(folder: string) {
    const manifest = readManifest(folder);
    if (manifest === null)
      throw new TapeManifestError(`${folder} holds no tape: it has no manifest.json`, {
        remedy: "Name a folder that a bot recorded into.",
      });
    this.source = manifest.source;
    this.#series = seriesOf(parseLines(pricesFile(folder), readText(folder)));
  }

  get tokens(): TokenName[] {
    return [...this.#series.keys()];
  }

  points(token: TokenName, from: number, until: number): PricePoint[] {
    return this.#series.get(token)?.points(from, until) ?? [];
  }

  /** The tape as a market: a price holds until the next one, the last one for an hour. Throws TapeEmptyError where nothing was recorded. */
  market(): Market {
    if (this.#series.size === 0)
      throw new TapeEmptyError(`The tape of ${this.source} holds no price yet`, {
        remedy: "Record some prices first.",
      });
    return seriesMarket(`tape of ${this.source}`, this.#series);
  }
}

function readText(folder: string): string {
  try {
    return readFileSync(pricesFile(folder), "utf8");
  } catch (cause) {
    throw new TapeFileError(`${pricesFile(folder)} cannot be read: ${messageOf(cause)}`, {
      cause,
      remedy: "Check that the tape is whole: manifest.json and prices.csv belong together.",
    });
  }
}

/** By token and time. Recordings may overlap (a simulated clock that began anew): of one instant the later line counts. */
function seriesOf(lines: readonly RecordedPrice[]): Map<TokenName, PriceSeries> {
  const prices = new Map<TokenName, Map<number, number>>();
  for (const { token, price } of lines) {
    let ofToken = prices.get(token);
    if (ofToken === undefined) prices.set(token, (ofToken = new Map<number, number>()));
    ofToken.set(price.readAt, price.usd);
  }
  return new Map([...prices].map(([token, byTime]) => [token, seriesOfPoints(byTime)] as const));
}

function seriesOfPoints(byTime: ReadonlyMap<number, number>): PriceSeries {
  const times = Float64Array.from(byTime.keys()).sort();
  const prices = times.map((at) => byTime.get(at) as number);
  return new PriceSeries(times, prices, (times.at(-1) as number) + LAST_HOLDS);
}
