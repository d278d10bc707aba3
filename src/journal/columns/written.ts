import type { BookEntry, IntentStep, Note, Preparation, StrategyTick, TickRecord } from "../../model/journal.js";
import type { Trade } from "../../model/trade.js";
import type { KeptDecision } from "./kept-decisions.js";

/** Something that was written to a journal in memory. */
export type Written =
  | { readonly kind: "tick"; readonly tick: TickRecord }
  | { readonly kind: "preparation"; readonly preparation: Preparation }
  | { readonly kind: "step"; readonly step: IntentStep }
  | { readonly kind: "adjustment"; readonly at: number; readonly entries: readonly BookEntry[] }
  | { readonly kind: "foreign"; readonly at: number; readonly trades: readonly Trade[] }
  | { readonly kind: "note"; readonly note: Note };

/** A tick in which one strategy held and nothing else happened: its decision says nearly all of it. */
interface HeldTick {
  readonly held: KeptDecision;
  readonly due: readonly string[];
}

/** The same as it is kept: what there is most of stands for itself. Whatever is kept of a trade is moved by the garbage collector, object by object. */
export type Kept = Written | TickRecord | IntentStep | HeldTick;

export function writtenOf(one: Kept): Written {
  if ("kind" in one) return one;
  if ("held" in one) return { kind: "tick", tick: tickOf(one) };
  return "strategies" in one ? { kind: "tick", tick: one } : { kind: "step", step: one };
}

/** Whether a tick's only decision, a hold, says all of it but when it was due. */
export function isHeldAlone({ bars, strategies }: TickRecord): boolean {
  const [one] = strategies;
  if (one === undefined || strategies.length > 1 || bars.length > 0) return false;
  const { status, error, decisions, view, state, verdicts, intents, outcomes } = one;
  return (
    status === "decided" &&
    error === null &&
    decisions.length === 1 &&
    decisions[0]?.decision.kind === "hold" &&
    view === null &&
    state === undefined &&
    verdicts.length + intents.length + outcomes.length === 0
  );
}

function tickOf({ held: { at, strategy, seq, decision }, due }: HeldTick): TickRecord {
  const one: StrategyTick = {
    strategy,
    due,
    view: null,
    status: "decided",
    error: null,
    decisions: [{ seq, decision }],
    verdicts: [],
    intents: [],
    outcomes: [],
  };
  return { at, bars: [], strategies: [one] };
}
