/**
 * Makes plain data read-only, all the way down, in place; gives it back. What is frozen already is taken to be so
 * all the way down: shared parts cost nothing the second time. Numbers in flat memory cannot be frozen, and stay as
 * they are.
 */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data) || ArrayBuffer.isView(data)) return data;
  Object.freeze(data);
  for (const member of Object.values(data)) deepFreeze(member);
  return data;
}
