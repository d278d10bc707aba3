import type { TimeColumn } from "./times.js";
import { zoneInName } from "./zone-names.js";

/** The header of Contender's own format for bars. */
export const BAR_HEADER = "timestamp,open,high,low,close,volume";

/** The columns of the values in a line. */
export type Values =
  | {
      readonly kind: "bars";
      readonly open: number;
      readonly high: number;
      readonly low: number;
      readonly close: number;
      readonly volume: number | null;
    }
  /** Readings of the best bid and the best ask: the price is their middle. */
  | { readonly kind: "middle"; readonly bid: number; readonly ask: number }
  /** Bars of the best bid and the best ask; the four cells are open, high, low, close. */
  | { readonly kind: "bid-ask"; readonly bid: Four; readonly ask: Four }
  /** Of a table with one column a symbol some cells may be empty: other symbols have begun by then, or go on. */
  | { readonly kind: "prices"; readonly price: number; readonly table: boolean };
export type Four = readonly [open: number, high: number, low: number, close: number];

/** The layout of a CSV file. */
export interface Layout extends TimeColumn {
  /** For people, such as "Binance klines". */
  readonly name: string;
  /** The byte between cells. */
  readonly delimiter: number;
  /** Where the first line of data begins, and its number. */
  readonly begin: number;
  readonly line: number;
  /** Cells of a line. */
  readonly cells: number;
  readonly values: Values;
  /** Where a line says whether its bar is finished, as OKX does: 0 where it is not. Absent: it does not say. */
  readonly confirm?: number;
  /** Names of the columns, for messages. */
  readonly names: readonly string[];
  /** Whether numbers are written like 1.234,56. */
  readonly decimalComma: boolean;
}

/** Names under which a column is known, as they are compared. */
export const TIME: ReadonlySet<string> = new Set(
  "time timestamp date datetime opentime unix unixtimestamp ts start starttime startat snappedat gmttime blocktimestamp".split(
    " ",
  ),
);
/** Names that say that a bar begins then. */
export const OPENING: ReadonlySet<string> = new Set(["opentime", "timeopen", "starttime"]);
const PRICE = new Set(["price", "usd", "priceusd", "usdprice", "mid", "midprice", "rate"]);

/** A column's name as it is compared: of a time without its zone. */
export function plainName(name: string): string {
  const column = zoneInName(name)?.column;
  const time = column === undefined ? "" : compared(column);
  return TIME.has(time) || OPENING.has(time) ? time : compared(name);
}

/** MetaTrader and Stooq write names like `<DATE>`. */
function compared(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_.<>/-]/g, "");
}

/** What is found out of a header, or of names that a person gave. */
export type Found = Pick<Layout, "name" | "time" | "values" | "confirm">;

/**
 * What the names of columns say; null where they do not say it clearly. `symbol` picks the column of a table with one
 * column a symbol.
 */
export function layoutOfNames(names: readonly string[], symbol: string | null): Found | null {
  const plain = names.map(plainName);
  const time = timeColumn(plain);
  if (time === -1) return null;
  const values = bidAsk(plain) ?? bars(plain) ?? prices(plain, time, symbol) ?? middle(plain);
  const confirm = plain.indexOf("confirm");
  return values === null ? null : { ...values, time, ...(confirm !== -1 && { confirm }) };
}

function timeColumn(plain: readonly string[]): number {
  // Where the file says which time a bar begins at (CoinMarketCap: `timeOpen;timeClose;…;timestamp`), that is it.
  const opening = plain.findIndex((name) => OPENING.has(name));
  const named = opening === -1 ? plain.findIndex((name) => TIME.has(name)) : opening;
  if (named !== -1) return named;
  // An index without a name, as pandas writes it.
  return plain[0] === "" ? 0 : plain.indexOf("t");
}

/** Names of a bar's price: `open`, `openprice`, `o`. */
export const priceNames = (name: string): string[] => [name, `${name}price`, name.slice(0, 1)];

function bars(plain: readonly string[]): { name: string; values: Values } | null {
  const find = (name: string): number => plain.findIndex((one) => priceNames(name).includes(one));
  const [open, high, low, close] = [find("open"), find("high"), find("low"), find("close")];
  if (open === -1 || high === -1 || low === -1 || close === -1) return null;
  const volume = plain.findIndex((name) => /^v(ol(?!atil).*)?$/.test(name) && !/quote|usdt?$/.test(name));
  return { name: "bars", values: { kind: "bars", open, high, low, close, volume: volume === -1 ? null : volume } };
}

function bidAsk(plain: readonly string[]): { name: string; values: Values } | null {
  const side = (of: string): Four =>
    ["open", "high", "low", "close"].map((name) => plain.indexOf(`${of}${name}`)) as [number, number, number, number];
  const [bid, ask] = [side("bid"), side("ask")];
  if ([...bid, ...ask].includes(-1)) return null;
  return { name: "bars of bid and ask: their middle", values: { kind: "bid-ask", bid, ask } };
}

function prices(
  plain: readonly string[],
  time: number,
  symbol: string | null,
): { name: string; values: Values } | null {
  const named = plain.flatMap((name, i) =>
    i !== time && (PRICE.has(name) || name === symbol?.toLowerCase()) ? [i] : [],
  );
  const [price] = named;
  if (price === undefined || named.length > 1) return null;
  return { name: "prices", values: { kind: "prices", price, table: !PRICE.has(plain[price] ?? "") } };
}

function middle(plain: readonly string[]): { name: string; values: Values } | null {
  const [bid, ask] = ["bid", "ask"].map((side) => plain.findIndex((name) => name === side || name === `${side}price`));
  if (bid === undefined || ask === undefined || bid === -1 || ask === -1) return null;
  return { name: "prices: the middle of bid and ask", values: { kind: "middle", bid, ask } };
}
