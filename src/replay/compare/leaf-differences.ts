import { canonicalJson, isJsonObject, type JsonValue } from "../../core/json.js";

/** Values of two JSON documents that differ, by their paths; what is missing is null. Lists are compared whole. */
export function leafDifferences(
  first: JsonValue,
  second: JsonValue,
  path = "",
): { path: string; a: JsonValue; b: JsonValue }[] {
  if (canonicalJson(first) === canonicalJson(second)) return [];
  if (!isJsonObject(first) || !isJsonObject(second)) return [{ path: path === "" ? "all" : path, a: first, b: second }];
  const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])].sort();
  return keys.flatMap((key) =>
    leafDifferences(first[key] ?? null, second[key] ?? null, path === "" ? key : `${path}.${key}`),
  );
}

/** A value in a sentence. */
export function shown(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
