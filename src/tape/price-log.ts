import { readFileSync } from "node:fs";
import { messageOf } from "../core/errors.js";
import type { Price } from "../model/price.js";
import type { TokenName } from "../model/token.js";
import { TapeFileError } from "./errors.js";
import { usualInterval } from "./interval.js";
import { parseLines, pricesFile, type RecordedPrice } from "./price-lines.js";
import { PriceSeries } from "./price-series.js";
import { tokenOfName } from "./token-identity.js";
import { columnTrack, type Track } from "./track.js";

/** The tracks of a tape's `prices.csv`, one a token, in the order in which they were first recorded. */
export function readLog(folder: string): Track[] {
  return [...byToken(parseLines(pricesFile(folder), readText(folder)))].map(([token, readings]) =>
    trackOf(token, readings),
  );
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
function byToken(lines: readonly RecordedPrice[]): Map<TokenName, Map<number, Price>> {
  const readings = new Map<TokenName, Map<number, Price>>();
  for (const { token, price } of lines) {
    let ofToken = readings.get(token);
    if (ofToken === undefined) readings.set(token, (ofToken = new Map<number, Price>()));
    ofToken.set(price.readAt, price);
  }
  return readings;
}

function trackOf(name: TokenName, readings: ReadonlyMap<number, Price>): Track {
  const times = Float64Array.from(readings.keys()).sort();
  const column = (pick: (price: Price) => number): Float64Array => times.map((at) => pick(readings.get(at) as Price));
  const interval = usualInterval(times);
  return columnTrack({
    token: tokenOfName(name),
    interval,
    prices: new PriceSeries(
      times,
      column(({ usd }) => usd),
      (times.at(-1) as number) + interval,
    ),
    movedAt: column(({ movedAt }) => movedAt),
    bars: null,
  });
}
