import { iso } from "../core/time/utc.js";
import type { Cancel } from "../core/time/clock.js";
import { formatLength } from "../core/time/duration.js";
import { toError } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import { LOOK_AGAIN_MS } from "../execution/index.js";
import type { TokenName } from "../model/token.js";
import { periodicCadence } from "../strategy/bind/schedule.js";
import { attempt } from "../core/attempt.js";
import { noteUnusableReads } from "./asking/try-reads.js";
import { periodic, type Periodic } from "./schedule/periodic.js";
import { Scheduler, type Due, type DueTaker, type Task } from "./schedule/scheduler.js";
import type { Session } from "./session/session.js";
import { StrategyRun } from "./tick/strategy-run.js";
import { ONE_TICK, type TickEnded, type TickRow } from "./tick/open-tick.js";
import type { EngineWorld } from "./world.js";

/** Milliseconds after the competition's known end at which the status is read: clocks differ, and the end is somebody's work. */
const AFTER_END = 1_000;

const NO_TOKENS: readonly TokenName[] = [];

/** Tasks that are due together, by what they are. */
interface Sorted {
  readonly due: readonly Due<Task>[];
  readonly runs: readonly Due<StrategyRun>[];
  /** Prices are sampled with them; null: they are not. */
  readonly sample: Task | null;
}

interface JobEvents {
  /** Reads the competition's status and acts on it. */
  watch(): MaybePromise<void>;
  onDrawdown(reason: string): void;
  /** The journal cannot be written, or the program is at fault. */
  onFailure(error: unknown): void;
}

