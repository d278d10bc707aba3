import { z } from "zod";
import type { SchemaNode } from "../../core/json-schema.js";
import { configSchema } from "./schema.js";

let made: SchemaNode | null = null;

/** The JSON Schema of config files, for editors: `contender config schema` prints it. Made once: that takes longer than reading a config. */
export function configJsonSchema(): SchemaNode {
  if (made === null) {
    const schema = z.toJSONSchema(configSchema, { io: "input", target: "draft-7" }) as SchemaNode;
    made = { ...schema, title: "Contender configuration" };
  }
  return made;
}
