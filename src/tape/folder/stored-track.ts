import type { Bars } from "../../model/bar.js";
import { join } from "node:path";
import { iso } from "../../core/time/utc.js";
import { isMoment } from "../csv-cells.js";
import { TapeRowError } from "../errors.js";
import { unusable, type ManifestTrack } from "./manifest.js";
import { withParquet, type ParquetFile } from "../parquet/read.js";
import { PriceSeries } from "../price-series.js";
import { checkQuote } from "../quote-book.js";
import type { RecordedQuote } from "../tape.js";
import type { Track } from "../track.js";

/** A track that lies in a Parquet file, of which only what is asked for is read, once. */
export function storedTrack(folder: string, entry: ManifestTrack & { readonly file: string }): Track {
  const { token, rows, from, until, interval, kind } = entry;
  const read = <Result>(use: (file: ParquetFile) => Result): Result => withRows(folder, entry, use);
  const prices = once(() =>
    read((file) => {
      const times = file.numbers("time");
      const usd = file.numbers(kind === "bars" ? "open" : "usd");
      checkColumns(join(folder, entry.file), times, usd);
      checkSpan(folder, entry, times);
      return new PriceSeries(times, usd, until);
    }),
  );
  const ofReadings = (name: string): (() => Float64Array | null) =>
    kind === "bars"
      ? () => null
      : once(() =>
          read((file) => {
            if (!file.names.includes(name)) return null;
            const values = file.numbers(name);
            checkReadings(join(folder, entry.file), name, values);
            return values;
          }),
        );
  const others = once(() =>
    read((file) => {
      const [high, low, close] = [file.numbers("high"), file.numbers("low"), file.numbers("close")];
      checkPrices(join(folder, entry.file), { high, low, close });
      return { high, low, close, volume: file.numbers("volume") };
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
export function storedQuotes(folder: string, entry: StoredFile): RecordedQuote[] {
  const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
  return withRows(folder, entry, (file) => {
    const [at, from, to] = [file.numbers("time"), file.texts("from"), file.texts("to")];
    const [fromAmount, toAmount] = [file.numbers("from_amount"), file.numbers("to_amount")];
    const [fromPrice, toPrice] = [file.numbers("from_price"), file.numbers("to_price")];
    return Array.from({ length: file.rows }, (_, i): RecordedQuote => {
      const quote = {
        at: at[i] as number,
        from: from[i] as string,
        to: to[i] as string,
        fromAmount: fromAmount[i] as number,
        toAmount: toAmount[i] as number,
        fromPrice: known(fromPrice[i] as number),
        toPrice: known(toPrice[i] as number),
      };
      checkQuote(quote, `${join(folder, entry.file)}, row ${i}: `);
      return quote;
    });
  });
}

/** A Parquet file of a tape, and how many rows the manifest says that it has. */
interface StoredFile {
  readonly file: string;
  readonly rows: number;
}

const REMEDY = "Restore the tape, or import it again.";

/**
 * Opens a file of a tape for as long as `use` takes. Throws TapeFileError, or TapeManifestError where it has other rows.
 */
function withRows<Result>(folder: string, { file, rows }: StoredFile, use: (parquet: ParquetFile) => Result): Result {
  return withParquet(join(folder, file), (parquet) => {
    if (parquet.rows === rows) return use(parquet);
    throw unusable(folder, `${file} has ${parquet.rows} rows, not ${rows}`, REMEDY);
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * A backtest's range is the manifest's: times of another one (in seconds, shifted by a zone) would play a price that
 * stands still.
 */
function checkSpan(folder: string, { file, from, until }: StoredFile & Span, times: Float64Array): void {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || (first === from && last < until)) return;
  throw unusable(
    folder,
    `the times of ${file} are from ${first} to ${last}, not from ${from} to before ${until}`,
    `They are UTC, as timestamps or epoch milliseconds. ${REMEDY}`,
  );
}

interface Span {
  readonly from: number;
  readonly until: number;
}

function checkPrices(file: string, columns: Readonly<Record<string, Float64Array>>): void {
  const remedy = "Bars need four prices above 0. Rewrite the file, or import it again.";
  for (const [name, values] of Object.entries(columns))
    checkEach(file, name, values, (value) => value > 0 && value < Infinity, remedy);
}

function checkReadings(file: string, name: string, times: Float64Array): void {
  const remedy =
    "Give every price its times in whole milliseconds, or leave the column out. Rewrite the file, or restore it.";
  checkEach(file, name, times, Number.isInteger, remedy);
}

function checkEach(
  file: string,
  name: string,
  values: Float64Array,
  fits: (value: number) => boolean,
  remedy: string,
): void {
  const row = values.findIndex((value) => !fits(value));
  if (row !== -1) throw new TapeRowError(`${file}, row ${row}: its ${name} is ${values[row]}`, { remedy });
}

function rowProblem(at: number, price: number, before: number): string | null {
  if (!(price > 0 && price < Infinity)) return `has the price ${price}`;
  if (!(at > before)) return "is not later than the row before it";
  return Number.isInteger(at) ? null : "is not a whole number of milliseconds";
}

/** Beyond it no Date is: what stands there is damage. */
const LAST_MOMENT = 8.64e15;

/** Whoever rewrote the file with another tool may have left what no strategy should see. */
function checkColumns(file: string, times: Float64Array, usd: Float64Array): void {
  for (let row = 0; row < times.length; row++) {
    const [at, price] = [times[row] as number, usd[row] as number];
    const problem = rowProblem(at, price, row === 0 ? -Infinity : (times[row - 1] as number));
    if (problem === null) continue;
    const time = isMoment(at) && at <= LAST_MOMENT ? iso(at) : at;
    throw new TapeRowError(`${file}, row ${row}: ${Number.isNaN(at) ? "it has no time" : `${time} ${problem}`}`, {
      remedy:
        "Rows must be in order of time, at most one per millisecond, with prices above 0. Rewrite the file, or import it again.",
    });
  }
}
