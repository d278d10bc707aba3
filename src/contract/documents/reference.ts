import type { RateScope } from "../../model/rules.js";
import type { Operation } from "../operation.js";
import { operations } from "../operations.js";
import { PUBLIC_RATE_LIMITS } from "../../model/public-rate-limits.js";
import { printRateLimit } from "../rules/rate-limit.js";
import { SERVICE_ERROR_CODES, SERVICE_ERRORS, type ServiceError } from "../service-errors.js";
import { fieldTable, table, typeOf } from "./field-table.js";
import { SchemaWriter, type JsonSchema } from "./json-schema.js";

const INTRODUCTION = `# The service

The team-facing interface of the competition: what Contender's client speaks and its sandbox serves. This page is
generated from the operation table (\`src/contract\`); the OpenAPI document beside it, [openapi.json](openapi.json), is too.

- Every path follows the base URL. Bodies are JSON.
- Timestamps are ISO 8601 in UTC. Money is USD, amounts are whole tokens (not wei), slippage is in percent.
- Operations with a key need \`Authorization: Bearer <API_KEY>\`; the key names the team.
- Every refusal has the body \`{"success": false, "error": "<text>"}\`: see [Errors](#errors).
- Every operation with a key counts against the limits of all endpoints; those that count it besides are named with it.
- The client also reads what real deployments send instead: fields left out or null, chains and states in another case,
  prices as objects, more fields than these. The tables show what the sandbox sends.
`;

const COUNTS: Readonly<Record<RateScope, string>> = {
  trade: "`/api/trade…`",
  price: "`/api/price…`",
  account: "`/api/account…`, all of them together",
  all: "every operation with a key",
  each: "every operation with a key, each by itself; printed, not enforced",
};

/** An answer that is one shape, or one of several. */
function answerTable(answer: JsonSchema): string[] {
  return answer.$ref !== undefined || answer.anyOf !== undefined
    ? [`Answer: ${typeOf(answer)}.`, ""]
    : fieldTable(answer, "Answer field");
}

function refusals(codes: Operation["errors"]): string[] {
  if (codes.length === 0) return [];
  return [`Refusals: ${codes.map((code) => `${SERVICE_ERRORS[code].status} \`${code}\``).join(", ")}.`, ""];
}

function section(operation: Operation, writer: SchemaWriter): string[] {
  const { id, method, path, auth, summary, scopes, access, repeatable, shared, query, body, answer, errors } =
    operation;
  const facts = [
    `Operation \`${id}\``,
    auth ? "with a key" : "without a key",
    access,
    ...(repeatable ? [] : ["never sent twice"]),
    ...(shared ? ["equal ones of an instant are one request"] : []),
    ...(scopes.length > 0 ? [`limits: ${scopes.join(", ")}`] : []),
    `interface section ${operation.section}`,
  ];
  return [
    `### ${method} ${path}`,
    "",
    summary,
    "",
    `${facts.join(" · ")}.`,
    "",
    ...(query ? fieldTable(writer.write(query), "Query parameter", "Required") : []),
    ...(body ? fieldTable(writer.write(body), "Body field", "Required") : []),
    ...answerTable(writer.write(answer)),
    ...refusals(errors),
  ];
}

function errorSection(): string[] {
  const rows = SERVICE_ERROR_CODES.map((code) => {
    const { status, shown, rejection }: ServiceError<never> = SERVICE_ERRORS[code];
    return [`\`${code}\``, String(status), shown, rejection === null ? "" : `\`${rejection}\``];
  });
  return [
    "## Errors",
    "",
    "The service sends no codes: these are Contender's, found by status and text. The last column is what an execute",
    "that is answered so counts as: known to be refused before any trade. An execute that is answered by anything else",
    "than a trade or one of these has an unknown outcome.",
    "",
    ...table(["Code", "Status", "Text", "Rejection"], rows),
  ];
}

function limitSection(): string[] {
  return [
    "## Rate limits",
    "",
    "Fixed windows, by team. A competition's own limits are in its rules; these are the public service's, and what each",
    "counts. Health calls and answers 401 are not counted.",
    "",
    ...table(
      ["Text", "Counts"],
      PUBLIC_RATE_LIMITS.map((limit) => [printRateLimit(limit), COUNTS[limit.scope]]),
    ),
  ];
}

/** The reference page of the whole interface, as Markdown. */
export function serviceReference(): string {
  const writer = new SchemaWriter();
  const sections = Object.values<Operation>(operations).flatMap((operation) => section(operation, writer));
  const shapes = Object.entries(writer.shapes).flatMap(([name, shape]) => [`### ${name}`, "", ...fieldTable(shape)]);
  return [
    INTRODUCTION,
    "## Operations",
    "",
    ...sections,
    "## Shapes",
    "",
    ...shapes,
    ...limitSection(),
    ...errorSection(),
  ].join("\n");
}
