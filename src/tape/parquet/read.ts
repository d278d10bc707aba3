import { closeSync } from "node:fs";
import { messageOf } from "../../core/errors.js";
import { TapeError, TapeFileError } from "../errors.js";
import { openRegular } from "../regular-file.js";
import { readAnyPages } from "./any-pages.js";
import { readFooter, type Chunk, type Footer } from "./footer.js";
import { integersToNumbers, readPlainPages } from "./plain-pages.js";

/** An open Parquet file. Columns are read when they are asked for. */
export interface ParquetFile {
  readonly rows: number;
  readonly names: readonly string[];
  /** A column of numbers, or of times as epoch milliseconds; NaN for nulls. */
  numbers(name: string): Float64Array;
  texts(name: string): string[];
}

/** Opens a file for as long as `use` takes. Throws TapeFileError, with the file's name, for all that is wrong with it. */
export function withParquet<Result>(file: string, use: (parquet: ParquetFile) => Result): Result {
  let fd: number;
  try {
    fd = openRegular(file);
  } catch (cause) {
    throw cause instanceof TapeError ? cause : unreadable(file, cause);
  }
  try {
    const footer = readFooter(fd);
    return use({
      rows: footer.rows,
      names: footer.names,
      numbers: (name) => numbersOf(fd, footer, name),
      texts: (name) => footer.chunks(name).flatMap((chunk) => readAnyPages(fd, footer, chunk).flatMap(textsOf)),
    });
  } catch (cause) {
    throw cause instanceof TapeError ? cause : unreadable(file, cause);
  } finally {
    closeSync(fd);
  }
}

function numbersOf(fd: number, footer: Footer, name: string): Float64Array {
  const column = new Float64Array(footer.rows);
  for (const chunk of footer.chunks(name)) {
    if (!readPlainPages(fd, chunk, column)) decode(fd, footer, chunk, column);
    else if (chunk.meta.type === "INT64") {
      integersToNumbers(column, chunk.firstRow, chunk.rows);
      toMilliseconds(column.subarray(chunk.firstRow, chunk.firstRow + chunk.rows), chunk);
    }
  }
  return column;
}

function decode(fd: number, footer: Footer, chunk: Chunk, column: Float64Array): void {
  let row = chunk.firstRow;
  for (const values of readAnyPages(fd, footer, chunk))
    for (const value of values as Iterable<unknown>)
      column[row++] = value === null || value === undefined ? Number.NaN : Number(value);
  if (row !== chunk.firstRow + chunk.rows)
    throw new Error(`its column "${chunk.element.name}" has ${row - chunk.firstRow} rows instead of ${chunk.rows}`);
}

/** Microseconds and nanoseconds to whole milliseconds: a tape has no others. */
function toMilliseconds(times: Float64Array, { element }: Chunk): void {
  const logical = element.logical_type;
  const unit =
    logical?.type === "TIMESTAMP" ? logical.unit : element.converted_type === "TIMESTAMP_MICROS" ? "MICROS" : "MILLIS";
  if (unit === "MILLIS") return;
  const divisor = unit === "MICROS" ? 1e3 : 1e6;
  for (let i = 0; i < times.length; i++) times[i] = Math.floor((times[i] as number) / divisor);
}

const textsOf = (values: Iterable<unknown>): string[] => Array.from(values, String);

function unreadable(file: string, cause: unknown): TapeFileError {
  return new TapeFileError(`${file} cannot be read: ${messageOf(cause)}`, {
    cause,
    remedy:
      "If the tape was just compacted or imported into, try again. Otherwise check that it has all files listed in manifest.json, and restore it or import it again. Files of other tools must be uncompressed, or compressed with Snappy or gzip.",
  });
}
