import { TapeHeaderError } from "../errors.js";
import type { CsvCursor } from "./csv-cursor.js";
import type { Layout, Values } from "./layout.js";

/** Lines that are looked at to tell the order of columns. */
const LOOK = 2_000;

const BINANCE =
  "open time,open,high,low,close,volume,close time,quote volume,trades,taker volume,taker quote volume,ignore";
const KRAKEN = "time,open,high,low,close,volume,trades";
const PLAIN = "time,open,high,low,close,volume";
const COINBASE = "time,low,high,open,close,volume";

/** What a file without a header is, by the number of its cells, and by which order of columns is possible. */
export function layoutOfShape(file: string, cursor: CsvCursor, remedy: string): Shape {
  cursor.next();
  const { cells } = cursor;
  if (cells === 12) return shape("Binance klines, without a header", BINANCE);
  if (cells === 7) return shape("Kraken OHLCVT, without a header", KRAKEN);
  if (cells === 5) return shape("bars, without a header", PLAIN.slice(0, PLAIN.lastIndexOf(",")));
  if (cells === 6) {
    const [plain, coinbase] = possible(cursor, [
      shape("bars, without a header", PLAIN),
      shape("Coinbase candles, without a header", COINBASE),
    ]);
    if (plain !== undefined && coinbase === undefined) return plain;
  }
  throw new TapeHeaderError(`${file}, line 1: there is no header, and ${cells} columns can mean several things`, {
    remedy,
  });
}

type Shape = Pick<Layout, "name" | "time" | "values" | "names">;

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
  return { name: `${name}: ${header}`, time: 0, values, names };
}

/** The shapes in which no bar is impossible. */
function possible(cursor: CsvCursor, shapes: readonly Shape[]): Shape[] {
  let left = [...shapes];
  for (let lines = 0; lines < LOOK; lines++) {
    left = left.filter(({ values }) => values.kind !== "bars" || holds(cursor, values));
    if (!cursor.next()) break;
  }
  return left;
}

function holds(row: CsvCursor, { open, high, low, close }: Extract<Values, { kind: "bars" }>): boolean {
  const [o, h, l, c] = [row.number(open), row.number(high), row.number(low), row.number(close)];
  return l <= Math.min(o, c) && h >= Math.max(o, c);
}
