import { inspect } from "node:util";
import type { z } from "zod";
import { Decimal, isAboveZero } from "../../core/number/decimal.js";
import { ContenderError } from "../../core/errors.js";
import type { JsonValue } from "../../core/json.js";
import type { SwapRequest } from "../../model/trade.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { JSON_REMEDY, jsonCopy } from "../../strategy/json-safe.js";
import { plainCopyBy, UNCLEAR, type PlainCopy } from "./plain-inputs.js";

/** A `read` hook failed: it threw, took too long, or gave what its schema does not allow. */
export class ReadHookError extends ContenderError {
  readonly code = "READ_HOOK";
}

/** Gives a copy of what a `read` gave, by its schema; throws ReadHookError. For a strategy whose hook runs again and again. */
export function inputsCheck({ inputs }: BoundStrategy["definition"]): (value: unknown) => JsonValue {
  if (inputs === undefined) return (value) => jsonInputs(value);
  // Made when the schema is asked for the first time: until then what it refers to may not be there yet.
  let plain: PlainCopy | null = null;
  return (value) => {
    plain ??= plainCopyBy(inputs);
    const copy = plain(value);
    return copy === UNCLEAR ? jsonInputs(parsedBy(inputs, value)) : (copy as JsonValue);
  };
}

function parsedBy(inputs: z.ZodType, value: unknown): unknown {
  const result = inputs.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ReadHookError(
    `What it gave does not fit \`inputs\`: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
  );
}

function jsonInputs(value: unknown): JsonValue {
  return jsonCopy(value ?? null, "inputs", (problem) => {
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
