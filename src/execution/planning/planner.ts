import {
  idOf,
  type CancelDecision,
  type Decision,
  type SwapDecision,
  type TargetDecision,
} from "../../model/decision.js";
import type { DecisionRecord } from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import type { TokenName } from "../../model/token.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { PlanningContext } from "./planning-context.js";
import type { Tracked } from "../open-intents.js";
import type { Plan, Withdrawal } from "./plan.js";
import { planSwap, type Planned } from "./swap-plan.js";
import { TargetOrder } from "./target-order.js";
import { endedOutcome, nextTargetStep } from "./target-plan.js";

/** What planning needs to know beside the outlook: the strategy's trades that may be withdrawn. */
interface Unsent {
  /** PREPARED intents of the strategy. */
  readonly prepared: readonly Tracked[];
  /** Its targets that are not finished. */
  readonly targets: readonly TargetOrder[];
}

const NONE: readonly never[] = [];

/** What planning one decision gives. */
interface Part extends Planned {
  /** What goes on after its fills; null where there is no such thing. */
  readonly target: TargetOrder | null;
}

/**
 * The plan of a strategy's decisions at an instant. It changes nothing but the outlook: what it takes back
 * and what it adds happens when the plan is enqueued. Decisions of one instant do not take each other back.
 */
export function makePlan(
  strategy: string,
  decisions: readonly DecisionRecord[],
  unsent: Unsent,
  outlook: PlanningContext,
): Plan {
  const { withdrawals, released, ended } = takenBack(decisions, unsent, outlook);
  const now = withdrawals.length === 0 ? outlook : outlookWithout(outlook, withdrawals);
  const parts: Part[] = [];
  for (const record of decisions) {
    const part = planOne(strategy, record, now);
    if (part === null) continue;
    now.open.add(part.intents);
    parts.push(part);
  }
  return {
    verdicts: joined(parts.map(({ verdicts }) => verdicts)),
    intents: joined(parts.map(({ intents }) => intents)),
    outcomes: joined([ended, ...parts.map(({ outcomes }) => outcomes)]),
    withdrawals,
    targets: parts.flatMap(({ target }) => target ?? []),
    released,
    ids: idsOf(decisions),
  };
}

/** Null where there is nothing to plan. */
function planOne(strategy: string, { decision, seq }: DecisionRecord, now: PlanningContext): Part | null {
  const at = now.now;
  if (decision.kind === "swap") {
    const { verdicts, outcomes, intents } = planSwap(now, { seq, strategy, at, id: idOf(decision), decision });
    return { verdicts, outcomes, intents, target: null };
  }
  if (decision.kind !== "target") return null;
  const target = new TargetOrder({ seq, strategy, at, id: idOf(decision), decision });
  const { verdicts, outcomes, intent } = nextTargetStep(now, target);
  return { verdicts, outcomes, intents: intent === null ? NONE : [intent], target: target.ended ? null : target };
}

/** All lists in one; the one itself where the others are empty. */
function joined<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const some = lists.filter(({ length }) => length > 0);
  return some.length > 1 ? some.flat() : (some[0] ?? NONE);
}

/** The outlook without what is taken back. */
function outlookWithout(outlook: PlanningContext, withdrawals: readonly Withdrawal[]): PlanningContext {
  return { ...outlook, open: outlook.open.without(new Set(withdrawals.map(({ intent }) => intent))) };
}

/** What is taken back, and what is told of targets that end by it. */
interface TakenBack extends Pick<Plan, "withdrawals" | "released"> {
  readonly ended: readonly Outcome[];
}

const NOTHING_BACK: TakenBack = { withdrawals: NONE, released: NONE, ended: NONE };

/** What decisions take back of what was not sent yet. */
function takenBack(decisions: readonly DecisionRecord[], unsent: Unsent, outlook: PlanningContext): TakenBack {
  if (unsent.prepared.length + unsent.targets.length === 0) return NOTHING_BACK;
  const { registry } = outlook.ports;
  const taking = new Map<string, Taking>();
  const released: Released[] = [];
  for (const { decision, seq } of decisions) {
    const reach = withdrawnBy(decision, registry);
    if (reach === null) continue;
    const reason = decision.kind === "cancel" ? `withdrawn: ${decision.reason}` : `decision ${seq} is newer`;
    taking.set(reach.key, { reach, first: taking.get(reach.key)?.first ?? seq, last: seq, reason });
    for (const order of unsent.targets) {
      const named = [...order.weights.keys()];
      const touched = decision.kind === "cancel" ? [...registry.withCash(named)] : named;
      if (reach.takes(order.order.id, touched)) released.push({ order, tokens: reach.tokens, reason });
    }
  }
  const withdrawals = withdrawalsOf(unsent.prepared, [...taking.values()]);
  return { withdrawals, released, ended: endedBy(released, outlook.now) };
}

