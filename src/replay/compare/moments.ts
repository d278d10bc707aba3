import { addTo } from "../../core/grouped.js";
import { canonicalJson, type JsonObject, type JsonValue } from "../../core/json.js";
import { cadencesOf, type Cadence } from "../../strategy/bind/schedule.js";
import type { DecisionRow, RecordedDecision, RecordedTick } from "../../journal/index.js";
import type { Recording } from "./recording.js";

/** What one strategy did at an instant of one run. */
export interface Moment {
  readonly status: RecordedDecision["status"];
  readonly decisions: RecordedDecision["decisions"];
  /** The facts of this tick; null where they were not recorded. */
  readonly view: JsonObject | null;
  /** The state after it; undefined where it was not recorded. */
  readonly state: JsonValue | undefined;
  readonly error: string | null;
}

/** The strategies of one run, tick by tick: also at ticks that left no row because they only repeated a hold. */
export class Moments {
  /** When the last tick was, as far as decisions say; -Infinity where there are none. */
  readonly lastHold: number;
  /** Newest first: what is over is taken from the end, which costs the same however many there are. */
  readonly #holds = new Map<string, DecisionRow[]>();
  /** When strategies were due that the other run had due at other times. */
  readonly #cadences: ReadonlyMap<string, readonly Cadence[]>;

  constructor({ run, decisions, holdsMerged }: Recording, other: Recording) {
    const strategies = holdsMerged ? run.strategies : [];
    this.#cadences = new Map(
      strategies.flatMap(({ name, schedule }) => {
        const others = other.run.strategies.find((one) => one.name === name)?.schedule ?? null;
        const same = schedule === null || others === null || canonicalJson(schedule) === canonicalJson(others);
        return same ? [] : [[name, cadencesOf(schedule.patterns, schedule.timezone).cadences]];
      }),
    );
    let last = -Infinity;
    if (holdsMerged)
      for (const row of decisions.toReversed()) {
        if (row.aside || row.count < 2) continue;
        addTo(this.#holds, row.strategy, row);
        last = Math.max(last, row.lastAt);
      }
    this.lastHold = last;
  }

  /** What the strategy did at an instant; null where it did not run. Instants are asked for in the order of time. */
  at(at: number, strategy: string, tick: RecordedTick | null): Moment | null {
    const recorded = tick?.strategies.find((one) => one.strategy === strategy);
    return recorded === undefined ? this.#merged(at, strategy) : recordedMoment(recorded);
  }

  /** A tick of which only the hold is known, that it repeated. */
  #merged(at: number, strategy: string): Moment | null {
    const holds = this.#holds.get(strategy);
    while ((holds?.at(-1)?.lastAt ?? Infinity) < at) holds?.pop();
    const hold = holds?.at(-1);
    if (hold === undefined || hold.at > at || !this.#due(strategy, at)) return null;
    const decisions = [{ seq: hold.number, decision: hold.decision }];
    return { status: "decided", decisions, view: null, state: undefined, error: null };
  }

  /** Whether it was due then; true where the journals do not say that the other run had it due at other times. */
  #due(strategy: string, at: number): boolean {
    return this.#cadences.get(strategy)?.some((cadence) => cadence.next(at - 1) === at) ?? true;
  }
}

function recordedMoment(recorded: RecordedDecision): Moment {
  // Null is a state too.
  const { status, decisions, view, error, state = view?.["state"] } = recorded;
  return { status, decisions, view, state, error };
}
