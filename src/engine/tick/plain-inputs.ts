import { z } from "zod";

/** What a copier gives for what it leaves to the schema itself: what does not fit, and whatever is not plain. */
export const UNCLEAR = Symbol("unclear");

/** A copy of a value that a schema takes as it is, in which nothing is left to change; else UNCLEAR. */
export type PlainCopy = (value: unknown) => unknown;

/** Schemas that are nested deeper are left alone: one may contain itself. */
const DEEPEST = 8;

/**
 * What a schema of plain kinds alone (finite numbers, texts, booleans, null, lists and objects of these) gives for what
 * nearly every `read` gives, at half of the price of parsing it and copying that as JSON: the same to the last member.
 * UNCLEAR for everything where the schema does more than that, or something that is not known here.
 */
export function plainCopyBy(schema: z.ZodType): PlainCopy {
  return copierOf(schema, 0) ?? (() => UNCLEAR);
}

function copierOf(schema: z.ZodType, depth: number): PlainCopy | null {
  if (depth > DEEPEST || !isUntouched(schema)) return null;
  if (schema instanceof z.ZodNumber) return finite;
  if (schema instanceof z.ZodString) return text;
  if (schema instanceof z.ZodBoolean) return truth;
  if (schema instanceof z.ZodNull) return nothing;
  if (schema instanceof z.ZodNullable) return orNull(copierOf(schema.unwrap() as z.ZodType, depth + 1));
  if (schema instanceof z.ZodArray) return list(copierOf(schema.element as z.ZodType, depth + 1));
  return schema instanceof z.ZodObject ? members(schema.shape, depth + 1) : null;
}

/** All that a definition of these kinds may say; a check, a format, a coercion or a catch-all is one thing more. */
const PLAIN = new Set(["type", "error", "innerType", "element", "shape"]);
const KINDS: readonly unknown[] = [
  ...[z.ZodNumber, z.ZodString, z.ZodBoolean, z.ZodNull],
  ...[z.ZodNullable, z.ZodArray, z.ZodObject],
];

/** Whether it is of one of the kinds, and not of one that was made from it. */
function isUntouched(schema: z.ZodType): boolean {
  if (!KINDS.includes(schema.constructor)) return false;
  return Object.entries(schema.def).every(
    ([name, value]) => PLAIN.has(name) || value === undefined || (name === "checks" && isEmpty(value)),
  );
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** JSON knows no -0. */
const finite: PlainCopy = (value) =>
  typeof value !== "number" || !Number.isFinite(value) ? UNCLEAR : value === 0 ? 0 : value;
const text: PlainCopy = (value) => (typeof value === "string" ? value : UNCLEAR);
const truth: PlainCopy = (value) => (typeof value === "boolean" ? value : UNCLEAR);
const nothing: PlainCopy = (value) => (value === null ? null : UNCLEAR);

function orNull(inner: PlainCopy | null): PlainCopy | null {
  return inner === null ? null : (value) => (value === null ? null : inner(value));
}

function list(element: PlainCopy | null): PlainCopy | null {
  if (element === null) return null;
  return (value) => {
    if (!Array.isArray(value)) return UNCLEAR;
    const copy: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      const member = element(value[i]);
      if (member === UNCLEAR) return UNCLEAR;
      copy.push(member);
    }
    return copy;
  };
}

function members(shape: Readonly<Record<string, z.ZodType>>, depth: number): PlainCopy | null {
  const keys = Object.keys(shape);
  if (Object.getOwnPropertySymbols(shape).length > 0) return null;
  const copiers: PlainCopy[] = [];
  for (const key of keys) {
    const copier = key === "__proto__" ? null : copierOf(shape[key] as z.ZodType, depth);
    // At once: of one that contains itself many times over each would be followed down.
    if (copier === null) return null;
    copiers.push(copier);
  }
  return (value) => {
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
      return UNCLEAR;
    const copy = spread(value);
    // What it has is looked at in the copy: what is taken is what was read, whatever a getter gives a second time.
    let i = 0;
    for (const key in copy) {
      if (key !== keys[i]) return UNCLEAR;
      const given = copy[key];
      const member = (copiers[i] as PlainCopy)(given);
      if (member === UNCLEAR) return UNCLEAR;
      if (!Object.is(member, given)) copy[key] = member;
      i++;
    }
    // Members that are named by symbols are no part of what a schema gives.
    return i === keys.length && Object.getOwnPropertySymbols(copy).length === 0 ? copy : UNCLEAR;
  };
}

/** Its members; none where reading one of them throws: the schema may not look at that one. */
function spread(value: object): Record<string, unknown> {
  try {
    // By far the fastest way to an object of the same shape.
    return { ...value };
  } catch {
    return {};
  }
}
