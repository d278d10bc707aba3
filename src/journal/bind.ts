import { plain, type Decimal } from "../core/number/decimal.js";
import type { Secrets } from "../core/secrets.js";
import { JournalRecordError, REPORT } from "./errors.js";

/** A value that is stored as JSON text; by `canonicalJson` where equal values must be equal texts. */
export class Json {
  constructor(
    readonly value: unknown,
    readonly write: (value: unknown) => string = JSON.stringify,
  ) {}
}

/** A value that stands in JSON as it is, or NULL where it is absent. */
export function jsonOrNull(value: unknown): Json | null {
  return value === undefined || value === null ? null : new Json(value);
}

/** What a statement's parameters may be: amounts become plain decimal text, booleans 0 and 1. */
type Bindable = null | string | number | boolean | Decimal | Json;
export type Params = Readonly<Record<string, Bindable>>;

/**
 * The driver takes a number for a whole one where it lies less than this above the whole one below it, and then cuts
 * it towards 0: it would store every smaller price as 0, and -0.9999999999999999 too. SQLite reads the number's text exactly.
 */
const DRIVER_TOLERANCE = Number.EPSILON;

function storedNumber(value: number): number | string {
  const above = value - Math.floor(value);
  return above > 0 && above < DRIVER_TOLERANCE ? String(value) : value;
}

function amountText(value: Decimal): string {
  if (value.isFinite()) return plain(value);
  throw new JournalRecordError(`${value.toString()} is not an amount`, { remedy: REPORT });
}

/** What SQLite stores. */
type Stored = null | string | number;

/** SQL with a place (`?`) for each of its names (`:name`), and these in the order of the places. */
interface PlacedSql {
  readonly sql: string;
  readonly names: readonly string[];
}

/** The driver binds by place in half the time that it takes by name. No literal of our SQL has a colon. */
export function placed(named: string): PlacedSql {
  const names: string[] = [];
  const sql = named.replace(/:(\w+)/g, (_name, name: string) => {
    names.push(name);
    return "?";
  });
  return { sql, names };
}

/**
 * Turns parameters into what SQLite stores, in the order of a statement's names. Every text of the journal passes here, so
 * that here, and nowhere else, secrets are taken out: of JSON before it is text, where they cannot hide in escapes.
 */
export function bindWith(secrets: Secrets): (names: readonly string[], params: Params) => Stored[] {
  const bind = (value: Bindable): Stored => {
    if (typeof value === "number") return storedNumber(value);
    // The driver ends a text at a NUL: what follows would be lost.
    if (typeof value === "string") return secrets.scrub(value).replaceAll("\0", "\uFFFD");
    if (value === null) return null;
    if (value instanceof Json) return value.write(secrets.scrubValue(value.value));
    return typeof value === "boolean" ? Number(value) : amountText(value);
  };
  return (names, params) =>
    names.map((name) => {
      const value = params[name];
      if (value === undefined) throw new TypeError(`The statement's :${name} is missing`);
      return bind(value);
    });
}
