import { plainName, TIME } from "./layout.js";

/** Rows of JSON. */
export interface JsonTable {
  /** Null where rows have no names. */
  readonly names: readonly string[] | null;
  readonly rows: readonly (readonly unknown[])[];
}

type Fields = Readonly<Record<string, unknown>>;

/** How deep in an answer rows are looked for. */
const DEPTH = 3;

/** The rows of a JSON value; null where there are none, or several to choose from. */
export function tableOf(value: unknown, depth = 0): JsonTable | null {
  if (Array.isArray(value)) return ofArray(value);
  if (!isFields(value)) return null;
  return ofSplit(value) ?? ofColumns(value) ?? ofObjects(value) ?? (depth < DEPTH ? inside(value, depth) : null);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";

function ofArray(values: readonly unknown[]): JsonTable | null {
  if (values.length === 0) return null;
  if (values.every((row) => Array.isArray(row))) return values.every(isRow) ? { names: null, rows: values } : null;
  if (!values.every(isFields)) return null;
  const names = namesIn(values);
  return names === null ? null : { names, rows: values.map((row) => names.map((name) => row[name])) };
}

/** The names that objects have; null where most have few of them: each with names of its own would make a table of millions of empty cells. */
function namesIn(objects: readonly Fields[]): string[] | null {
  const names = new Set<string>();
  for (const object of objects) for (const name of Object.keys(object)) names.add(name);
  const isDense = objects.every((object) => 2 * Object.keys(object).length >= names.size);
  return isDense && names.size > 0 ? [...names] : null;
}

const isRow = (row: readonly unknown[]): boolean => row.length > 1 && row.every(isScalar);

/** `{"columns": […], "index": […], "data": [[…], …]}`: pandas with orient="split". */
function ofSplit({ columns, index, data }: Fields): JsonTable | null {
  if (!Array.isArray(columns) || !Array.isArray(data)) return null;
  const names = columns.map(String);
  const rows = data.filter((row) => Array.isArray(row));
  return rows.length === data.length ? withIndex(names, rows, Array.isArray(index) ? index : null) : null;
}

/** `{"timestamp": […], "open": […]}`: an array for each column. */
function ofColumns(fields: Fields): JsonTable | null {
  const columns = Object.entries(fields).flatMap(([name, values]): [string, readonly unknown[]][] =>
    Array.isArray(values) && values.length > 0 && values.every(isScalar) ? [[name, values]] : [],
  );
  const [first] = columns;
  if (first === undefined || columns.length < 2) return null;
  const { length } = first[1];
  if (columns.some(([, values]) => values.length !== length)) return null;
  return {
    names: columns.map(([name]) => name),
    rows: first[1].map((_, row) => columns.map(([, values]) => values[row])),
  };
}

/** `{"open": {"1704067200000": 2, …}, …}` or `{"1704067200000": {"open": 2, …}, …}`: pandas with orient="columns" or "index". */
function ofObjects(fields: Fields): JsonTable | null {
  const keys = Object.keys(fields);
  const objects = Object.values(fields).filter(isFields);
  if (keys.length === 0 || objects.length !== keys.length) return null;
  if (!objects.every((object) => Object.values(object).every(isScalar))) return null;
  const inner = namesIn(objects);
  if (inner === null) return null;
  if (keys.every(isIndex))
    return withIndex(
      inner,
      objects.map((object) => inner.map((name) => object[name])),
      keys,
    );
  if (!inner.every(isIndex)) return null;
  return withIndex(
    keys,
    inner.map((at) => objects.map((object) => object[at])),
    inner,
  );
}

/** A number, or a date. */
const isIndex = (key: string): boolean => /^\d+(?:\.\d+)?$|^\d{4}-\d{2}-\d{2}/.test(key);

/** Rows with their index as a column without a name, as pandas writes it to CSV; without it where another column has the times. */
function withIndex(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  index: readonly unknown[] | null,
): JsonTable {
  if (index === null || names.some((name) => TIME.has(plainName(name)))) return { names, rows };
  return { names: ["", ...names], rows: rows.map((row, i) => [index[i], ...row]) };
}

/** The rows in an answer: of CoinGecko's three series the prices, otherwise the only ones. */
function inside(fields: Fields, depth: number): JsonTable | null {
  const prices = Array.isArray(fields["prices"]) ? ofArray(fields["prices"]) : null;
  if (prices !== null) return prices.names === null ? { ...prices, names: ["time", "price"] } : prices;
  const tables = Object.values(fields).flatMap((value) => {
    const table = isScalar(value) ? null : tableOf(value, depth + 1);
    return table === null ? [] : [table];
  });
  const [only] = tables;
  return only !== undefined && tables.length === 1 ? only : null;
}