/** All that happens by the clock: ticks, price samples, and what is read every so often. */
export class Jobs implements DueTaker<Task>, TickRow {
  readonly scheduler: Scheduler<Task>;
  readonly #world: EngineWorld;
  readonly #events: JobEvents;
  readonly #periodic: Periodic[] = [];
  #underWay = 0;
  #waiters: (() => void)[] = [];
  #watch: Periodic | null = null;
  #end: { readonly at: number; readonly cancel: Cancel } | null = null;
  #cancelWatchAt: Cancel = () => {};
  #session: Session | null = null;
  #sample: Task | null = null;
  #sampling = false;
  /** What is sampled before there is a session. */
  #early: () => readonly TokenName[] = () => NO_TOKENS;
  /** Whether prices are sampled with the ticks that run now. */
  #samplesNow = false;
  /** Whether trades were under way when they began. */
  #tradesNow = false;
  #last: Sorted = { due: [], runs: [], sample: null };
  readonly #onTicked: TickEnded = (failure) => {
    if (failure !== null) this.#events.onFailure(failure.error);
    this.#endedLater();
  };
  readonly #onSampled: TickEnded = (failure) => {
    try {
      if (failure !== null) throw failure.error;
      this.#noteSample();
    } catch (error) {
      this.#events.onFailure(error);
    }
    this.#sampling = false;
    this.#endedLater();
  };
  #rulesReadAt = -Infinity;
  #stopped = false;

  constructor(world: EngineWorld, events: JobEvents) {
    this.#world = world;
    this.#events = events;
    this.scheduler = new Scheduler<Task>(world.ports.clock, this);
  }

  /** Begins to sample prices and to watch the competition; once. */
  start(tokens: () => readonly TokenName[]): void {
    if (this.#watch !== null) return;
    const { sampleEvery, watchEvery } = this.#world.ports.settings;
    this.#early = tokens;
    this.#watch = this.#every(watchEvery, () => this.#events.watch());
    if (!Number.isFinite(sampleEvery)) return;
    this.#sample = { cadences: [periodicCadence("sample", sampleEvery)] };
    this.scheduler.add(this.#sample);
  }

  /** Begins to tick, and to read what a running competition changes. */
  startTrading(session: Session): void {
    const { settings } = this.#world.ports;
    const { equity, runs } = session;
    this.#session = session;
    this.#every(settings.leaderboardEvery, () => session.readLeaderboard());
    this.#every(settings.balancesEvery, () => session.reconcile());
    // Where they are never compared, none is ever in doubt.
    if (Number.isFinite(settings.balancesEvery))
      this.#every(LOOK_AGAIN_MS, () => (session.executor.doubtsBalances() ? session.reconcile() : undefined));
    const { rules } = this.#world;
    this.#every(settings.rulesEvery, () => rules.refresh());
    // Until they are known, limits and the cap may be other ones.
    if (rules.unread) this.#every(settings.watchEvery, () => (rules.unread ? rules.refresh() : undefined));
    if (session.risk.drawdown !== null)
      this.#every(settings.sampleEvery, () =>
        andThen(equity.checkDrawdown(), (reason) => {
          if (reason !== null) this.#events.onDrawdown(reason);
        }),
      );
    this.scheduler.add(...runs);
    if (settings.tryReads === true) this.beside(noteUnusableReads(this.#world));
  }

  /** Reads the rules before the hour is over, no more often than the status. */
  readRules(): void {
    const { clock, settings } = this.#world.ports;
    const now = clock.now();
    if (!Number.isFinite(settings.watchEvery) || now - this.#rulesReadAt < settings.watchEvery) return;
    this.#rulesReadAt = now;
    void this.#safely(() => this.#world.rules.refresh());
  }

  /** One tick of every strategy, now. */
  tickAll(session: Session): Promise<void> {
    this.#session = session;
    const due = session.runs.map((task) => {
      return { task, names: task.cadences.map(({ name }) => name), missed: 0, missedSince: Infinity };
    });
    return new Promise((resolve, reject) => {
      const over = session.ticker.tick(this.#world.ports.clock.now(), due, NO_TOKENS, ONE_TICK, (failure) => {
        if (failure === null) resolve();
        else reject(toError(failure.error));
      });
      if (over) resolve();
    });
  }

  /** Counts as under way until it is over; what it rejects with is told as a failure. */
  beside(work: Promise<void>): void {
    void this.#safely(() => work);
  }

  /** There may be news of the competition. */
  pokeWatch(): void {
    this.#watch?.poke();
  }

  /** Watches at this moment as well. */
  watchAt(at: number): void {
    this.#cancelWatchAt();
    this.#cancelWatchAt = this.#world.ports.clock.at(at, () => this.pokeWatch());
  }

  /** Heeds the competition's end: watches just after it, and tells of who will not run before; null: it is not known. */
  heedEnd(endAt: number | null): void {
    this.#session?.undue.check(endAt);
    if (endAt === (this.#end?.at ?? null)) return;
    this.#end?.cancel();
    const { clock } = this.#world.ports;
    this.#end =
      endAt === null || endAt <= clock.now()
        ? null
        : // A reading that is under way then may be of before the end.
          { at: endAt, cancel: clock.at(endAt + AFTER_END, () => this.#watch?.pokeAfter()) };
  }

  /** Whether a tick, a reading, or a trade is under way, or the end. */
  busy(): boolean {
    return this.#underWay > 0 || this.#stopped || this.#isTrading();
  }

  #isTrading(): boolean {
    return this.#session !== null && this.#session.executor.busy();
  }

  /** Nothing begins any more. */
  stop(): void {
    this.#stopped = true;
    this.#end?.cancel();
    this.#cancelWatchAt();
    this.scheduler.stop();
    for (const job of this.#periodic) job.stop();
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#underWay === 0) resolve();
      else this.#waiters.push(resolve);
    });
  }

  #every(period: number, run: () => MaybePromise<void>): Periodic {
    const job = periodic(this.#world.ports.clock, period, () => this.#safely(run));
    this.#periodic.push(job);
    return job;
  }

  /** Whether nothing is under way any more. */
  onDue(instant: number, due: readonly Due<Task>[]): boolean {
    const { runs, sample } = due === this.#last.due ? this.#last : this.#sort(due);
    const sampled = sample !== null && !this.#sampling;
    if (runs.length === 0 && !sampled) return !this.busy();
    if (sampled) this.#sampling = true;
    this.#begun();
    try {
      if (!this.#tick(instant, runs, sampled)) return false;
    } catch (error) {
      this.#events.onFailure(error);
    }
    if (sampled) this.#sampling = false;
    this.#ended();
    return !this.busy();
  }

  onSetBack(by: number, until: number): void {
    const when = iso(until);
    const text =
      `The machine's clock was set back by ${formatLength(by)}: nothing is decided, and no ` +
      `price is sampled, before ${when}, when it shows again what it has shown. Start the bot again to go on at once.`;
    void this.#safely(() => this.#world.note("warn", "clock-set-back", text, { by, until }));
  }

  /** Who is due, nearly always the same ones. */
  #sort(due: readonly Due<Task>[]): Sorted {
    const runs = due.filter((one): one is Due<StrategyRun> => one.task instanceof StrategyRun);
    this.#last = { due, runs, sample: due.find(({ task }) => task === this.#sample)?.task ?? null };
    return this.#last;
  }

  /** Whether it is over already; otherwise it is told once it is. */
  #tick(instant: number, runs: readonly Due<StrategyRun>[], sampled: boolean): boolean {
    const tokens = sampled ? (this.#session?.needed.list ?? this.#early()) : NO_TOKENS;
    const ended = sampled ? this.#onSampled : this.#onTicked;
    if (this.#session === null) return this.#sampleAlone(instant, tokens, ended);
    this.#samplesNow = sampled;
    this.#tradesNow = this.#isTrading();
    return this.#session.ticker.tick(instant, runs, tokens, this, ended);
  }

  /** What was sampled is noted; nothing that waits for its turn is passed over. */
  tickOver(): boolean {
    const mayTrade = this.#samplesNow && this.#noteSample();
    return !mayTrade && !this.#tradesNow && this.#underWay === 1;
  }

  nextTick(): boolean {
    return this.scheduler.takeNextStep();
  }

  /** Before there is a session to tick. */
  #sampleAlone(instant: number, tokens: readonly TokenName[], ended: TickEnded): boolean {
    const { ports, feed, bars, stop } = this.#world;
    const advance = (): void => bars.advance(ports.clock.now());
    const gathered = feed.gather(ports.venue, tokens, instant, stop.signal);
    if (gathered === undefined) {
      advance();
      return true;
    }
    gathered.then(advance).then(
      () => ended(null),
      (error: unknown) => ended({ error }),
    );
    return false;
  }

  /** Gives whether a trade may have begun with it. */
  #noteSample(): boolean {
    if (this.#session === null || this.#stopped) return false;
    this.#session.equity.note();
    return this.#session.minimum.check();
  }

  #begun(): void {
    this.#underWay++;
  }

  /** Something ended that was waited for; where nothing else is under way, the next instant may follow at once. */
  #endedLater(): void {
    this.#underWay--;
    if (!this.busy()) this.scheduler.goOn();
    if (this.#waiters.length > 0) this.#tellIdle();
  }

  #ended(): void {
    this.#underWay--;
    if (this.#waiters.length > 0) this.#tellIdle();
  }

  #tellIdle(): void {
    if (this.#underWay > 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  /** Runs something that must not throw into the clock. */
  #safely(run: () => MaybePromise<void>): MaybePromise<void> {
    this.#begun();
    return andThen(attempt(run), (ended) => {
      try {
        if (!ended.ok) this.#events.onFailure(ended.error);
      } finally {
        this.#ended();
      }
    });
  }
}
