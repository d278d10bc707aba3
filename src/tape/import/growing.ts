import type { Token } from "../../model/token.js";
import { usualInterval } from "../interval.js";
import { barsOf } from "../bar-columns.js";
import type { ManifestTrack } from "../folder/manifest.js";
import { seriesOf } from "../price-series.js";
import { columnTrack, type Track } from "../track.js";
import type { Columns } from "./merge.js";
import type { CsvSeries } from "./series.js";

/** A track as it grows. */
export interface Growing extends Columns {
  readonly token: Token;
  readonly kind: "bars" | "prices";
  readonly interval: number;
  readonly movedAt: Float64Array | null;
  readonly askedAt: Float64Array | null;
  /** Where nothing has changed, what the manifest says of its file. */
  readonly stored: ManifestTrack | null;
}

/** A track of a tape that is there; `stored` where its file can stay as it is. */
export function growingOf(track: Track, stored: ManifestTrack | null): Growing {
  const { token, interval } = track.facts();
  const bars = track.bars();
  const { times, prices } = track.prices();
  const values = bars === null ? [prices] : [bars.open, bars.high, bars.low, bars.close, bars.volume];
  const recorded = { movedAt: track.movedAt(), askedAt: track.askedAt() };
  return { token, interval, kind: bars === null ? "prices" : "bars", times, values, ...recorded, stored };
}

/** A track with the rows of a file in it. */
export function growth(token: Token, { kind, interval }: CsvSeries, earlier: Growing | null, grown: Columns): Growing {
  const kept = (recorded: Float64Array | null | undefined): Float64Array | null =>
    earlier?.kind === "prices" && recorded ? keptAfter(earlier, recorded, grown) : null;
  return {
    token: earlier?.token ?? token,
    kind,
    interval: kind === "bars" ? interval : usualInterval(grown.times),
    movedAt: kept(earlier?.movedAt),
    askedAt: kept(earlier?.askedAt),
    stored: null,
    ...grown,
  };
}

/** A file says neither when prices last moved nor for which instant they were read: of its rows, when they were read. */
function keptAfter({ times, values: [usd] }: Columns, recorded: Float64Array, grown: Columns): Float64Array {
  let i = 0;
  return grown.times.map((at, row) => {
    while ((times[i] ?? Infinity) < at) i++;
    return times[i] === at && usd?.[i] === grown.values[0]?.[row] ? (recorded[i] as number) : at;
  });
}

/** The track that it has become. */
export function trackOf({ token, kind, interval, times, values, movedAt, askedAt }: Growing): Track {
  const [first] = values as [Float64Array];
  const bars = kind === "bars" ? barsOf(interval, times, values) : null;
  return columnTrack({ token, interval, prices: seriesOf(times, first, interval), movedAt, askedAt, bars });
}
