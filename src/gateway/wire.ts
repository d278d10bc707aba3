import { operations, type Body, type OperationId, type Query } from "../contract/index.js";
import type { HttpRequest } from "./transport.js";

/** Every query parameter is a text. */
type QueryFields = Readonly<Record<string, string | undefined>>;

/** What is asked: the query or the body of an operation, where it has one. */
export interface Asked<Id extends OperationId> {
  readonly query?: Query<Id> & QueryFields;
  readonly body?: Body<Id>;
}

/** A request as it goes out, but for its headers. */
export type KeylessRequest = Omit<HttpRequest, "headers"> & {
  /** Whether it is to carry the key. */
  readonly auth: boolean;
};

export function keylessRequest<Id extends OperationId>(id: Id, { query, body }: Asked<Id>): KeylessRequest {
  const { method, path, auth } = operations[id];
  return {
    method,
    path: query === undefined ? path : path + queryString(query),
    body: body === undefined ? null : JSON.stringify(body),
    auth,
  };
}

export function withKey({ method, path, body, auth }: KeylessRequest, key: string): HttpRequest {
  const headers: Record<string, string> = {
    accept: "application/json",
    // Who names no encoding takes any (RFC 9110, 12.5.3), and a compressed answer is not read.
    "accept-encoding": "identity",
    // Proxies refuse who does not name himself.
    "user-agent": "contender",
  };
  if (auth) headers["authorization"] = `Bearer ${key}`;
  if (body !== null) headers["content-type"] = "application/json";
  return { method, path, headers, body };
}

function queryString(query: QueryFields): string {
  let text = "";
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) text += `${text === "" ? "?" : "&"}${name}=${encoded(value)}`;
  return text;
}

/** What is sent as it is; for addresses, chains and amounts that is all there is to find out. */
const PLAIN = /^[\w.-]*$/;

const encoded = (value: string): string => (PLAIN.test(value) ? value : encodeURIComponent(value));
