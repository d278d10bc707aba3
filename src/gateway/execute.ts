import { SERVICE_ERRORS, type Answer } from "../contract/index.js";
import { fromDouble, plain } from "../core/number/decimal.js";
import { messageOf, toError } from "../core/errors.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { ExecuteRequest, ExecuteResult } from "../model/trade.js";
import type { CallOptions } from "../model/venue.js";
import { AnswerError, RefusalError } from "./errors.js";
import { toTrade } from "./to-model.js";
import type { Pipeline } from "./pipeline.js";
import { swapFields } from "./reads.js";

/**
 * Sends a trade, once. What became of it is in the result, whatever happens: `filled` for a 200 with
 * this trade in it, made; `rejected` where it is certain that none was made, by a refusal that is
 * known to come before any trade or because nothing was sent; else `unknown`.
 */
export async function executeTrade(
  pipeline: Pipeline,
  registry: TokenRegistry,
  swap: ExecuteRequest,
  options: CallOptions = {},
): Promise<ExecuteResult> {
  const request = { sent: false };
  const onSend = (): void => {
    request.sent = true;
  };
  try {
    const body = { ...swapFields(swap, registry), reason: swap.reason, ...toleranceOf(swap) };
    const answer = await pipeline.call("executeTrade", { body }, { ...options, purpose: "trade", onSend });
    return resultOf(answer, swap, registry);
  } catch (error) {
    if (!request.sent) return { kind: "rejected", code: "NOT_SENT", text: messageOf(error) };
    return rejectionOf(error) ?? { kind: "unknown", error: toError(error) };
  }
}

function toleranceOf({ slippageTolerance }: ExecuteRequest): { slippageTolerance?: string } {
  return slippageTolerance === undefined ? {} : { slippageTolerance: plain(fromDouble(slippageTolerance)) };
}

function rejectionOf(error: unknown): ExecuteResult | null {
  if (!(error instanceof RefusalError) || error.recognised === null) return null;
  const { rejection } = SERVICE_ERRORS[error.recognised];
  return rejection === null ? null : { kind: "rejected", code: rejection, text: error.text };
}

/**
 * A trade that says of itself that it failed, or that is of other tokens, proves nothing about the
 * balances: it is unknown, and the trade list decides.
 */
function resultOf(answer: Answer<"executeTrade">, swap: ExecuteRequest, registry: TokenRegistry): ExecuteResult {
  const trade = toTrade(answer.transaction, registry);
  const unknown = (problem: string): ExecuteResult => ({
    kind: "unknown",
    error: new AnswerError("executeTrade", 200, problem, false),
  });
  if (!trade.success) return unknown(`the trade ${trade.id} says that it failed: ${trade.error ?? "without a reason"}`);
  const from = registry.resolve(swap.from).name;
  const to = registry.resolve(swap.to).name;
  if (trade.from !== from || trade.to !== to)
    return unknown(`the trade ${trade.id} sold ${trade.from} for ${trade.to}, not ${from} for ${to}`);
  return { kind: "filled", trade };
}
