import { z } from "zod";
import { fieldTable } from "../src/contract/documents/field-table.js";
import type { JsonSchema } from "../src/contract/documents/json-schema.js";
import { EVENT_HEAD, engineEventSchema } from "../src/model/event.js";

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema, path }) => {
      // Params may be of any kind; all else that has no schema here is an object.
      if (zodSchema._zod.def.type === "custom" && path.at(-1) !== "params") jsonSchema.type = "object";
      delete jsonSchema.readOnly;
    },
  });
}

type EventSchema = (typeof engineEventSchema.options)[number];

const typeOf = (schema: EventSchema): string => [...schema.def.innerType.shape.type.values].join("");

function sectionOf(schema: EventSchema): string {
  const { properties = {}, required = [] } = schemaOf(schema);
  const own = Object.entries(properties).filter(([name]) => name !== "type" && !Object.hasOwn(EVENT_HEAD, name));
  const fields = fieldsOf({ properties: Object.fromEntries(own), required });
  return `## ${typeOf(schema)}\n\n${schema.description ?? ""}\n\n${fields}`;
}

/** Every field is always there: the column that would say so is left out. Fields of objects within a list follow it too. */
function fieldsOf(schema: JsonSchema): string {
  const lists = Object.entries(schema.properties ?? {}).filter(
    ([, member]) => typeof member !== "boolean" && member.items,
  );
  const rows = fieldTable(flat(schema)).map(withoutThird);
  return rows.map((row) => lists.reduce((text, [name]) => text.replace(`\`${name}.`, `\`${name}[].`), row)).join("\n");
}

/** Lists and unions of an object with null, as the object: its fields are then listed. */
function flat(schema: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    if (typeof member === "boolean") return [name, member] as const;
    const inner = [member.items, ...(member.anyOf ?? [])].find(isObjectSchema);
    const own = inner ?? member;
    return [name, own.properties === undefined ? member : { ...member, properties: flat(own).properties }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

function isObjectSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null && "properties" in schema;
}

function withoutThird(row: string): string {
  const cells = row.split(/(?<!\\)\|/);
  return [...cells.slice(0, 3), ...cells.slice(4)].join("|");
}

/** The page docs/reference/events.md: every event and its fields, from the schema. */
export function eventsPage(): string {
  return `# Events

Generated from the schema by \`npm run docs\`. How to take them is in [follow what happens](../how-to/events.md).

An event says that something happened in a bot or a backtest. It is told once, after what it reports is in the journal. Live, dry run and backtest have the same events. Each is one JSON object: amounts of tokens are plain decimal texts, times are epoch milliseconds, and a field that has no value is \`null\`, never missing.

A later version may add events, fields and codes. What is here is not renamed or given another meaning without a line in the changelog; the fields of \`detail\` and \`data\` may change at any time.

## Every event

${fieldsOf(schemaOf(z.object({ ...EVENT_HEAD, type: z.string().describe("What happened: one of the titles below.") })))}

${engineEventSchema.options.map(sectionOf).join("\n\n")}

## Limits

- Numbers count up and are never used twice. The journal that \`saveColumns\` or \`contender backtest\` writes leaves some out: of repeated holds it keeps the count, and it may keep fewer equity points.
- A bot that was killed has no \`run-ended\`; the next \`run-started\` follows.
- Before version 9 of the journal there were no \`mode-changed\`. Events of those versions were numbered by their times when the journal was brought up to date.
`;
}
