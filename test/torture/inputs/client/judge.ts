import { Decimal } from "../../../../src/core/number/decimal.js";
import { ContenderError } from "../../../../src/core/errors.js";
import type { ExecuteResult } from "../../../../src/model/trade.js";
import type { Verdict } from "../attack.js";

/** Characters of an error's message: more would be the service's to choose. */
const LONGEST_MESSAGE = 10_000;

/** Whether what a call came to is one of the two things that it may come to: a sound value, or a typed error. */
export function judgeOutcome(outcome: { readonly value: unknown } | { readonly error: unknown }): Verdict {
  if ("value" in outcome) return judgeValue(outcome.value, "the value");
  const { error } = outcome;
  if (!(error instanceof ContenderError))
    return `it failed by an error without a type: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  const { message } = error;
  return message.length > LONGEST_MESSAGE ? `an error's message has ${message.length} characters` : null;
}

/** Every number of a value is one, and every amount is an amount. */
function judgeValue(value: unknown, place: string): Verdict {
  if (typeof value === "number") return Number.isFinite(value) ? null : `${place} is ${value}`;
  if (value instanceof Decimal)
    return value.isFinite() && !value.isNegative() ? null : `${place} is the amount ${value.toString()}`;
  if (typeof value !== "object" || value === null || value instanceof Error) return null;
  for (const [key, member] of Object.entries(value)) {
    // Whatever a team once saved in its profile stays as it is.
    const verdict = key === "metadata" ? null : judgeValue(member, `${place}.${key}`);
    if (verdict !== null) return verdict;
  }
  return null;
}

/** A trade is filled only where a whole answer of success holds this very trade, made. */
export function judgeFilled(
  result: ExecuteResult,
  { status, body }: { readonly status: number; readonly body: string },
  { from, to }: { readonly from: string; readonly to: string },
): Verdict {
  if (result.kind !== "filled") return null;
  if (status < 200 || status > 299) return `it is filled by an answer of ${status}`;
  const answer = parsed(body);
  if (answer === null) return "it is filled by what is no JSON object";
  const trade = answer.transaction ?? {};
  const is = (field: string, address: string): boolean => String(trade[field]).toLowerCase() === address.toLowerCase();
  if (answer.success !== true || trade["success"] !== true) return "it is filled by a trade that did not succeed";
  if (!is("fromToken", from) || !is("toToken", to)) return "it is filled by a trade of other tokens";
  if (!is("fromSpecificChain", "eth") || !is("toSpecificChain", "eth")) return "it is filled on another chain";
  return typeof trade["id"] === "string" && trade["id"] !== "" ? null : "it is filled by a trade without an id";
}

function parsed(body: string): { success?: unknown; transaction?: Record<string, unknown> } | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
