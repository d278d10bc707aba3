import { decodeAnswer, operations } from "../../../../src/contract/index.js";
import { messageOf } from "../../../../src/core/errors.js";
import type { Verdict } from "../attack.js";

/** What came back for a request. */
export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a server may answer to anything at all: JSON, a refusal as the interface writes it, and no fault of its own. */
export function judgeAnswer({ status, headers, body }: HttpAnswer, method = "GET"): Verdict {
  if (status >= 500) return `it answered ${status} ${body.slice(0, 200)}`;
  // As HTTP wants it of an answer to HEAD.
  if (method === "HEAD" && body === "") return null;
  if (headers["content-type"] !== "application/json; charset=utf-8") return `it answered no JSON (${status})`;
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return `it answered what is no JSON: ${body.slice(0, 200)}`;
  }
  if (status === 200) return null;
  if (status < 400) return `it answered ${status}`;
  const { success, error, ...more } = json as Record<string, unknown>;
  if (success !== false || typeof error !== "string" || error === "" || Object.keys(more).length > 0)
    return `a refusal is not {success: false, error}: ${body.slice(0, 200)}`;
  return error.length > 2_000 ? `a refusal has ${error.length} characters` : null;
}

/** Whether a 200 is what the interface says of the operation at this path. */
export function judgeSuccess(path: string, method: string, answer: HttpAnswer): Verdict {
  if (answer.status !== 200) return null;
  const [place] = path.split(/[?#]/);
  const known = Object.values(operations).find((one) => one.path === place && one.method === method);
  if (known === undefined) return place === "/openapi.json" ? null : `it answered 200 to ${method} ${place ?? ""}`;
  try {
    decodeAnswer(known.id, JSON.parse(answer.body));
    return null;
  } catch (error) {
    return `its 200 does not decode: ${messageOf(error)}`;
  }
}

/** Nothing may have reached what all objects have in common. */
export function judgePrototypes(): Verdict {
  for (const [name, prototype] of [
    ["Object", Object.prototype],
    ["Array", Array.prototype],
    ["String", String.prototype],
  ] as const)
    for (const key of ["polluted", "amount", "deep"])
      if (key in prototype) {
        Reflect.deleteProperty(prototype, key);
        return `${name}.prototype was polluted`;
      }
  return null;
}
