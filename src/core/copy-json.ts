/** A copy of a plain JSON value that shares nothing with it. Own enumerable members only, as in JSON. */
export function copyJson<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setMember(copy, key, copyJson(member));
  return copy as T;
}

/** Gives an object an own member of any name, `__proto__` too. */
export function setMember(object: Record<string, unknown>, key: string, member: unknown): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value: member, ...PLAIN });
  else object[key] = member;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };
