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
    // SQLite ends a text at a NUL when it is read: what follows would be lost.
    if (typeof value === "string") return secrets.scrub(value).replaceAll("\0", "\uFFFD");
    if (value instanceof Json) return value.write(secrets.scrubValue(value.value));
    if (Decimal.isDecimal(value)) return amountText(value);
    return typeof value === "boolean" ? Number(value) : value;
  };
  return (params) => {
    const bound: Record<string, null | string | number> = {};
    for (const name in params) bound[name] = bind(params[name] as Bindable);
    return bound;
  };
}
