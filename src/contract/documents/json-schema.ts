import { z } from "zod";
import { nameOf } from "../tolerant.js";
import { asWritten } from "../written.js";

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Where the OpenAPI document keeps the named shapes. */
export const SHAPES = "#/components/schemas/";

/** JSON Schemas of wire forms, in which named shapes are references; `shapes` gathers them. */
export class SchemaWriter {
  readonly #shapes = new Map<string, JsonSchema>();

  /** The named shapes met so far, by name. */
  get shapes(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#shapes].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The JSON Schema of a schema as written: a reference where it has a name. */
  write(schema: z.core.$ZodType): JsonSchema {
    const form = asWritten(schema);
    const name = form instanceof z.ZodType ? nameOf(form) : undefined;
    return name === undefined ? this.#convert(form) : this.#reference(name, form);
  }

  #reference(name: string, form: z.core.$ZodType): JsonSchema {
    if (!this.#shapes.has(name)) {
      // Holds the place, so that shapes come out in the order of their names and none is written twice.
      this.#shapes.set(name, {});
      this.#shapes.set(name, this.#convert(form));
    }
    return { $ref: SHAPES + name };
  }

  #convert(form: z.core.$ZodType): JsonSchema {
    const schema = z.toJSONSchema(form, {
      io: "input",
      override: ({ zodSchema, jsonSchema, path }) => {
        const name = path.length > 0 && zodSchema instanceof z.ZodType ? nameOf(zodSchema) : undefined;
        if (name !== undefined) replace(jsonSchema, this.#reference(name, zodSchema));
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
        // Real answers may carry more, and a format says what zod's long pattern does.
        delete jsonSchema.additionalProperties;
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      },
    });
    delete schema.$schema;
    return schema;
  }
}

function replace(target: JsonSchema, source: JsonSchema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}
