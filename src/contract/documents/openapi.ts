import type { z } from "zod";
import type { Operation } from "../operation.js";
import { operations } from "../operations.js";
import { SERVICE_ERRORS } from "../service-errors.js";
import { SchemaWriter, SHAPES, type JsonSchema } from "./json-schema.js";
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from "./openapi-types.js";

const ERROR_BODY: JsonSchema = {
  type: "object",
  description: "Every refusal: no code, only a text.",
  properties: { success: { type: "boolean", const: false }, error: { type: "string" } },
  required: ["success", "error"],
};

const RATE_HEADERS: OpenApiResponse["headers"] = {
  "Retry-After": { description: "seconds, at least 1", schema: { type: "integer", minimum: 1 } },
  "X-RateLimit-Reset": { description: "epoch milliseconds", schema: { type: "integer" } },
};

const TAGS: readonly (readonly [prefix: string, tag: string])[] = [
  ["/api/account", "account"],
  ["/api/competition", "competition"],
  ["/api/trade", "trade"],
  ["/api/price", "price"],
  ["/api/health", "health"],
];

function parametersOf(query: z.ZodObject, writer: SchemaWriter): OpenApiParameter[] {
  const { properties = {}, required = [] } = writer.write(query);
  return Object.entries(properties).flatMap(([name, property]) => {
    if (typeof property === "boolean") return [];
    const { description, ...schema } = property;
    return [{ name, in: "query", required: required.includes(name), ...(description && { description }), schema }];
  });
}

/** The refusals of an operation, one response a status, each text an example. */
function refusalsOf({ errors }: Operation): Record<string, OpenApiResponse> {
  const responses: Record<string, OpenApiResponse> = {};
  for (const status of new Set(errors.map((code) => SERVICE_ERRORS[code].status))) {
    const codes = errors.filter((code) => SERVICE_ERRORS[code].status === status);
    const examples = Object.fromEntries(
      codes.map((code) => [code, { value: { success: false, error: SERVICE_ERRORS[code].shown } }] as const),
    );
    responses[status] = {
      description: codes.map((code) => SERVICE_ERRORS[code].shown).join(" · "),
      ...(status === 429 && { headers: RATE_HEADERS }),
      content: {
        "application/json": { schema: { $ref: `${SHAPES}Error` }, examples },
      },
    };
  }
  return responses;
}

function describe(operation: Operation, writer: SchemaWriter): OpenApiOperation {
  const { id, summary, path, auth, query, body, answer } = operation;
  return {
    operationId: id,
    summary,
    tags: TAGS.filter(([prefix]) => path.startsWith(prefix)).map(([, tag]) => tag),
    security: auth ? [{ apiKey: [] }] : [],
    ...(query && { parameters: parametersOf(query, writer) }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: writer.write(body) } } } }),
    responses: {
      200: { description: summary, content: { "application/json": { schema: writer.write(answer) } } },
      ...refusalsOf(operation),
    },
  };
}

/** The OpenAPI 3.1 document of the whole interface, as the sandbox serves it. `version` is Contender's. No servers: any base URL has it. */
export function openApiDocument(version: string): OpenApiDocument {
  const writer = new SchemaWriter();
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of Object.values<Operation>(operations))
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, writer);
  return {
    openapi: "3.1.0",
    info: {
      title: "Competition Trading Service",
      version,
      description:
        "The team-facing interface of a token-trading competition, as Contender speaks it and its sandbox serves it.",
    },
    paths,
    components: {
      schemas: { Error: ERROR_BODY, ...writer.shapes },
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "The team's API key." },
      },
    },
  };
}
