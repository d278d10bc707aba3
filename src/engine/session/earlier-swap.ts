import { printable } from "../../core/printable.js";
import { iso } from "../../core/time/utc.js";
import type { SwapDecision } from "../../model/decision.js";
import { UNASSIGNED } from "../../model/journal.js";
import { openIntents, type KnownSwap, type ManualSwaps } from "../../model/manual-swap.js";
import { checkDecision } from "../../strategy/decide/check-decision.js";
import type { SwapCommand, SwapResult } from "../control.js";
import { EqualSwapError, SwapIdError } from "../errors.js";
import type { EnginePorts } from "../ports.js";

/** The decision that a person's swap is. Throws BadDecisionError. */
export function decisionOf({ registry }: Pick<EnginePorts, "registry">, command: SwapCommand): SwapDecision {
  const { from, to, size, reason, id } = command;
  const decision = { kind: "swap", from, to, size, reason, ...(id !== undefined && { id }) };
  return checkDecision(decision, registry) as SwapDecision;
}

/**
 * What became of the swap that was asked for before by the same id, for which no competition need be going on; null where
 * there is none, or it is under way still. Throws SwapIdError and BadDecisionError.
 */
export function settledSwap(
  ports: Pick<EnginePorts, "registry" | "manualSwaps">,
  command: SwapCommand,
): SwapResult | null {
  if (command.id === undefined) return null;
  const known = earlierSwap(ports.manualSwaps, command, decisionOf(ports, command));
  if (known === null || openIntents(known).length > 0) return null;
  return { outcomes: known.outcomes, askedBefore: known.askedAt };
}

/**
 * The swap that a person asked for before by the same id; null where this one is new. Throws SwapIdError where the id is
 * another swap's, and EqualSwapError where one without an id equals another that was made a short while ago or is not
 * settled, unless it is to be made again.
 */
export function earlierSwap(
  swaps: ManualSwaps | undefined,
  command: SwapCommand,
  decision: SwapDecision,
): KnownSwap | null {
  if (swaps === undefined) return null;
  const { id, again = false } = command;
  if (id !== undefined) {
    const named = swaps.named(id);
    if (named !== null && !isSame(named, command, decision)) throw new SwapIdError(printable(id), describe(named));
    return named;
  }
  const equal = again ? null : swaps.like(decision);
  if (equal !== null) throw new EqualSwapError(describe(equal), iso(equal.askedAt));
  return null;
}

function isSame({ swap, book }: KnownSwap, { book: payer = UNASSIGNED }: SwapCommand, decision: SwapDecision): boolean {
  const sizes = [swap.size, decision.size].map((size) => JSON.stringify(size));
  return swap.from === decision.from && swap.to === decision.to && sizes[0] === sizes[1] && book === payer;
}

/** `100 USDC.eth to WETH.eth, "by hand" (k2m9xq: FILLED)`. */
function describe({ swap, intents }: KnownSwap): string {
  const { from, to, size, reason } = swap;
  const amount = "amount" in size ? `${size.amount} ` : "";
  const states = intents.map(({ id, state }) => `${id}: ${state}`).join(", ");
  return `${amount}${from} to ${to}, "${printable(reason)}"${states === "" ? "" : ` (${states})`}`;
}
