import type { Clock } from "../core/clock.js";
import { messageOf, type ContenderError } from "../core/errors.js";
import type { JsonValue } from "../core/json.js";
import type { Log } from "../core/log.js";
import { all, andThen, type MaybePromise } from "../core/maybe.js";
import type { Plan } from "../execution/plan.js";
import type { JournalWriter } from "../model/journal.js";
import type { TokenName } from "../model/token.js";
import type { Venue, VenueReads } from "../model/venue.js";
import { viewOf } from "../strategy/view-of.js";
import { attempt } from "./attempt.js";
import type { BarBook } from "./bar-book.js";
import { logDecisions } from "./decision-lines.js";
import { factsFor, tokensOf, type FactSources } from "./facts.js";
import type { Notes } from "./notes.js";
import type { PriceFeed } from "./price-feed.js";
import { readInputs, type ReadHookPorts } from "./read-hook.js";
import type { Due } from "./scheduler.js";
import type { StrategyRun } from "./strategy-run.js";
import { decideTick, warmingUp, type Decided, type DecisionPorts } from "./tick.js";

export interface TickerPorts extends Omit<ReadHookPorts, "guard">, DecisionPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: Pick<Venue, "scope">;
  readonly journal: Pick<JournalWriter, "tick">;
  readonly note: Notes;
  readonly feed: PriceFeed;
  readonly bars: BarBook;
  readonly sources: FactSources;
  /** Once planned trades are on disk. */
  enqueue(strategy: string, plan: Plan): void;
}

type Scope = VenueReads & { close(): void };
type DueRun = Due<StrategyRun>;

/** Runs ticks: everything that happens at one instant, from gathering to what execution is given. */
export class Ticker {
  readonly #ports: TickerPorts;

  constructor(ports: TickerPorts) {
    this.#ports = ports;
  }

  /**
   * One instant, for the strategies that are due; synchronous where all ports are. Rejects (throws)
   * only when the journal cannot be written or the program is at fault.
   *
   * @param sampled tokens whose price is read as well
   */
  tick(instant: number, due: readonly DueRun[], sampled: readonly TokenName[]): MaybePromise<void> {
    const ready = due.filter((one) => this.#mayRun(one));
    for (const { task } of ready) task.busy = true;
    const result = attempt(() => this.#run(instant, ready, sampled));
    return andThen(result, (ended) => {
      for (const { task } of ready) task.busy = false;
      if (!ended.ok) throw ended.error;
    });
  }

  #run(instant: number, due: readonly DueRun[], sampled: readonly TokenName[]): MaybePromise<void> {
    const { venue, feed, stop, sources } = this.#ports;
    const scope = venue.scope();
    const tokens = new Set(sampled);
    for (const { task } of due) for (const token of tokensOf(task, sources.ledger, sources.registry)) tokens.add(token);
    return andThen(feed.gather(scope, tokens, stop), () =>
      andThen(this.#readAll(instant, due, scope, tokens), (inputs) => {
        scope.close();
        if (!stop.aborted) this.#decideAll(instant, due, inputs);
      }),
    );
  }

  /** The `read` hooks, in parallel; prices are read again after them, for they may have taken a while. */
  #readAll(
    instant: number,
    due: readonly DueRun[],
    scope: Scope,
    tokens: Iterable<TokenName>,
  ): MaybePromise<readonly JsonValue[]> {
    const { venue, feed, stop } = this.#ports;
    if (due.every(({ task }) => task.bound.definition.read === undefined)) return due.map(() => null);
    return andThen(all(due.map((one) => this.#read(instant, one, scope))), (inputs) => {
      scope.close();
      const fresh = venue.scope();
      return andThen(feed.gather(fresh, tokens, stop), () => {
        fresh.close();
        return inputs;
      });
    });
  }

  #read(instant: number, { task, names }: DueRun, scope: Scope): MaybePromise<JsonValue> {
    const { clock, bars, registry, sources } = this.#ports;
    const now = clock.now();
    bars.advance(now);
    if (task.bound.definition.read === undefined || bars.readyAt(task.bound.bars, now) !== null) return null;
    const data = factsFor(task, sources, { instant, now, due: names, inputs: null });
    const view = viewOf(task.bound, data, bars, registry);
    return andThen(
      attempt(() => readInputs(task.bound, view, scope, this.#ports)),
      (read) => {
        if (read.ok) return read.value;
        this.#ports.note("warn", "read-failed", `${task.name}: read failed: ${messageOf(read.error)}`, {
          strategy: task.name,
        });
        return null;
      },
    );
  }

  /** No promise from here on: what is decided, written and handed over belongs to one moment. */
  #decideAll(instant: number, due: readonly DueRun[], inputs: readonly JsonValue[]): void {
    const { clock, bars, journal, sources, log, enqueue } = this.#ports;
    const now = clock.now();
    bars.advance(now);
    if (due.length === 0) return;
    const plans: Plan[] = [];
    const decided = due.map(({ task, names }, index): Decided => {
      const readyAt = bars.readyAt(task.bound.bars, now);
      if (readyAt !== null) return warmingUp(task, names, readyAt);
      const data = factsFor(task, sources, { instant, now, due: names, inputs: inputs[index] ?? null });
      const one = decideTick(task, data, this.#ports, plans);
      if (one.plan !== null) plans.push(one.plan);
      return one;
    });
    journal.tick({ at: instant, bars: bars.takeFresh(), strategies: decided.map(({ record }) => record) });
    for (const one of decided) {
      this.#apply(one, now);
      logDecisions(log, one);
      if (one.plan !== null) enqueue(one.run.name, one.plan);
    }
  }

  #apply({ run, record, plan, told, failure }: Decided, now: number): void {
    run.lastTick = now;
    if (record.state !== undefined) run.state = record.state;
    run.told(told);
    if (plan !== null) run.tell(plan.outcomes);
    if (failure !== null) this.#park(run, failure);
  }

  #park(run: StrategyRun, failure: unknown): void {
    const { remedy = "" } = failure as Partial<ContenderError>;
    const advice = remedy === "" ? "Mend the strategy, then start the bot again." : remedy;
    run.parked = messageOf(failure);
    const text = `${run.name} is parked, it decides no more: ${run.parked}`;
    const stack = failure instanceof Error ? (failure.stack ?? "") : "";
    this.#ports.note("error", "strategy-parked", text, { strategy: run.name, remedy: advice, stack });
  }

  #mayRun({ task, missed }: DueRun): boolean {
    if (task.parked !== null) return false;
    const count = task.missed.add(missed + (task.busy ? 1 : 0), this.#ports.clock.now());
    if (count > 0) {
      const why = task.busy ? "it was still deciding" : "this process woke up late";
      const text = `${task.name} missed ${count === 1 ? "a run" : `${count} runs`}: ${why}. Its schedule may be too tight, or the machine slept.`;
      this.#ports.note("warn", "missed-runs", text, { strategy: task.name, runs: count });
    }
    return !task.busy;
  }
}
