import type { z } from "zod";
import type { RateScope } from "../model/rules.js";
import type { ServiceErrorCode } from "./service-errors.js";

/** One row of the operation table: plain data, and the schemas of what goes over the wire. */
export interface Operation {
  /** The operationId. */
  readonly id: string;
  readonly method: "GET" | "PUT" | "POST";
  readonly path: `/api/${string}`;
  /** Whether it needs `Authorization: Bearer <API_KEY>`. */
  readonly auth: boolean;
  /** One sentence for people. */
  readonly summary: string;
  /** Of the interface. */
  readonly section: string;
  /** The rate limits that count it, besides `all` and `each`, which count every operation with a key. */
  readonly scopes: readonly Exclude<RateScope, "all" | "each">[];
  /** The query parameters, where it takes any. */
  readonly query?: z.ZodObject;
  /** The JSON body, where it takes one. */
  readonly body?: z.ZodObject;
  /** Decodes leniently (every known quirk), encodes strictly (the interface as written). */
  readonly answer: z.ZodType;
  /** What it may refuse with, in the order in which it checks. */
  readonly errors: readonly ServiceErrorCode[];
}
