import { configJsonSchema } from "../src/app/config/json-schema.js";
import type { SchemaNode } from "../src/core/json-schema.js";

/** The page docs/reference/config.md: every setting, from the schema that checks config files. */
export function configPage(): string {
  return `# Config

Generated from the schema by \`npm run docs\`. \`contender config check\` prints a file with all defaults and without secrets. Editors find the schema by the first line of the files in \`config/\`.

\`\${NAME}\` in a value is replaced by the environment variable NAME, and \`\${NAME:-text}\` by the variable or, if it is not set, the text. A command needs only the variables it uses: \`status\` asks a running bot without the key, and \`journal\` and \`replay\` need no variables of the service and the strategies. Paths are relative to the file. Durations are texts such as \`90s\`, \`1h30m\`, \`7d\`.

| setting | what | type | default |
|---|---|---|---|
${rows("", configJsonSchema()).join("\n")}
`;
}

function rows(path: string, node: SchemaNode): string[] {
  const own = path === "" ? [] : [row(path, node)];
  const children = Object.entries(node.properties ?? {}).flatMap(([key, child]) =>
    rows(path === "" ? key : `${path}.${key}`, child),
  );
  const each = node.items ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : undefined);
  const below =
    each === undefined || each.properties === undefined ? [] : rowsOf(each, `${path}${node.items ? "[]" : ".NAME"}`);
  return [...own, ...children, ...below];
}

function rowsOf(node: SchemaNode, path: string): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => rows(`${path}.${key}`, child));
}

function row(path: string, node: SchemaNode): string {
  const fallback =
    node.default === undefined || typeof node.default === "object" ? "" : code(JSON.stringify(node.default));
  return `| ${code(path)} | ${escape(node.description ?? "")} | ${escape(typeOf(node))} | ${fallback} |`;
}

function typeOf(node: SchemaNode): string {
  if (node.expected !== undefined) return node.expected;
  if (node.enum !== undefined) return node.enum.map(String).join(", ");
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  const low = minimum ?? exclusiveMinimum;
  const high = maximum ?? exclusiveMaximum;
  const range = [
    low === undefined || low <= Number.MIN_SAFE_INTEGER ? "" : minimum === undefined ? `above ${low}` : `from ${low}`,
    high === undefined || high >= Number.MAX_SAFE_INTEGER ? "" : maximum === undefined ? `below ${high}` : `to ${high}`,
  ].filter((part) => part !== "");
  const type =
    { object: "map", array: "list", string: "text", boolean: "true, false" }[node.type ?? ""] ?? node.type ?? "";
  return [type, ...range].join(" ");
}

const code = (text: string): string => `\`${text}\``;
const escape = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
