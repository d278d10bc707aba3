import { z } from "zod";
import { operations, type Body, type OperationId, type Query } from "../contract/index.js";
import type { Sent } from "./profiles/profile.js";
import { malformed, refuse, type ServiceRefusal } from "./service-refusal.js";

/** What an operation is asked with, checked. */
export interface Fields<Id extends OperationId> {
  readonly query: Query<Id>;
  readonly body: Body<Id>;
}

/** Checks what was sent against the contract: what is missing first, then the types. Throws ServiceRefusal. */
export function readFields<Id extends OperationId>(id: Id, sent: Sent): Fields<Id> {
  const row = operations[id];
  const query = "query" in row ? read(row.query, lowerCaseChains(sent.query), "query") : undefined;
  const body = "body" in row ? read(row.body, sent.body, "body") : undefined;
  return { query: query as Query<Id>, body: body as Body<Id> };
}

function read(schema: z.ZodObject, sent: unknown, place: "query" | "body"): object {
  const value = sent ?? {};
  if (typeof value !== "object" || Array.isArray(value))
    throw malformed(`the ${place} should be a JSON object, sent with content type application/json`);
  const missing = refusalOfMissing(schema, new Map<string, unknown>(Object.entries(value)));
  if (missing !== null) throw missing;
  const fields = schema.safeParse(value);
  if (!fields.success) throw malformed(describe(fields.error, place));
  return fields.data;
}

/** The service's word for the required fields that are missing; null where none is. */
function refusalOfMissing(schema: z.ZodObject, sent: ReadonlyMap<string, unknown>): ServiceRefusal | null {
  const absent = (name: string): boolean => [undefined, null, ""].some((nothing) => sent.get(name) === nothing);
  const missing = Object.entries(schema.shape).flatMap(([name, field]) =>
    absent(name) && !z.safeParse(field, undefined).success ? [name] : [],
  );
  if (missing.length === 0) return null;
  if (missing.includes("token")) return refuse("TOKEN_REQUIRED");
  return refuse(missing.every((name) => name === "reason") ? "MISSING_REASON" : "MISSING_TRADE_FIELDS");
}

function describe(error: z.ZodError, place: string): string {
  return error.issues.map((issue) => `${[place, ...issue.path].join(".")}: ${issue.message}`).join("; ");
}

/** Price answers write the chain in upper case: whoever sends it back so is understood. One that is empty is omitted. */
function lowerCaseChains(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      /^(chain|specificChain)$/.test(name) && typeof value === "string" ? value.toLowerCase() || undefined : value,
    ]),
  );
}
