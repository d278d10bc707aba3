import { inspect } from "node:util";
import { Decimal, isAboveZero } from "../../core/number/decimal.js";
import { ContenderError } from "../../core/errors.js";
import type { JsonValue } from "../../core/json.js";
import type { SwapRequest } from "../../model/trade.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { JSON_REMEDY, jsonCopy } from "../../strategy/json-safe.js";

/** A `read` hook failed: it threw, took too long, or gave what its schema does not allow. */
export class ReadHookError extends ContenderError {
  readonly code = "READ_HOOK";
}

/** A copy of what a `read` gave, by its schema. Throws ReadHookError. */
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
  return jsonCopy(parsed, "inputs", (problem) => {
    throw new ReadHookError(`What it gave does not survive JSON: ${problem}`, { remedy: JSON_REMEDY });
  });
}

/** What a hook asks a quote for. Types do not reach all of it, and no amount may be a number. Throws ReadHookError. */
export function checkedRequest(request: SwapRequest): SwapRequest {
  const amount: unknown = request.amount;
  if (Decimal.isDecimal(amount) && amount.isFinite() && isAboveZero(amount)) return request;
  const is = inspect(amount, { depth: 0, breakLength: Infinity });
  throw new ReadHookError(
    `quote takes its \`amount\` as a Decimal above 0, such as new Decimal("0.5") with the Decimal of "contender" (it is ${is})`,
  );
}
