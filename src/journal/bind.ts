import { Decimal, plain } from "../core/decimal.js";
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
export type Bindable = null | string | number | boolean | Decimal | Json;
export type Params = Readonly<Record<string, Bindable>>;

/**
 * The driver takes a number for the whole one below it where they differ by less than this, and so
 * would store every smaller price as 0. SQLite reads the number's text exactly.
 */
const DRIVER_TOLERANCE = Number.EPSILON;

function storedNumber(value: number): number | string {
  return value > 0 && value < DRIVER_TOLERANCE ? String(value) : value;
}

function amountText(value: Decimal): string {
  if (value.isFinite()) return plain(value);
  throw new JournalRecordError(`${value.toString()} is not an amount`, { remedy: REPORT });
}

/**
 * Turns parameters into what SQLite stores. Every text of the journal passes here, so that here, and
 * nowhere else, secrets are taken out: of JSON before it is text, where they cannot hide in escapes.
 */
export function bindWith(secrets: Secrets): (params: Params) => Record<string, null | string | number> {
  const bind = (value: Bindable): null | string | number => {
    // The driver ends a text at a NUL: what follows would be lost.
    if (typeof value === "string") return secrets.scrub(value).replaceAll("\0", "\uFFFD");
    if (value instanceof Json) return value.write(secrets.scrubValue(value.value));
    if (Decimal.isDecimal(value)) return amountText(value);
    if (typeof value === "number") return storedNumber(value);
    return typeof value === "boolean" ? Number(value) : value;
  };
  return (params) => {
    const bound: Record<string, null | string | number> = {};
    for (const name in params) bound[name] = bind(params[name] as Bindable);
    return bound;
  };
}
