import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.js";
import type { SandboxAnswer } from "../exchanged.js";

/** A successful answer with its JSON changed by `change`; the same object where it is none, or `change` returns null or the same again. */
export function withJson(answer: SandboxAnswer, change: (body: JsonObject) => JsonValue | null): SandboxAnswer {
  if (answer.status !== 200) return answer;
  const body = objectOf(answer.body);
  if (body === null) return answer;
  const changed = change(body);
  const text = changed === null ? answer.body : JSON.stringify(changed);
  return text === answer.body ? answer : { ...answer, body: text };
}

/** The JSON object that a text is; null where it is none. */
export function objectOf(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
