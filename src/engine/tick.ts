import { canonicalJson, type JsonObject, type JsonValue } from "../core/json.js";
import { messageOf } from "../core/errors.js";
import type { Plan } from "../execution/plan.js";
import type { DecisionRecord, StrategyTick } from "../model/journal.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { BarsSource } from "../strategy/bars-source.js";
import { decideOn, type Checked } from "../strategy/decide.js";
import type { Guard } from "../strategy/guard.js";
import { viewOf } from "../strategy/view-of.js";
import type { ViewData } from "../strategy/view-data.js";
import type { StrategyRun } from "./strategy-run.js";

/** What deciding needs. */
export interface DecisionPorts {
  readonly bars: BarsSource;
  readonly registry: TokenRegistry;
  readonly guard: Guard;
  nextDecision(): number;
  /** @param earlier plans of this instant that are not on disk yet */
  plan(strategy: string, decisions: readonly DecisionRecord[], at: number, earlier: readonly Plan[]): Plan;
}

/** A strategy's part of a tick: what is written, and what follows once it is. */
export interface Decided {
  readonly run: StrategyRun;
  readonly record: StrategyTick;
  readonly plan: Plan | null;
  /** How many outcomes it was told of. */
  readonly told: number;
  /** Why it is to be parked; null where it decided. */
  readonly failure: unknown;
}

const NOTHING = { decisions: [], verdicts: [], intents: [], outcomes: [] } as const;

/** A strategy that has too few bars: it says until when. */
export function warmingUp(run: StrategyRun, due: readonly string[], readyAt: number): Decided {
  const error = `warming up: its bars will be complete at ${new Date(readyAt).toISOString()}`;
  const record = { strategy: run.name, due, status: "warming-up", view: null, error, ...NOTHING } as const;
  return { run, record, plan: null, told: 0, failure: null };
}

/** Lets a strategy decide on facts and plans what follows. Changes nothing yet; what the strategy throws is in the answer. */
export function decideTick(run: StrategyRun, data: ViewData, ports: DecisionPorts, earlier: readonly Plan[]): Decided {
  const base = { strategy: run.name, due: data.due, view: jsonOf(data) };
  let checked: Checked;
  try {
    const view = viewOf(run.bound, data, ports.bars, ports.registry);
    checked = decideOn(run.bound, view, ports.registry, ports.guard);
  } catch (error) {
    const record = { ...base, status: "failed", error: messageOf(error), ...NOTHING } as const;
    return { run, record, plan: null, told: 0, failure: error ?? new Error("it threw nothing") };
  }
  const decisions = checked.decisions.map((decision) => ({ seq: ports.nextDecision(), decision }));
  const plan = ports.plan(run.name, decisions, data.now, earlier);
  const record = {
    ...base,
    status: "decided",
    error: null,
    decisions,
    ...changedState(run.state, checked.state),
    verdicts: plan.verdicts,
    intents: plan.intents,
    outcomes: plan.outcomes,
  } as const;
  return { run, record, plan, told: data.outcomes.length, failure: null };
}

function changedState(before: JsonValue, after: JsonValue | undefined): { state?: JsonValue } {
  return after === undefined || canonicalJson(after) === canonicalJson(before) ? {} : { state: after };
}

/** Facts are JSON-safe by construction: each comes from a model that is, or was checked. */
function jsonOf(data: ViewData): JsonObject {
  return data as object as JsonObject;
}
