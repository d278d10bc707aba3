import { idOf } from "../../model/decision.js";
import type { WaitingTarget } from "../../model/recovered.js";
import type { PlanningContext } from "../planning/planning-context.js";
import { preparedIntent, type Tracked } from "../open-intents.js";
import type { Cause } from "../outcomes.js";
import type { IntentLog } from "../intent-log.js";
import { guardedCall } from "../guarded-call.js";
import { TargetOrder } from "../planning/target-order.js";
import { endedOutcome, nextTargetStep, type TargetStep } from "../planning/target-plan.js";

/** The targets on their way: after each fill the next step is planned, written down and queued. */
export class Targets {
  readonly #recorder: IntentLog;
  readonly #outlook: () => PlanningContext;
  #orders: TargetOrder[] = [];

  constructor(recorder: IntentLog, outlook: () => PlanningContext) {
    this.#recorder = recorder;
    this.#outlook = outlook;
  }

  add(orders: readonly TargetOrder[]): void {
    this.#orders.push(...orders);
  }

  of(strategy: string): TargetOrder[] {
    return this.#orders.filter(({ order, ended }) => order.strategy === strategy && !ended);
  }

  /**
   * An intent was finished: its target goes on after a fill that the books hold, or where a newer decision took back a
   * part of it, and ends otherwise. Planned by books without the fill, it would be traded again.
   */
  finished({ intent, state }: Tracked, code: string): void {
    const target = this.#orders.find(({ current }) => current === intent.id);
    if (target === undefined) return;
    target.current = null;
    const booked = state === "FILLED" && this.#recorder.madeElsewhere === null;
    if (!booked && code !== "WITHDRAWN") target.end();
  }

  /** Plans the next step of every target that waits for none. Throws where the journal cannot be written. */
  advance(): void {
    for (const target of this.#orders) if (target.current === null && !target.ended) this.#next(target);
    this.#orders = this.#orders.filter(({ current, ended }) => current !== null || !ended);
  }

  /** Ends those that wait for a trade of others: of the rest their own trade tells. Throws where the journal cannot be written. */
  stop(reason: string): void {
    const at = this.#recorder.ports.clock.now();
    for (const target of this.#orders) {
      if (target.current !== null || target.ended) continue;
      target.end();
      this.#tellDropped(target, { code: "STOPPED", reason }, at);
    }
  }

  /** Tells of those that waited when an earlier run ended: their strategies decide anew. Throws where the journal cannot be written. */
  tellWaited(waiting: readonly WaitingTarget[]): void {
    const cause = { code: "EARLIER_RUN", reason: "an earlier run decided it and ended while it waited for a trade" };
    const at = this.#recorder.ports.clock.now();
    for (const one of waiting) this.#tellDropped(new TargetOrder({ ...one, id: idOf(one.decision) }), cause, at);
  }

  #tellDropped(target: TargetOrder, cause: Cause, at: number): void {
    this.#write(target, at, { verdicts: [], intent: null, outcomes: [endedOutcome(target, "dropped", cause, at)] });
  }

  #next(target: TargetOrder): void {
    const outlook = this.#outlook();
    this.#write(target, outlook.now, nextTargetStep(outlook, target));
  }

  #write({ order }: TargetOrder, at: number, step: TargetStep): void {
    const { ports, journal, open } = this.#recorder;
    const { strategy, id } = order;
    const { intent, verdicts } = step;
    const outcomes = step.outcomes.map((outcome) => ({ ...outcome, strategy }));
    const intents = intent === null ? [] : [intent];
    if (intents.length + outcomes.length + verdicts.length > 0)
      journal.prepare({ at, decisions: [], verdicts, intents, outcomes });
    if (intent !== null) open.add(preparedIntent(intent, id, ports.board));
    for (const outcome of step.outcomes) guardedCall(ports.log, () => ports.onOutcome(strategy, outcome));
  }
}
