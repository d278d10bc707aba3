import type { JsonValue } from "../../core/json.js";
import { DUST, type Outcome } from "../../model/outcome.js";
import type { TokenName } from "../../model/token.js";
import type { BoundStrategy } from "../../strategy/bind/bind.js";
import { stateOf } from "../../strategy/bind/state.js";
import type { Cadence } from "../../strategy/bind/schedule.js";
import { MissedRuns } from "../loop/missed-run-report.js";
import type { Disabled } from "./disabled.js";
import type { Scheduled } from "../loop/tick-schedule.js";

const NO_OUTCOMES: readonly Outcome[] = [];

/** A strategy while it runs: what it remembers, what it has not been told yet, how often it failed, whether it still decides. */
export class StrategyRun implements Scheduled {
  state: JsonValue;
  /** Why it decides no more; null where it does. */
  disabled: Disabled | null = null;
  /** Failed runs since it decided last, and since the competition was joined. */
  failedInARow = 0;
  failedRuns = 0;
  /** Why the last one of them failed; "" where none did. */
  lastFailure = "";
  /** Whether a tick of it is under way. */
  busy = false;
  /** When it decided last, epoch milliseconds; NaN before it did. */
  lastTick = Number.NaN;
  /** Whether the log knows that it is warming up. */
  saidWarmingUp = false;
  /** The last line that the log got of it. */
  lastLine = "";
  readonly missed = new MissedRuns();
  readonly #outcomes: Outcome[];
  /** Tokens of which it was told that they are dust. */
  readonly #dust = new Set<TokenName>();
  /** As views show them: never changed, only replaced. Null where there are others since. */
  #shown: readonly Outcome[] | null = null;

  constructor(
    readonly bound: BoundStrategy,
    recovered: { readonly state?: JsonValue; readonly outcomes?: readonly Outcome[] } = {},
  ) {
    this.state = stateOf(bound.definition, recovered.state);
    this.#outcomes = [...(recovered.outcomes ?? [])];
  }

  get name(): string {
    return this.bound.name;
  }

  get cadences(): readonly Cadence[] {
    return this.bound.cadences;
  }

  /** What it has not been told yet, oldest first. */
  get outcomes(): readonly Outcome[] {
    this.#shown ??= this.#outcomes.length === 0 ? NO_OUTCOMES : [...this.#outcomes];
    return this.#shown;
  }

  tell(outcomes: readonly Outcome[]): void {
    if (outcomes.length === 0) return;
    for (const outcome of outcomes) {
      this.#outcomes.push(outcome);
      this.#noteDust(outcome);
    }
    this.#shown = null;
  }

  /** Outcomes without those that it was told before: that a token is dust is news once, until a trade of it is filled. */
  newsOf(outcomes: readonly Outcome[]): readonly Outcome[] {
    const isOld = ({ code, from }: Outcome): boolean => code === DUST && this.#dust.has(from);
    return outcomes.some(isOld) ? outcomes.filter((outcome) => !isOld(outcome)) : outcomes;
  }

  #noteDust({ code, status, from, to }: Outcome): void {
    if (code === DUST) this.#dust.add(from);
    else if (status === "filled") for (const token of [from, to]) this.#dust.delete(token);
  }

  /** It was told of the first `count` of them. */
  told(count: number): void {
    if (count === 0) return;
    this.#outcomes.splice(0, count);
    this.#shown = null;
  }
}
