import { z } from "zod";
import { isJsonObject } from "../core/json.js";

/** The forms as written, in the order in which they were declared. */
const forms: z.ZodType[] = [];

/**
 * Two forms of one field. The interface has the form *as written*: what the sandbox sends and the
 * documents show. Real deployments send less, so the client decodes a *tolerant* form of it. This
 * registry leads from a tolerant schema to the one as written; a described copy inherits the link.
 * It holds places in `forms`, for the types of a registry cannot hold schemas.
 */
const written = z.registry<{ place: number }>();

/** Declares that `schema` is a tolerant form that stands for `form`, and returns it. */
export function standsFor<S extends z.ZodType>(schema: S, form: z.ZodType): S {
  written.add(schema, { place: forms.push(form) - 1 });
  return schema;
}

/** The form as written of a tolerant schema; undefined where the schema is not a tolerant one. */
export function writtenForm(schema: z.ZodType): z.ZodType | undefined {
  const link = written.get(schema);
  return link === undefined ? undefined : forms[link.place];
}

/** The names of the interface's shapes, for the documents. */
const names = z.registry<{ name: string }>();

/** Gives a shape the name that the documents use, and returns it. */
export function named<S extends z.ZodType>(name: string, schema: S): S {
  names.add(schema, { name });
  return schema;
}

/** The name of a shape; undefined where it has none. */
export function nameOf(schema: z.ZodType): string | undefined {
  return names.get(schema)?.name;
}

type Tolerant<S extends z.ZodType> = z.ZodCodec<
  z.ZodOptional<z.ZodNullable<S>>,
  z.ZodType<z.output<S> | null, z.output<S> | null>
>;

/** The three ways in which a field that may be missing goes back on the wire. */
type MissingForm = "refused" | "null" | "left out";

function mayMiss<S extends z.ZodType>(schema: S, form: MissingForm): Tolerant<S> {
  type Value = z.output<S> | null;
  // Both ways it was checked when it comes here, or will be; `z.custom` would run a check that nothing fails.
  const passed = z.unknown() as unknown as z.ZodType<Value, Value>;
  return z.codec(schema.nullish(), passed, {
    decode: (value) => value ?? null,
    encode: (value, context) => {
      if (value !== null) return value;
      if (form === "refused")
        context.issues.push({ code: "custom", input: value, message: "The interface does not allow null here" });
      return form === "left out" ? undefined : null;
    },
  });
}

/** The interface has it always; deployments may send null or leave it out, which decodes to null. Null is refused on encode. */
export function expected<S extends z.ZodType>(schema: S): Tolerant<S> {
  return standsFor(mayMiss(schema, "refused"), schema);
}

/** Always there and possibly null; left out decodes to null too. */
export function nullable<S extends z.ZodType>(schema: S): Tolerant<S> {
  return standsFor(mayMiss(schema, "null"), schema.nullable());
}

/** Left out where there is none; null decodes to null too, and null is encoded by leaving it out. */
export function omittable<S extends z.ZodType>(schema: S): Tolerant<S> {
  return standsFor(mayMiss(schema, "left out"), schema.optional());
}

/** An object in which some deployments call `field` `alias`. The interface's name wins where both are there. */
export function withAlias<S extends z.ZodObject>(
  schema: S,
  field: keyof z.input<S> & string,
  alias: string,
): z.ZodCodec<z.ZodType<z.input<S>, z.input<S>>, S> {
  type Wire = z.input<S>;
  const codec = z.codec(z.custom<Wire>(isJsonObject, "Invalid input: expected object"), schema, {
    decode: (wire) => {
      const found = new Map(Object.entries(wire)).get(alias);
      return (wire[field] ?? null) !== null || found === undefined ? wire : { ...wire, [field]: found };
    },
    encode: (value) => value,
  });
  return standsFor(codec, schema);
}
