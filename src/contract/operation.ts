import type { z } from "zod";
import { VENUE_READS, type LimitScope, type ReadName } from "../model/venue.js";
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
  readonly scopes: readonly LimitScope[];
  /** Whether it changes something at the service. */
  readonly access: "read" | "write";
  /** Whether it may be sent again if its answer is lost: the service cannot tell a repetition from a second one. */
  readonly repeatable: boolean;
  /** Whether equal ones share one request within a read scope of the gateway. */
  readonly shared: boolean;
  /** Which read of a venue it is, if it is one. */
  readonly read?: ReadName;
  /** The query parameters, where it takes any. */
  readonly query?: z.ZodObject;
  /** The JSON body, where it takes one. */
  readonly body?: z.ZodObject;
  /** Decodes leniently (every known quirk), encodes strictly (the interface as written). */
  readonly answer: z.ZodType;
  /** What it may refuse with, in the order in which it checks. */
  readonly errors: readonly ServiceErrorCode[];
}

/** What follows for an operation from being this read of a venue. */
export function venueRead<const Name extends ReadName>(read: Name) {
  const { scope, shared } = VENUE_READS[read];
  const scopes: readonly LimitScope[] = scope === null ? [] : [scope];
  return { access: "read", read, scopes, repeatable: true, shared } as const;
}
