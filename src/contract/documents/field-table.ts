import { SHAPES, type JsonSchema } from "./json-schema.js";

/** A row of a Markdown table, with what would end a cell or a row made harmless. */
function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [row(...head), row(...head.map(() => "---")), ...rows.map((cells) => row(...cells)), ""];
}

const linkTo = (reference: string): string => {
  const name = reference.slice(SHAPES.length);
  return `[${name}](#${name.toLowerCase()})`;
};

/** A JSON Schema's type for people: `string`, `Trade[]`, `number or null`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.format === "date-time") return "timestamp";
  if (schema.type === "array" && typeof schema.items === "object" && !Array.isArray(schema.items))
    return `${typeOf(schema.items)}[]`;
  return [schema.type ?? "any"].flat().join(" or ");
}

/** The rows of an object's fields; the fields of an object within it follow it, as `outer.inner`. */
function fieldRows({ properties = {}, required = [] }: JsonSchema, prefix = ""): string[][] {
  return Object.entries(properties).flatMap(([field, member]) => {
    if (typeof member === "boolean") return [];
    const name = `${prefix}${field}`;
    const own = [`\`${name}\``, typeOf(member), required.includes(field) ? "yes" : "no", member.description ?? ""];
    return [own, ...fieldRows(member, `${name}.`)];
  });
}

/** The table of an object's fields. `required` heads the column that says whether a field is always there. */
export function fieldTable(schema: JsonSchema, head = "Field", required = "Always there"): string[] {
  return table([head, "Type", required, "Notes"], fieldRows(schema));
}
