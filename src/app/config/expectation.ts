import type { SchemaNode } from "./json-schema.js";

/** What a value must be, in words: `a number above 0`, `one of printed, computed, log`. */
export function expectation(node: SchemaNode): string {
  if (node.expected !== undefined) return node.expected;
  if (node.enum !== undefined) return `one of ${node.enum.join(", ")}`;
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  if (node.anyOf !== undefined) return node.anyOf.map(expectation).join(", or ");
  switch (node.type) {
    case "number":
      return `a number${range(node)}`;
    case "integer":
      return `a whole number${range(node)}`;
    case "boolean":
      return "true or false";
    case "string":
      return `a text${length(node)}`;
    case "array":
      return `a list${items(node)}`;
    case "object":
      return "a map of keys and values";
    default:
      return "a value";
  }
}

/** Every whole number in JSON Schema has these bounds: they say nothing. */
const meant = (bound: number | undefined): number | undefined =>
  bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER ? undefined : bound;

function range(node: SchemaNode): string {
  const least = meant(node.minimum) ?? node.exclusiveMinimum;
  const most = meant(node.maximum) ?? node.exclusiveMaximum;
  const inclusive = node.exclusiveMinimum === undefined && node.exclusiveMaximum === undefined;
  if (inclusive && least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  const parts = [
    node.exclusiveMinimum === undefined ? (least === undefined ? "" : `at least ${least}`) : `above ${least}`,
    node.exclusiveMaximum === undefined ? (most === undefined ? "" : `at most ${most}`) : `below ${most}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` ${parts.join(", ")}`;
}

function length(node: SchemaNode): string {
  if (node.maxLength !== undefined) return ` of ${node.minLength ?? 0} to ${node.maxLength} characters`;
  return node.minLength === undefined ? "" : " that is not empty";
}

function items(node: SchemaNode): string {
  if (node.minItems !== undefined) return ` of at least ${node.minItems}`;
  return node.maxItems === undefined ? "" : ` of at most ${node.maxItems}`;
}
