import { TapeOrderError, TapeRowError } from "./errors.js";

/** Epoch milliseconds of 1973 and of the year 5138: below it is seconds, above it microseconds. */
const LEAST_TIME = 1e11;
const MOST_TIME = 1e14;

const NAMES = ["timestamp", "open", "high", "low", "close", "volume"];

export function rowError(file: string, line: number, problem: string, remedy: string): TapeRowError {
  return new TapeRowError(`${file}, line ${line}: ${problem}`, { remedy });
}

/** Refuses a time in another unit, and one that is not later than the row before it. */
export function checkTime(file: string, line: number, at: number, before: number | null): void {
  if (at < LEAST_TIME || at >= MOST_TIME || !Number.isInteger(at)) {
    const unit = at < 0 || !Number.isInteger(at) ? "not a time" : at < LEAST_TIME ? "seconds" : "microseconds";
    throw rowError(
      file,
      line,
      `timestamp should be epoch milliseconds, ${at} looks like ${unit}`,
      `Convert the column to milliseconds${unit === "seconds" ? " (times 1000)" : ""}, or write ISO 8601.`,
    );
  }
  if (before === null || at > before) return;
  const iso = new Date(at).toISOString();
  throw new TapeOrderError(
    `${file}, line ${line}: ${iso} ${at === before ? "stands twice" : "is earlier than the line before it"}`,
    { remedy: at === before ? "Remove one of the two lines." : "Sort the rows by time (and look why they were not)." },
  );
}

/** Refuses prices that are not above 0, a negative volume, and a range that does not hold its open and close. */
export function checkRow(file: string, line: number, cells: Float64Array): void {
  for (let column = 1; column < cells.length; column++) {
    const value = cells[column] as number;
    const price = column < 5;
    if (value < Infinity && (price ? value > 0 : value >= 0)) continue;
    throw rowError(
      file,
      line,
      `${NAMES[column]} should be ${price ? "above 0" : "0 or more"}, found ${value}`,
      "Mend or remove the line: a price that is not known is left out, never written as 0.",
    );
  }
  const [, open = 0, high = 0, low = 0, close = 0] = cells;
  if (low <= Math.min(open, close) && high >= Math.max(open, close)) return;
  throw rowError(
    file,
    line,
    `open ${open} and close ${close} should lie between low ${low} and high ${high}`,
    "Look whether the columns are in the order of the header.",
  );
}
