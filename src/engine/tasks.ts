import { iso } from "../core/time/utc.js";
import { formatLength } from "../core/time/duration.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import { LOOK_AGAIN_MS } from "../execution/index.js";
import type { TokenName } from "../model/token.js";
import { periodicCadence } from "../strategy/bind/schedule.js";
import { noteUnusableReads } from "./timeouts/try-reads.js";
import { Loop } from "./loop/loop.js";
import { Once } from "./loop/once.js";
import { Periodic } from "./loop/periodic.js";
import { TickSchedule, type Due, type Scheduled } from "./loop/tick-schedule.js";
import { UnderWay } from "./loop/under-way.js";
import type { Session } from "./session/session.js";
import { StrategyRun } from "./tick/strategy-run.js";
import type { EngineContext } from "./context.js";

/** Milliseconds after the competition's known end at which the status is read: clocks differ, and the end is somebody's work. */
const AFTER_END = 1_000;

const NO_TOKENS: readonly TokenName[] = [];

interface TaskEvents {
  /** Reads the competition's status and acts on it. */
  watch(): MaybePromise<void>;
  onDrawdown(reason: string): void;
  /** The journal cannot be written, or the program is at fault. */
  onFailure(error: unknown): void;
}

/** All that an engine does by the clock: ticks, price samples, and what is read every so often. */
export class EngineTasks {
  readonly loop: Loop;
  readonly #context: EngineContext;
  readonly #events: TaskEvents;
  readonly #underWay: UnderWay;
  readonly #ticks: TickSchedule<Scheduled>;
  readonly #watchAgain = new Once(() => this.watchNow());
  /** A reading of the status that is under way when the competition ends may be of before that. */
  readonly #watchEnd = new Once(() => this.#watch?.runAfter());
  #watch: Periodic | null = null;
  #session: Session | null = null;
  #sample: Scheduled | null = null;
  #sampling = false;
  /** What is sampled before there is a session. */
  #early: () => readonly TokenName[] = () => NO_TOKENS;
  #rulesReadAt = -Infinity;
  #stopped = false;

