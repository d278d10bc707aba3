import { copyJson, setMember } from "../core/copy-json.js";
import { DEEPEST_JSON, type JsonValue } from "../core/json.js";

/** What to do about a value that does not survive JSON. */
export const JSON_REMEDY = `Take plain values: texts, finite numbers, true, false, null, and lists and objects of these, at most ${DEEPEST_JSON} levels deep. A BigInt or a Decimal goes as a text, a Map by Object.fromEntries; what is undefined is left out.`;

/**
 * Where a value would not survive JSON, or is nested deeper than is taken: the path to the first such place and what is
 * there; null where all is well.
 *
 * @param name what the value is called, with which the path begins
 */
export function jsonProblem(value: unknown, name: string): string | null {
  // Nearly every one does: where that is not so, or not clear at once, the place is looked for.
  return copied(value, 0) === NOT_JSON ? problemAt(value, name, new Map()) : null;
}

/**
 * A copy of a value that survives JSON, which shares nothing with it. Each member is read once, so that what a getter gives
 * at a second reading is not what is taken.
 *
 * @param name as in `jsonProblem`
 * @param refuse throws what is said where the value does not survive JSON, by the problem
 */
export function jsonCopy(value: unknown, name: string, refuse: (problem: string) => never): JsonValue {
  const copy = copied(value, 0);
  if (copy !== NOT_JSON) return copy as JsonValue;
  const problem = problemAt(value, name, new Map());
  if (problem !== null) return refuse(problem);
  // Of another realm, or without a prototype: or it is another thing at each reading.
  const again = copied(copyJson(value), 0);
  return again === NOT_JSON ? refuse(`${name} is something else each time it is read`) : (again as JsonValue);
}

const NOT_JSON = Symbol("not JSON");

/** A copy of a value, where `depth` lists and objects are around it; NOT_JSON where that is not clear at once. */
function copied(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      // JSON knows no -0: plus 0, it is 0, as it is where it has been written and read again.
      return Number.isFinite(value) ? value + 0 : NOT_JSON;
    case "object":
      if (value === null) return null;
      if (depth >= DEEPEST_JSON) return NOT_JSON;
      return Array.isArray(value) ? copiedList(value, depth + 1) : copiedObject(value, depth + 1);
    default:
      return NOT_JSON;
  }
}

function copiedList(list: readonly unknown[], depth: number): unknown {
  const copy: unknown[] = [];
  for (let i = 0; i < list.length; i++) {
    const member = copied(list[i], depth);
    if (member === NOT_JSON) return NOT_JSON;
    copy.push(member);
  }
  return copy;
}

function copiedObject(value: object, depth: number): unknown {
  if (Object.getPrototypeOf(value) !== Object.prototype) return NOT_JSON;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const copiedMember = copied(member, depth);
    if (copiedMember === NOT_JSON) return NOT_JSON;
    setMember(copy, key, copiedMember);
  }
  return copy;
}

/** @param around the lists and objects that it stands in, each with its path */
function problemAt(value: unknown, path: string, around: Map<object, string>): string | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(value) ? null : `${path} is ${value}`;
    case "object":
      return value === null ? null : memberProblem(value, path, around);
    default:
      return `${path} is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`;
  }
}

function memberProblem(value: object, path: string, around: Map<object, string>): string | null {
  const holder = around.get(value);
  if (holder !== undefined) return `${path} leads back to ${holder}, in a circle`;
  if (around.size === DEEPEST_JSON)
    return `${path.split(".", 2).join(".")} is nested deeper than ${DEEPEST_JSON} levels`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null && !isForeignPlain(value))
    return `${path} is a ${value.constructor.name}`;
  around.set(value, path);
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const problem = problemAt(member, `${path}.${key}`, around);
    if (problem !== null) return problem;
  }
  around.delete(value);
  return null;
}

/** A plain object of another realm, whose Object is not ours. */
function isForeignPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object;
  return Object.getPrototypeOf(prototype) === null && value.constructor.name === "Object";
}
