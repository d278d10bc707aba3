import { z } from "zod";
import { chanceFields, windowFields } from "../src/sandbox/faults/fields.js";
import type { Kind } from "../src/sandbox/faults/kind.js";
import { FAULT_KINDS } from "../src/sandbox/faults/kinds.js";
import { QUIRKS, type Quirk } from "../src/sandbox/faults/quirks.js";
import { OPERATION_GROUPS } from "../src/sandbox/faults/targets.js";

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const descriptionOf = (field: z.core.$ZodType): string => (field instanceof z.ZodType ? (field.description ?? "") : "");

const fieldRows = (fields: z.core.$ZodShape): string =>
  Object.entries(fields)
    .map(([name, field]) => `| ${code(name)} | ${cell(descriptionOf(field))} |`)
    .join("\n");

/** The page docs/reference/faults.md: every kind of fault, from the schemas that check plans. */
export function faultsPage(): string {
  const kinds: readonly Kind[] = FAULT_KINDS;
  return `# Faults of the sandbox

Generated from the schemas by \`npm run docs\`. How to use them is in [run the sandbox with faults](../how-to/faults.md).

A plan is YAML or JSON: \`seed\` (a string or a whole number, default \`faults\`), and \`faults\`, a list. Every fault has a \`kind\` and, for most kinds, \`operations\`: operation ids (\`executeTrade\`) or the groups ${OPERATION_GROUPS.map(code).join(", ")}, one or a list. Durations are texts such as \`90s\` or \`1h30m\`.

## When, and how often

| field | what |
|---|---|
${fieldRows({ ...windowFields, ...chanceFields })}

## Kinds

${kinds.map(kindSection).join("\n\n")}

## Quirks of \`dialect\`

| quirk | what |
|---|---|
${Object.entries<Quirk>(QUIRKS)
  .map(([name, { summary }]) => `| ${code(name)} | ${cell(summary)} |`)
  .join("\n")}
`;
}

function kindSection({ name, summary, fields, only, always }: Kind): string {
  const notes = [
    summary,
    ...(only === undefined || always ? [] : [`It affects only ${only.map(code).join(", ")}.`]),
    ...(always ? ["It has no `rate`: it affects every request in its window."] : []),
  ].join(" ");
  const own = Object.keys(fields).length === 0 ? "" : `\n\n| field | what |\n|---|---|\n${fieldRows(fields)}`;
  return `### ${code(name)}\n\n${notes}${own}`;
}