  constructor(context: EngineContext, events: TaskEvents) {
    this.#context = context;
    this.#events = events;
    this.#underWay = new UnderWay((error) => events.onFailure(error));
    this.loop = new Loop(context.ports.clock);
    this.#ticks = new TickSchedule<Scheduled>({
      onDue: (instant, due) => this.#onDue(instant, due),
      onSetBack: (by, until) => this.#onSetBack(by, until),
    });
    this.loop.add(this.#watchEnd);
    this.loop.add(this.#watchAgain);
    // Last: what is read at an instant is known to the strategies that are due then.
    this.loop.add(this.#ticks, true);
  }

  /** Begins to sample prices and to watch the competition; once. */
  start(tokens: () => readonly TokenName[]): void {
    if (this.#watch !== null) return;
    const { sampleEvery, watchEvery } = this.#context.ports.settings;
    this.#early = tokens;
    this.#watch = this.#every(watchEvery, () => this.#events.watch());
    if (!Number.isFinite(sampleEvery)) return;
    this.#sample = { cadences: [periodicCadence("sample", sampleEvery)] };
    this.#schedule(this.#sample);
  }

  /** Begins to tick, and to read what a running competition changes. */
  startTrading(session: Session): void {
    const { rules } = this.#context;
    const { settings } = this.#context.ports;
    const { equity, executor, runs } = session;
    this.#session = session;
    this.#every(settings.leaderboardEvery, () => session.readLeaderboard());
    this.#every(settings.balancesEvery, () => session.reconcile());
    // Without comparisons no balance is ever in doubt.
    if (Number.isFinite(settings.balancesEvery))
      this.#every(LOOK_AGAIN_MS, () => (executor.doubtsBalances() ? session.reconcile() : undefined));
    this.#every(settings.rulesEvery, () => rules.refresh());
    // Until they are known, limits and the cap may be other ones.
    if (rules.unread) this.#every(settings.watchEvery, () => (rules.unread ? rules.refresh() : undefined));
    if (session.risk.drawdown !== null)
      this.#every(settings.sampleEvery, () =>
        andThen(equity.checkDrawdown(), (reason) => {
          if (reason !== null) this.#events.onDrawdown(reason);
        }),
      );
    this.#schedule(...runs);
    this.heedEnd(session.standings.competition.endAt);
    if (settings.tryReads === true) this.beside(noteUnusableReads(this.#context));
  }

  /** Reads the rules before the hour is over, no more often than the status. */
  readRules(): void {
    const { clock, settings } = this.#context.ports;
    const now = clock.now();
    if (!Number.isFinite(settings.watchEvery) || now - this.#rulesReadAt < settings.watchEvery) return;
    this.#rulesReadAt = now;
    void this.#underWay.run(() => this.#context.rules.refresh());
  }

  /** One tick of every strategy, now. */
  async tickAll(session: Session): Promise<void> {
    this.#session = session;
    const due = session.runs.map((task) => {
      return { task, names: task.cadences.map(({ name }) => name), missed: 0, missedSince: Infinity };
    });
    await session.ticker.tick(this.#context.ports.clock.now(), due, NO_TOKENS);
  }

  /** Counts as under way until it is over; a rejection is reported as a failure. */
  beside(work: Promise<void>): void {
    void this.#underWay.run(() => work);
  }

  /** Reads the status now: there may be news of the competition. */
  watchNow(): void {
    this.#watch?.runNow();
  }

  /** Reads the status at this moment as well. */
  watchAt(at: number): void {
    this.#set(this.#watchAgain, at);
  }

  /** Reads the status just after the competition's end, and reports strategies that will not run before; null: it is not known. */
  heedEnd(endAt: number | null): void {
    this.#session?.undue.check(endAt);
    const at = endAt === null || endAt <= this.#context.ports.clock.now() ? Infinity : endAt + AFTER_END;
    this.#set(this.#watchEnd, at);
  }

  /** When a strategy runs next, or null. */
  nextRun(run: StrategyRun): number | null {
    return this.#ticks.nextRun(run);
  }

  /** Whether a tick, a reading, or a trade is under way, or the end. */
  busy(): boolean {
    return this.#underWay.any || this.#stopped || this.#session?.executor.busy() === true;
  }

  /** Nothing begins any more. */
  stop(): void {
    this.#stopped = true;
    this.#ticks.stop();
    this.loop.stop();
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#underWay.idle();
  }

  #every(period: number, work: () => MaybePromise<void>): Periodic {
    return new Periodic(this.loop, this.#context.ports.clock, period, () => this.#underWay.run(work));
  }

  #schedule(...tasks: readonly Scheduled[]): void {
    this.#ticks.add(this.#context.ports.clock.now(), ...tasks);
    this.loop.changed();
  }

  #set(once: Once, at: number): void {
    if (this.#stopped) return;
    once.due = at;
    this.loop.changed();
  }

  #onDue(instant: number, due: readonly Due<Scheduled>[]): void {
    const runs = due.filter((one): one is Due<StrategyRun> => one.task instanceof StrategyRun);
    const sampled = !this.#sampling && due.some(({ task }) => task === this.#sample);
    if (runs.length === 0 && !sampled) return;
    if (sampled) this.#sampling = true;
    const onOver = (): void => {
      if (!sampled) return;
      this.#sampling = false;
      this.#noteSample();
    };
    void this.#underWay.run(() => {
      const session = this.#session;
      if (session === null) return this.#sampleEarly(instant, onOver);
      return session.ticker.tick(instant, runs, sampled ? session.needed.list : NO_TOKENS, onOver);
    });
  }

  /** Samples prices before there is a session. */
  #sampleEarly(instant: number, onOver: () => void): MaybePromise<void> {
    const { ports, feed, bars, stop } = this.#context;
    return andThen(feed.gather(ports.venue, this.#early(), instant, stop.signal), () => {
      bars.advance(ports.clock.now());
      onOver();
    });
  }

  #noteSample(): void {
    if (this.#session === null || this.#stopped) return;
    this.#session.equity.note();
    this.#session.minimum.check();
  }

  #onSetBack(by: number, until: number): void {
    const when = iso(until);
    const text =
      `The machine's clock was set back by ${formatLength(by)}: nothing is decided, and no ` +
      `price is sampled, before ${when}, when it shows again what it has shown. Start the bot again to go on at once.`;
    void this.#underWay.run(() => this.#context.note("warn", "clock-set-back", text, { by, until }));
  }
}
