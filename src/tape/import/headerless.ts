import { isDecimalComma } from "../bar-checks.js";
import { TapeHeaderError } from "../errors.js";
import type { CsvCursor } from "./csv-cursor.js";
import type { Found, Layout, Values } from "./layout.js";
import { isDateAndClock, isTwoDays, readTime } from "./written-time.js";

/** Lines that are looked at to tell the order of columns. */
const LOOK = 2_000;

/** By how many cells a line has, with one for the time. */
const SHAPES: Readonly<Record<number, readonly (readonly [name: string, columns: string])[]>> = {
  5: [["bars", "time,open,high,low,close"]],
  6: [
    ["bars", "time,open,high,low,close,volume"],
    ["Coinbase candles", "time,low,high,open,close,volume"],
    ["Bitfinex candles", "time,open,close,high,low,volume"],
  ],
  7: [["Kraken OHLCVT", "time,open,high,low,close,volume,trades"]],
  8: [["Kraken's OHLC of its API", "time,open,high,low,close,vwap,volume,trades"]],
  9: [["OKX candles", "time,open,high,low,close,volume,volume in currency,volume in quote,confirm"]],
  12: [
    [
      "Binance klines",
      "open time,open,high,low,close,volume,close time,quote volume,trades,taker volume,taker quote volume,ignore",
    ],
  ],
};

type Shape = Found & Pick<Layout, "names">;

/**
 * What a file without a header is, by the number of its cells, and by which order of columns is possible. The cursor
 * stands before its first line. Throws TapeHeaderError where that could be several things.
 */
export function layoutOfShape(file: string, cursor: CsvCursor): Shape {
  cursor.next();
  const [first, cells] = [cursor.texts(), cursor.cells];
  const isPair = isDateAndClock(first[0] ?? "", first[1] ?? "");
  // Two of these columns would be taken for others: seven with a date of its own have no trades.
  const shapes = (SHAPES[isPair ? cells - 1 : cells] ?? [])
    .filter(([name]) => !isPair || name === "bars")
    .map(([name, columns]) => shape(`${name}, without a header`, isPair ? `date,${columns}` : columns));
  const left = possible(cursor, shapes);
  const [only] = left;
  if (only !== undefined && left.length === 1) return only;
  if (left.length === 0 && first.some(isDecimalComma))
    throw new TapeHeaderError(
      `${file}, line 1: numbers are written with a comma, such as "${first.find(isDecimalComma)}"`,
      {
        remedy: "If the comma is the decimal sign, add --decimal-comma. Otherwise remove it from the numbers.",
      },
    );
  throw new TapeHeaderError(`${file}, line 1: without a header, ${cells} columns are ambiguous`, {
    remedy: `Name the columns, such as ${exampleOf(first)} ("-" skips a column), or put a header on the first line.`,
  });
}

/** How a person might name the columns of a line. */
export function exampleOf(first: readonly string[]): string {
  const isPair = isDateAndClock(first[0] ?? "", first[1] ?? "");
  const times = isPair ? ["date", "time"] : ["time"];
  const values = first.length - times.length;
  const isTicks = values === 3 && /^\d{8} /.test(first[0] ?? "");
  const names = isTicks ? ["bid", "ask"] : values < 4 ? ["price"] : ["open", "high", "low", "close", "volume"];
  const columns = first.map((_, i) => [...times, ...names][i] ?? "-");
  return `--columns ${columns.join(",")}`;
}

/** Whether rows without a header have times as HistData and MetaTrader write them, which are seldom UTC. */
export function isOfTraders([date = "", clock = ""]: readonly string[]): boolean {
  if (/^\d{8} \d{4,9}$/.test(date)) return true;
  return isDateAndClock(date, clock) && /^\d{4}\.?\d{2}\.?\d{2}$/.test(date);
}

/** Of a first line with a date in which the day and the month can be mistaken for each other. Throws TapeHeaderError. */
export function checkDate(file: string, [date = "", clock = ""]: readonly string[]): void {
  if (!isTwoDays(date) || readTime(`${date} ${clock}`) !== null) return;
  throw new TapeHeaderError(`${file}, line 1: day and month of "${date.slice(0, 40)}" cannot be told apart`, {
    remedy: "Rewrite the column with times like 2024-01-31T12:00:00Z.",
  });
}

function shape(name: string, header: string): Shape {
  const names = header.split(",");
  const at = (column: string): number => names.indexOf(column);
  const volume = at("volume");
  const values: Values = {
    kind: "bars",
    open: at("open"),
    high: at("high"),
    low: at("low"),
    close: at("close"),
    volume: volume === -1 ? null : volume,
  };
  const confirm = at("confirm");
  return { name: `${name}: ${header}`, time: 0, values, names, ...(confirm !== -1 && { confirm }) };
}

/** The shapes in which no bar is impossible. */
function possible(cursor: CsvCursor, shapes: readonly Shape[]): Shape[] {
  // Of a single one the rows are checked when they are read.
  if (shapes.length < 2 && cursor.cells !== 8 && cursor.cells !== 9) return [...shapes];
  let left = [...shapes];
  for (let lines = 0; lines < LOOK; lines++) {
    left = left.filter((one) => holds(cursor, one));
    if (!cursor.next()) break;
  }
  return left;
}

function holds(row: CsvCursor, { values, names, confirm }: Shape): boolean {
  if (values.kind !== "bars") return true;
  const [o, h, l, c] = [values.open, values.high, values.low, values.close].map((cell) => row.number(cell));
  if (o === undefined || h === undefined || l === undefined || c === undefined) return false;
  const vwap = names.indexOf("vwap");
  // A bar without a trade has 0 there.
  const mean = vwap === -1 ? l : row.number(vwap);
  const finished = confirm === undefined || [0, 1].includes(row.number(confirm));
  return l <= Math.min(o, c) && h >= Math.max(o, c) && (mean === 0 || (mean >= l && mean <= h)) && finished;
}