interface Released {
  readonly order: TargetOrder;
  readonly tokens: readonly TokenName[] | null;
  readonly reason: string;
}

/** Of a target with a trade on its way that trade tells; of one that only waits, and keeps nothing, this does. */
function endedBy(released: readonly Released[], now: number): readonly Outcome[] {
  const kept = new Map<TargetOrder, { tokens: readonly TokenName[]; reason: string }>();
  for (const { order, tokens, reason } of released) {
    const left = kept.get(order)?.tokens ?? [...order.weights.keys()];
    kept.set(order, { tokens: tokens === null ? [] : left.filter((token) => !tokens.includes(token)), reason });
  }
  return [...kept].flatMap(([order, { tokens, reason }]) =>
    order.current === null && tokens.length === 0
      ? endedOutcome(order, "dropped", { code: "WITHDRAWN", reason }, now)
      : [],
  );
}

/** Decisions of one reach: which of them was the first, which the last, and what that one says. */
interface Taking {
  readonly reach: Reach;
  readonly first: number;
  readonly last: number;
  readonly reason: string;
}

/** In the order of the decisions that took them back first; each for the reason of the last one that did. */
function withdrawalsOf(prepared: readonly Tracked[], taking: readonly Taking[]): readonly Withdrawal[] {
  const found: (Withdrawal & { readonly first: number })[] = [];
  for (const { intent, decisionId } of prepared) {
    const those = taking.filter(({ reach }) => reach.takes(decisionId, [intent.from, intent.to]));
    if (those.length === 0) continue;
    const first = Math.min(...those.map((one) => one.first));
    const { reason } = those.reduce((a, b) => (a.last > b.last ? a : b));
    found.push({ first, intent: intent.id, reason });
  }
  return found.sort((a, b) => a.first - b.first).map(({ intent, reason }) => ({ intent, reason }));
}

/** What a decision takes back of what was not sent yet. */
interface Reach {
  /** The same for decisions that take back the same. */
  readonly key: string;
  /** The tokens that older targets give up; null: all of them. */
  readonly tokens: readonly TokenName[] | null;
  takes(decisionId: string | null, tokens: readonly TokenName[]): boolean;
}

function withdrawnBy(decision: Decision, registry: TokenRegistry): Reach | null {
  if (decision.kind === "hold") return null;
  if (decision.kind === "cancel") return cancelled(decision, registry);
  const tokens = tokensOf(decision, registry);
  return { key: tokens.join(" "), tokens, takes: (_id, others) => others.some((token) => tokens.includes(token)) };
}

/** Cash is in every trade of a target on its chain, named or not: without it there is nothing left of one. */
function cancelled({ id, token }: CancelDecision, registry: TokenRegistry): Reach {
  return {
    key: `cancel ${JSON.stringify([id, token])}`,
    tokens: token === undefined || registry.isCash(token) ? null : [token],
    takes: (decisionId, tokens) =>
      (id === undefined || decisionId === id) && (token === undefined || tokens.includes(token)),
  };
}

/** The tokens that a decision is about. Cash is in every trade: it counts only where there is nothing else. */
function tokensOf(decision: SwapDecision | TargetDecision, registry: TokenRegistry): TokenName[] {
  const all = decision.kind === "swap" ? [decision.from, decision.to] : Object.keys(decision.weights);
  const others = all.filter((token) => !registry.isCash(token));
  return others.length > 0 ? others : all;
}

const NO_IDS: ReadonlyMap<number, string> = new Map();

function idsOf(decisions: readonly DecisionRecord[]): ReadonlyMap<number, string> {
  let ids: Map<number, string> | null = null;
  for (const { seq, decision } of decisions) {
    const id = idOf(decision);
    if (id !== null) (ids ??= new Map()).set(seq, id);
  }
  return ids ?? NO_IDS;
}
