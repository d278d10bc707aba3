import type { JsonObject, JsonValue } from "../../core/json.js";
import type { DecisionRow, RecordedDecision, RecordedTick } from "../../journal/index.js";
import type { Recording } from "./recording.js";

/** What one strategy did at an instant of one run. */
export interface Moment {
  readonly status: RecordedDecision["status"];
  readonly due: readonly string[] | null;
  readonly decisions: RecordedDecision["decisions"];
  /** The facts of this tick; null where they were not recorded. */
  readonly view: JsonObject | null;
  /** Those of the nearest tick before of which they were, or of this one. */
  readonly nearest: JsonObject | null;
  /** The state after it; null where that is not known. */
  readonly state: JsonValue | null;
  readonly error: string | null;
}

/** The strategies of one run, tick by tick: also at ticks that left no row because they only repeated a hold. */
export class Moments {
  /** When the last tick was, as far as decisions say; -Infinity where there are none. */
  readonly lastHold: number;
  readonly #holds = new Map<string, DecisionRow[]>();
  readonly #views = new Map<string, JsonObject>();
  readonly #states = new Map<string, JsonValue>();

  constructor({ decisions, holdsMerged }: Recording) {
    let last = -Infinity;
    if (holdsMerged)
      for (const row of decisions) {
        if (row.aside || row.count < 2) continue;
        const rows = this.#holds.get(row.strategy);
        if (rows === undefined) this.#holds.set(row.strategy, [row]);
        else rows.push(row);
        last = Math.max(last, row.lastAt);
      }
    this.lastHold = last;
  }

  /** What the strategy did at an instant; null where it did not run. Instants are asked for in the order of time. */
  at(at: number, strategy: string, tick: RecordedTick | null): Moment | null {
    const recorded = tick?.strategies.find((one) => one.strategy === strategy);
    return recorded === undefined ? this.#merged(at, strategy) : this.#recorded(recorded);
  }

  /** Takes in a tick that is not compared: its facts are the nearest of those that follow. */
  pass(tick: RecordedTick | null): void {
    for (const recorded of tick?.strategies ?? []) this.#recorded(recorded);
  }

  #recorded(recorded: RecordedDecision): Moment {
    const { strategy, status, due, decisions, view, error } = recorded;
    if (view !== null) this.#views.set(strategy, view);
    const before = view?.["state"] ?? this.#states.get(strategy) ?? null;
    const state = recorded.state ?? before;
    this.#states.set(strategy, state);
    return { status, due, decisions, view, nearest: this.#views.get(strategy) ?? null, state, error };
  }

  /** A tick of which only the hold is known, that it repeated. */
  #merged(at: number, strategy: string): Moment | null {
    const holds = this.#holds.get(strategy);
    while (holds?.[0] !== undefined && holds[0].lastAt < at) holds.shift();
    const hold = holds?.[0];
    if (hold === undefined || hold.at > at) return null;
    const decisions = [{ seq: hold.number, decision: hold.decision }];
    const nearest = this.#views.get(strategy) ?? null;
    const known = this.#states.get(strategy) ?? null;
    return { status: "decided", due: null, decisions, view: null, nearest, state: known, error: null };
  }
}
