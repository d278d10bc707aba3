import type { CancelDecision, Decision, SwapDecision, TargetDecision } from "../model/decision.js";
import type { Intent } from "../model/intent.js";
import type { DecisionRecord, VerdictRecord } from "../model/journal.js";
import type { Outcome } from "../model/outcome.js";
import type { TokenName } from "../model/token.js";
import type { Desk } from "./drafts.js";
import type { Tracked } from "./open-intents.js";
import type { Plan, Withdrawal } from "./plan.js";
import { planSwap } from "./swap-plan.js";
import { TargetOrder } from "./target-order.js";
import { nextStep } from "./target-plan.js";

/** What planning needs to know beside the desk: the strategy's trades that may be withdrawn. */
export interface Unsent {
  /** PREPARED intents of the strategy. */
  readonly prepared: readonly Tracked[];
  /** Its targets that are not finished. */
  readonly targets: readonly TargetOrder[];
}

const NONE: readonly never[] = [];

/**
 * The plan of a strategy's decisions at an instant. It changes nothing: what it takes back and what it
 * adds happens when the plan is enqueued. Decisions of one instant do not take each other back.
 */
export function makePlan(strategy: string, decisions: readonly DecisionRecord[], unsent: Unsent, desk: Desk): Plan {
  const { withdrawals, released } = takenBack(decisions, unsent, desk);
  let verdicts: readonly VerdictRecord[] = NONE;
  let intents: readonly Intent[] = NONE;
  let outcomes: readonly Outcome[] = NONE;
  let targets: readonly TargetOrder[] = NONE;
  const kept =
    withdrawals.length === 0 ? desk.open : desk.open.filter(({ id }) => withdrawals.every((one) => one.intent !== id));
  for (const { decision, seq } of decisions) {
    const now = deskOf(desk, kept, intents);
    if (decision.kind === "swap") {
      const planned = planSwap(now, { seq, strategy, at: desk.now, id: decision.id ?? null, decision });
      verdicts = joined(verdicts, planned.verdicts);
      intents = joined(intents, planned.intents);
      outcomes = joined(outcomes, planned.outcomes);
    } else if (decision.kind === "target") {
      const target = new TargetOrder({ seq, strategy, at: desk.now, id: decision.id ?? null, decision });
      const step = nextStep(now, target);
      verdicts = joined(verdicts, step.verdicts);
      outcomes = joined(outcomes, step.outcomes);
      if (step.intent !== null) intents = [...intents, step.intent];
      if (step.intent !== null || step.waiting) targets = [...targets, target];
    }
  }
  return {
    strategy,
    at: desk.now,
    verdicts,
    intents,
    outcomes,
    withdrawals,
    targets,
    released,
    ids: idsOf(decisions),
  };
}

/** Both lists; the one itself where the other is empty. */
function joined<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  if (a.length === 0) return b;
  return b.length === 0 ? a : [...a, ...b];
}

/** The desk with what is planned already. */
function deskOf(desk: Desk, kept: readonly Intent[], intents: readonly Intent[]): Desk {
  if (intents.length === 0 && kept === desk.open) return desk;
  return {
    ports: desk.ports,
    trades: desk.trades,
    open: [...kept, ...intents],
    resting: desk.resting,
    blocked: desk.blocked,
    now: desk.now,
    taken: (id) => desk.taken(id) || intents.some((intent) => intent.id === id),
  };
}

const NOTHING_BACK = { withdrawals: NONE, released: NONE } as const;

/** What decisions take back of what was not sent yet. */
function takenBack(
  decisions: readonly DecisionRecord[],
  unsent: Unsent,
  desk: Desk,
): Pick<Plan, "withdrawals" | "released"> {
  if (unsent.prepared.length + unsent.targets.length === 0) return NOTHING_BACK;
  const isCash = (token: TokenName): boolean => desk.ports.registry.get(token)?.cash === true;
  const withdrawals = new Map<string, Withdrawal>();
  const released: Plan["released"][number][] = [];
  for (const { decision, seq } of decisions) {
    const reach = withdrawnBy(decision, isCash);
    if (reach === null) continue;
    const reason = decision.kind === "cancel" ? `withdrawn: ${decision.reason}` : `decision ${seq} is newer`;
    for (const { intent, decisionId } of unsent.prepared)
      if (reach.takes(decisionId, [intent.from, intent.to])) withdrawals.set(intent.id, { intent: intent.id, reason });
    for (const order of unsent.targets) {
      const named = [...order.weights.keys()];
      const touched = decision.kind === "cancel" ? [...named, ...cashFor(named, desk)] : named;
      if (reach.takes(order.order.id, touched)) released.push({ order, tokens: reach.tokens, reason });
    }
  }
  return { withdrawals: [...withdrawals.values()], released };
}

/** What a decision takes back of what was not sent yet. */
interface Reach {
  /** The tokens that older targets give up; null: all of them. */
  readonly tokens: readonly TokenName[] | null;
  takes(decisionId: string | null, tokens: readonly TokenName[]): boolean;
}

function withdrawnBy(decision: Decision, isCash: (token: TokenName) => boolean): Reach | null {
  if (decision.kind === "hold") return null;
  if (decision.kind === "cancel") return cancelled(decision, isCash);
  const tokens = tokensOf(decision, isCash);
  return { tokens, takes: (_id, others) => others.some((token) => tokens.includes(token)) };
}

/** Cash is in every trade of a target on its chain, named or not: without it there is nothing left of one. */
function cancelled({ id, token }: CancelDecision, isCash: (token: TokenName) => boolean): Reach {
  return {
    tokens: token === undefined || isCash(token) ? null : [token],
    takes: (decisionId, tokens) =>
      (id === undefined || decisionId === id) && (token === undefined || tokens.includes(token)),
  };
}

/** The cash tokens of the chains of these tokens. */
function cashFor(tokens: readonly TokenName[], { ports: { registry } }: Desk): TokenName[] {
  return tokens.flatMap((name) => registry.cashOf(registry.get(name)?.specificChain ?? "")?.name ?? []);
}

/** The tokens that a decision is about. Cash is in every trade: it counts only where there is nothing else. */
function tokensOf(decision: SwapDecision | TargetDecision, isCash: (token: TokenName) => boolean): TokenName[] {
  const all = decision.kind === "swap" ? [decision.from, decision.to] : Object.keys(decision.weights);
  const others = all.filter((token) => !isCash(token));
  return others.length > 0 ? others : all;
}

const NO_IDS: ReadonlyMap<number, string> = new Map();

function idsOf(decisions: readonly DecisionRecord[]): ReadonlyMap<number, string> {
  let ids: Map<number, string> | null = null;
  for (const { seq, decision } of decisions)
    if ((decision.kind === "swap" || decision.kind === "target") && decision.id !== undefined)
      (ids ??= new Map()).set(seq, decision.id);
  return ids ?? NO_IDS;
}
