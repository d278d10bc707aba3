/** What survives JSON unchanged. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** Whether it is an object: neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * JSON with the keys of every object sorted: equal values give equal texts, so texts can be compared and hashed.
 * `undefined` members are left out, as in JSON.stringify.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  );
}

/** Levels of lists and objects within each other that are taken from elsewhere: what walks through them may use the stack. */
export const DEEPEST_JSON = 64;

/** Whether lists and objects stand in each other more than `DEEPEST_JSON` levels deep. Uses no stack itself. */
export function isTooDeep(value: unknown): boolean {
  let level = containers([value]);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST_JSON) return true;
    level = level.flatMap((one) => containers(Object.values(one)));
  }
  return false;
}

function containers(values: readonly unknown[]): object[] {
  return values.filter((value) => typeof value === "object" && value !== null);
}
