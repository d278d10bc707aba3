import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import {
  openApiDocument,
  OPERATION_IDS,
  operations,
  SERVICE_ERROR_CODES,
  SERVICE_ERRORS,
  serviceReference,
  type Operation,
} from "../../../src/contract/index.js";
import { generatedDocs } from "../../../tools/generate-docs.js";

const document = openApiDocument("9.9.9");
const rows = OPERATION_IDS.map((id): [string, Operation] => [id, operations[id]]);

const described = ({ path, method }: Operation) => {
  const entry = document.paths[path]?.[method.toLowerCase()];
  if (entry === undefined) throw new Error(`${method} ${path} is missing`);
  return entry;
};

/** Every `$ref` at any depth. */
function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === "$ref" ? [String(member)] : references(member)));
}

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1 with a version, without servers, with bearer keys", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { version: "9.9.9" } });
    expect(document).not.toHaveProperty("servers");
    expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: "http", scheme: "bearer" } });
  });

  test("has every path and operation of the table, and no others", () => {
    expect(Object.keys(document.paths)).toHaveLength(15);
    const ids = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(ids.sort()).toEqual([...OPERATION_IDS].sort());
  });

  test.each(rows)("%s has its fields, refusals and key as in the table", (id, operation) => {
    const entry = described(operation);
    expect(entry).toMatchObject({ operationId: id, summary: operation.summary });
    expect(entry.tags).toHaveLength(1);
    expect(entry.security).toEqual(operation.auth ? [{ apiKey: [] }] : []);
    const parameters = (entry.parameters ?? []).map(({ name, required }) => [name, required]);
    const shape = Object.entries(operation.query?.shape ?? {});
    expect(parameters).toEqual(shape.map(([name, schema]) => [name, schema._zod.optin !== "optional"]));
    const body = entry.requestBody?.content["application/json"].schema.properties;
    expect(Object.keys(body ?? {})).toEqual(Object.keys(operation.body?.shape ?? {}));
    const statuses = new Set(operation.errors.map((code) => String(SERVICE_ERRORS[code].status)));
    expect(Object.keys(entry.responses).sort()).toEqual(["200", ...statuses].sort());
    for (const code of operation.errors) {
      const { status, shown } = SERVICE_ERRORS[code];
      expect(entry.responses[status]?.content["application/json"].examples?.[code]).toEqual({
        value: { success: false, error: shown },
      });
    }
  });

  test("names the headers of a rate limit", () => {
    expect(Object.keys(described(operations.getPrice).responses[429]?.headers ?? {})).toEqual([
      "Retry-After",
      "X-RateLimit-Reset",
    ]);
  });

  test("describes a price as a number and its absence as an answer of its own", () => {
    expect(described(operations.getPrice).responses[200]?.content["application/json"].schema).toEqual({
      anyOf: [{ $ref: "#/components/schemas/Price" }, { $ref: "#/components/schemas/NoPrice" }],
    });
    expect(document.components.schemas.Price?.properties).toMatchObject({
      price: { type: "number", minimum: 0 },
      chain: { enum: ["EVM", "SVM"] },
      timestamp: { type: "string", format: "date-time" },
    });
  });

  test("refers only to shapes that it has, and uses all of them", () => {
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(references(document))].sort()).toEqual(known.sort());
  });

  test("is plain JSON, without zod's own keywords", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toMatch(/\$schema|additionalProperties|9007199254740991/);
  });
});

describe("the reference page", () => {
  const page = serviceReference();

  test("has a section for every operation and every shape, and a row for every error", () => {
    for (const [id, { method, path, summary, section }] of rows) {
      expect(page).toContain(`### ${method} ${path}\n\n${summary}\n\nOperation \`${id}\``);
      expect(page).toContain(`interface section ${section}.`);
    }
    for (const name of Object.keys(document.components.schemas).filter((one) => one !== "Error"))
      expect(page).toContain(`### ${name}\n`);
    for (const code of SERVICE_ERROR_CODES) expect(page).toContain(`| \`${code}\` | ${SERVICE_ERRORS[code].status} |`);
  });

  test("has no link to an anchor that it lacks", () => {
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title.toLowerCase());
    for (const [, anchor] of page.matchAll(/\]\(#([^)]+)\)/g)) expect(headings).toContain(anchor);
  });
});

describe("the committed copies", () => {
  let pages: Record<string, string>;
  beforeAll(async () => {
    pages = await generatedDocs();
  });

  test.each([
    ...["docs/reference/openapi.json", "docs/reference/service.md"],
    ...["docs/reference/config.md", "docs/concepts/risk.md"],
  ])("%s is what is generated", (path) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")).toBe(pages[path]);
  });
});
