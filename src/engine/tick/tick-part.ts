import { iso } from "../../core/time/utc.js";
import type { JsonValue } from "../../core/json.js";
import type { Plan } from "../../execution/planning/plan.js";
import type { DecisionRecord, StrategyTick } from "../../model/journal.js";
import { thrownText } from "../../strategy/thrown.js";
import { hasChanged } from "./strategy-host.js";
import type { StrategyRun } from "./strategy-run.js";

/** A strategy's part of a tick: what is written, and what follows once it is. */
export interface TickPart {
  readonly run: StrategyRun;
  readonly record: StrategyTick;
  /** Null where nothing follows. */
  readonly plan: Plan | null;
  /** How many outcomes it was told of. */
  readonly told: number;
  /** What was thrown, or is wrong with what was returned; null where the run did not fail. */
  readonly failure: unknown;
}

const NOTHING = { decisions: [], verdicts: [], intents: [], outcomes: [] } as const;

/** A strategy that decided. */
export function decidedPart(
  run: StrategyRun,
  due: readonly string[],
  decided: {
    readonly decisions: readonly DecisionRecord[];
    readonly state: JsonValue | undefined;
    readonly plan: Plan | null;
    readonly view: StrategyTick["view"];
  },
): TickPart {
  const { decisions, state, view } = decided;
  const plan = decided.plan === null ? null : { ...decided.plan, outcomes: run.newsOf(decided.plan.outcomes) };
  const { verdicts, intents, outcomes } = plan ?? NOTHING;
  const record: StrategyTick = {
    ...{ strategy: run.name, due, view, status: "decided", error: null },
    ...{ decisions, verdicts, intents, outcomes },
    ...(hasChanged(run.state, state) ? { state } : {}),
  };
  return { run, record, plan, told: run.outcomes.length, failure: null };
}

/** A strategy whose run failed. */
export function failedPart(
  run: StrategyRun,
  due: readonly string[],
  error: unknown,
  view: StrategyTick["view"],
): TickPart {
  const why = thrownText(error, run.bound.file);
  const record: StrategyTick = { strategy: run.name, due, view, status: "failed", error: why, ...NOTHING };
  return { run, record, plan: null, told: 0, failure: error ?? new Error("it threw nothing") };
}

/** A strategy that has too few bars: it says until when. */
export function warmingUpPart(run: StrategyRun, due: readonly string[], readyAt: number): TickPart {
  const error = `warming up: its bars will be complete at ${iso(readyAt)}`;
  const record: StrategyTick = { strategy: run.name, due, status: "warming-up", view: null, error, ...NOTHING };
  return { run, record, plan: null, told: 0, failure: null };
}
