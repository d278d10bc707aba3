import { ContenderError } from "../core/errors.js";
import type { JsonValue } from "../core/json.js";
import type { BoundStrategy } from "../strategy/bind.js";
import { JSON_REMEDY, jsonProblem } from "../strategy/json-safe.js";

/** A `read` hook failed: it threw, took too long, or gave what its schema does not allow. */
export class ReadHookError extends ContenderError {
  readonly code = "READ_HOOK";
}

/** What a `read` gave, by its schema. Throws ReadHookError. */
export function checkedInputs({ inputs }: BoundStrategy["definition"], value: unknown): JsonValue {
  let parsed = value ?? null;
  if (inputs !== undefined) {
    const result = inputs.safeParse(value);
    if (!result.success) {
      const [issue] = result.error.issues;
      throw new ReadHookError(
        `What it gave does not fit \`inputs\`: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      );
    }
    parsed = result.data ?? null;
  }
  const problem = jsonProblem(parsed, "inputs");
  if (problem !== null)
    throw new ReadHookError(`What it gave does not survive JSON: ${problem}`, { remedy: JSON_REMEDY });
  return parsed as JsonValue;
}
