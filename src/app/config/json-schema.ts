import { z } from "zod";
import type { Path } from "../../core/path.js";
import { configSchema } from "./schema.js";

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

let made: SchemaNode | null = null;

/** The JSON Schema of config files, for editors: `contender config schema` prints it. Made once: that takes longer than reading a config. */
export function configJsonSchema(): SchemaNode {
  if (made === null) {
    const schema = z.toJSONSchema(configSchema, { io: "input", target: "draft-7" }) as SchemaNode;
    made = { ...schema, title: "Contender configuration" };
  }
  return made;
}

/** The node of a path; null where the schema knows no such place. */
export function schemaAt(root: SchemaNode, path: Path): SchemaNode | null {
  let node: SchemaNode | null = root;
  for (const step of path) node = node === null ? null : child(node, step);
  return node;
}

function child(node: SchemaNode, step: string | number): SchemaNode | null {
  if (typeof step === "number") return node.items ?? null;
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
