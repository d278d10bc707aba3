import { Decimal, plain } from "../core/number/decimal.js";
import type { JsonValue } from "../core/json.js";

/**
 * A value as it goes into a JSON document: decimals as plain texts (their own JSON would write 1e-7), what is not
 * finite as null, members that are undefined left out.
 */
export function toJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value instanceof Decimal) return plain(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === "object")
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, toJson(member)]),
    );
  throw new TypeError(`a ${typeof value} cannot be written as JSON`);
}
