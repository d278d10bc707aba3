import type { z } from "zod";
import type { Path } from "./path.js";

/** As much of a JSON Schema as editors and our own error messages need. */
export interface SchemaNode {
  readonly title?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly expected?: string;
  readonly secret?: boolean;
}

/** The node of a path; null where the schema knows no such place. */
export function schemaAt(root: SchemaNode, path: Path): SchemaNode | null {
  let node: SchemaNode | null = root;
  for (const step of path) node = node === null ? null : child(node, step);
  return node;
}

function child(node: SchemaNode, step: string | number): SchemaNode | null {
  if (typeof step === "number" && node.items !== undefined) return node.items;
  if (node.properties !== undefined && Object.hasOwn(node.properties, step)) return node.properties[step] ?? null;
  if (typeof node.additionalProperties === "object") return node.additionalProperties;
  for (const branch of node.anyOf ?? []) {
    const found = child(branch, step);
    if (found !== null) return found;
  }
  return null;
}

/** The keys that a map may have at this node, for "did you mean"; empty where any key is allowed. */
export function keysOf(node: SchemaNode): string[] {
  return [...Object.keys(node.properties ?? {}), ...(node.anyOf ?? []).flatMap(keysOf)];
}

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

/** Of a union's branches the one that was meant: whose complaint lies deeper than the value itself. */
export function closestBranch(errors: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | null {
  return (
    errors.find((issues) => issues.every((one) => one.path.length > 0 || one.code === "unrecognized_keys")) ?? null
  );
}
