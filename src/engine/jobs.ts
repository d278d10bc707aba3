import type { Cancel } from "../core/clock.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe.js";
import type { TokenName } from "../model/token.js";
import { periodicCadence } from "../strategy/schedule.js";
import { attempt } from "./attempt.js";
import { neededTokens } from "./open-session.js";
import { periodic, type Periodic } from "./periodic.js";
import { Scheduler, type Due, type Task } from "./scheduler.js";
import type { Session } from "./session.js";
import { StrategyRun } from "./strategy-run.js";
import type { World } from "./world.js";

/** Milliseconds after the competition's known end at which the status is read: clocks differ, and the end is somebody's work. */
const AFTER_END = 1_000;

export interface JobEvents {
  /** Reads the competition's status and acts on it. */
  watch(): MaybePromise<void>;
  onDrawdown(reason: string): void;
  /** The journal cannot be written, or the program is at fault. */
  onFailure(error: unknown): void;
}

/** All that happens by the clock: ticks, price samples, and what is read every so often. */
export class Jobs {
  readonly scheduler: Scheduler<Task>;
  readonly #world: World;
  readonly #events: JobEvents;
  readonly #periodic: Periodic[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #watch: Periodic | null = null;
  #end: { readonly at: number; readonly cancel: Cancel } | null = null;
  #session: Session | null = null;
  #sample: Task | null = null;
  #sampling = false;
  #tokens: () => Iterable<TokenName> = () => [];

  constructor(world: World, events: JobEvents) {
    this.#world = world;
    this.#events = events;
    this.scheduler = new Scheduler<Task>(world.ports.clock, (instant, due) => this.#onDue(instant, due));
  }

  /** Begins to sample prices and to watch the competition; once. */
  start(tokens: () => Iterable<TokenName>): void {
    if (this.#watch !== null) return;
    const { sampleEvery, watchEvery } = this.#world.ports.settings;
    this.#tokens = tokens;
    this.#watch = this.#every(watchEvery, () => this.#events.watch());
    if (!Number.isFinite(sampleEvery)) return;
    this.#sample = { cadences: [periodicCadence("sample", "", sampleEvery)] };
    this.scheduler.add(this.#sample);
  }

  /** Begins to tick, and to read what a running competition changes. */
  startTrading(session: Session): void {
    const { settings } = this.#world.ports;
    const { equity, runs } = session;
    this.#session = session;
    this.#tokens = () => neededTokens(session, this.#world);
    this.#every(settings.leaderboardEvery, () => session.readLeaderboard());
    this.#every(settings.balancesEvery, () => session.reconcile());
    this.#every(settings.rulesEvery, () => this.#world.rules.refresh());
    if (session.risk.drawdown !== null)
      this.#every(settings.sampleEvery, () =>
        andThen(equity.checkDrawdown(), (reason) => {
          if (reason !== null) this.#events.onDrawdown(reason);
        }),
      );
    this.scheduler.add(...runs);
  }

  /** One tick of every strategy, now. */
  tickAll(session: Session): MaybePromise<void> {
    this.#session = session;
    const due = session.runs.map((task) => ({ task, names: task.cadences.map(({ name }) => name), missed: 0 }));
    return session.ticker.tick(this.#world.ports.clock.now(), due, []);
  }

  /** There may be news of the competition. */
  pokeWatch(): void {
    this.#watch?.poke();
  }

  /** Watches just after the competition's known end; null: it is not known. */
  watchAfter(endAt: number | null): void {
    if (endAt === (this.#end?.at ?? null)) return;
    this.#end?.cancel();
    const { clock } = this.#world.ports;
    this.#end =
      endAt === null || endAt <= clock.now()
        ? null
        : { at: endAt, cancel: clock.at(endAt + AFTER_END, () => this.pokeWatch()) };
  }

  /** Whether a tick or a reading is under way. */
  busy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Nothing begins any more. */
  stop(): void {
    this.#end?.cancel();
    this.scheduler.stop();
    for (const job of this.#periodic) job.stop();
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #every(period: number, run: () => MaybePromise<void>): Periodic {
    const job = periodic(this.#world.ports.clock, period, () => this.#safely(run));
    this.#periodic.push(job);
    return job;
  }

  #onDue(instant: number, due: readonly Due<Task>[]): void {
    const runs = due.filter((one): one is Due<StrategyRun> => one.task instanceof StrategyRun);
    const sampled = !this.#sampling && due.some(({ task }) => task === this.#sample);
    if (runs.length === 0 && !sampled) return;
    if (sampled) this.#sampling = true;
    const result = this.#safely(() => andThen(this.#tick(instant, runs, sampled), () => this.#sampled(sampled)));
    const done = (): void => {
      if (sampled) this.#sampling = false;
    };
    if (isPromise(result)) void result.then(done);
    else done();
  }

  #tick(instant: number, runs: readonly Due<StrategyRun>[], sampled: boolean): MaybePromise<void> {
    const tokens = sampled ? [...this.#tokens()] : [];
    if (this.#session !== null) return this.#session.ticker.tick(instant, runs, tokens);
    const { ports, feed, bars, stop } = this.#world;
    return andThen(feed.gather(ports.venue, tokens, stop.signal), () => bars.advance(ports.clock.now()));
  }

  #sampled(sampled: boolean): void {
    if (!sampled || this.#session === null || this.#world.stop.signal.aborted) return;
    this.#session.equity.note();
    this.#session.minimum.check();
  }

  /** Runs something that must not throw into the clock. */
  #safely(run: () => MaybePromise<void>): MaybePromise<void> {
    const result = andThen(attempt(run), (ended) => {
      if (!ended.ok) this.#events.onFailure(ended.error);
    });
    if (!isPromise(result)) return;
    this.#underWay.add(result);
    return result.then(() => {
      this.#underWay.delete(result);
    });
  }
}
