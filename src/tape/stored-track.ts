import type { Bars } from "../model/bar.js";
import { join } from "node:path";
import { TapeRowError } from "./errors.js";
import { unusable, type ManifestTrack } from "./manifest.js";
import { withParquet, type ParquetFile } from "./parquet/read.js";
import { PriceSeries } from "./price-series.js";
import type { RecordedQuote } from "./tape.js";
import type { Track } from "./track.js";

/** A track that lies in a Parquet file, of which only what is asked for is read, once. */
export function storedTrack(folder: string, entry: ManifestTrack & { readonly file: string }): Track {
  const { token, rows, from, until, interval, kind } = entry;
  const read = <Result>(use: (file: ParquetFile) => Result): Result =>
    withParquet(join(folder, entry.file), (file) => {
      if (file.rows === rows) return use(file);
      throw unusable(
        folder,
        `${entry.file} has ${file.rows} rows, not ${rows}`,
        "Restore the tape, or import it anew.",
      );
    });
  const prices = once(() =>
    read((file) => {
      const times = file.numbers("time");
      const usd = file.numbers(kind === "bars" ? "open" : "usd");
      checkColumns(join(folder, entry.file), times, usd);
      return new PriceSeries(times, usd, until);
    }),
  );
  const ofReadings = (name: string): (() => Float64Array | null) =>
    kind === "bars" ? () => null : once(() => read((file) => (file.names.includes(name) ? file.numbers(name) : null)));
  const others = once(() =>
    read((file) => {
      const [high, low] = [file.numbers("high"), file.numbers("low")];
      return { high, low, close: file.numbers("close"), volume: file.numbers("volume") };
    }),
  );
  // Most want a bar's open, or to know that there are bars: the other columns are read when somebody wants one.
  const bars = once((): Bars => {
    const { times: time, prices: open } = prices();
    return {
      ...{ length: rows, interval, time, open },
      get high() {
        return others().high;
      },
      get low() {
        return others().low;
      },
      get close() {
        return others().close;
      },
      get volume() {
        return others().volume;
      },
    };
  });
  return {
    token,
    facts: () => ({ token, rows, from, until, interval }),
    prices,
    movedAt: ofReadings("moved"),
    askedAt: ofReadings("asked"),
    bars: () => (kind === "bars" ? bars() : null),
  };
}

/** The quotes of a Parquet file. */
export function storedQuotes(folder: string, { file, rows }: { readonly file: string; readonly rows: number }) {
  return withParquet(join(folder, file), (parquet): RecordedQuote[] => {
    const [at, from, to] = [parquet.numbers("time"), parquet.texts("from"), parquet.texts("to")];
    const number = (name: string): Float64Array => parquet.numbers(name);
    const [fromAmount, toAmount] = [number("from_amount"), number("to_amount")];
    const [fromPrice, toPrice] = [number("from_price"), number("to_price")];
    const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
    return Array.from({ length: rows }, (_, i) => ({
      at: at[i] as number,
      from: from[i] as string,
      to: to[i] as string,
      fromAmount: fromAmount[i] as number,
      toAmount: toAmount[i] as number,
      fromPrice: known(fromPrice[i] as number),
      toPrice: known(toPrice[i] as number),
    }));
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Whoever rewrote the file with another tool may have left what no strategy should see. */
function checkColumns(file: string, times: Float64Array, usd: Float64Array): void {
  for (let row = 0; row < times.length; row++) {
    const [at, price] = [times[row] as number, usd[row] as number];
    if (price > 0 && price < Infinity && (row === 0 || at > (times[row - 1] as number))) continue;
    const problem = price > 0 && price < Infinity ? "is not later than the row before it" : `has the price ${price}`;
    throw new TapeRowError(`${file}, row ${row}: ${Number.isNaN(at) ? "it has no time" : `${at} ${problem}`}`, {
      remedy:
        "Rows are in the order of time, one an instant, with prices above 0: write the file so, or import it anew.",
    });
  }
}
