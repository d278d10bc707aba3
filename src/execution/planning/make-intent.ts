import type { Decimal } from "../../core/number/decimal.js";
import type { SwapDecision, TargetDecision } from "../../model/decision.js";
import type { Intent } from "../../model/intent.js";
import type { TokenName } from "../../model/token.js";
import { markerOf, wireReason } from "../marker.js";
import type { PlanningContext } from "./planning-context.js";

/** A tradable decision with its numbers in the journal. */
export interface Ordered<D = SwapDecision | TargetDecision> {
  readonly seq: number;
  readonly id: string | null;
  readonly decision: D;
  readonly strategy: string;
  /** Epoch milliseconds at which it was decided. */
  readonly at: number;
}

/** The last instant that has a date, epoch milliseconds. */
const LATEST = 8_640_000_000_000_000;

/** An intent of a decision, with its marker and the reason as it will be sent. */
export function makeIntent(
  outlook: PlanningContext,
  order: Ordered,
  pair: { readonly from: TokenName; readonly to: TokenName },
  amount: Decimal,
  parent: string | null,
): Intent {
  const { ports, now } = outlook;
  const id = outlook.newId();
  const marker = markerOf(ports.journalId, id);
  const { decision } = order;
  return {
    id,
    marker,
    parent,
    competitionId: ports.ledger.competitionId,
    strategy: order.strategy,
    decision: order.seq,
    from: pair.from,
    to: pair.to,
    amount,
    reason: wireReason(marker, decision.reason, ports.settings.maxReasonLength),
    limit: decision.limit ?? null,
    validUntil: decision.validFor === undefined ? null : Math.min(order.at + decision.validFor, LATEST),
    urgent: decision.urgent === true,
    preparedAt: now,
  };
}
