import { z } from "zod";
import { oncePer } from "../core/once-per.js";
import { named, nameOf, writtenForm } from "./tolerant.js";

/**
 * A schema as the interface writes it: every tolerance taken out, unknown fields refused. It
 * describes the wire, not the domain value. What the sandbox sends fits it, and the documents are made from it.
 */
export const asWritten = oncePer((schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodType ? withFacts(schema, formOf(schema)) : schema,
);

function formOf(schema: z.ZodType): z.core.$ZodType {
  const declared = writtenForm(schema);
  if (declared !== undefined) return asWritten(declared);
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined)
    return z.strictObject(
      Object.fromEntries(
        Object.entries<z.core.$ZodType>(schema.shape).map(([field, member]) => [field, asWritten(member)]),
      ),
    );
  if (schema instanceof z.ZodArray) return z.array(asWritten(schema.element));
  if (schema instanceof z.ZodNullable) return z.nullable(asWritten(schema.unwrap()));
  if (schema instanceof z.ZodOptional) return z.optional(asWritten(schema.unwrap()));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(asWritten));
  return schema;
}

/** The form with the description and the name of the schema that it stands for. */
function withFacts(schema: z.ZodType, form: z.core.$ZodType): z.core.$ZodType {
  if (!(form instanceof z.ZodType)) return form;
  const { description } = schema;
  const described = description === undefined || description === form.description ? form : form.describe(description);
  const name = nameOf(schema);
  return name === undefined ? described : named(name, described);
}
