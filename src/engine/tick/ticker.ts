import { iso } from "../../core/time/utc.js";
import type { Clock } from "../../core/time/clock.js";
import type { JsonValue } from "../../core/json.js";
import type { Log } from "../../core/log.js";
import type { Plan } from "../../execution/planning/plan.js";
import type { JournalWriter } from "../../model/journal.js";
import type { TokenName } from "../../model/token.js";
import type { Venue } from "../../model/venue.js";
import { thrownText } from "../../strategy/thrown.js";
import { logDecisions } from "./decision-lines.js";
import { FailedRuns } from "./failed-runs.js";
import type { Notes } from "../notes.js";
import { OpenTick, type DueRun, type Group, type ReadEvents, type TickEnded, type TickRow } from "./open-tick.js";
import type { PriceFeed } from "../prices/price-feed.js";
import { tokensOf } from "./run-holdings.js";
import { sameList } from "./same-list.js";
import { StrategyHost, type HostPorts, type TickPart } from "./strategy-host.js";
import type { StrategyRun } from "./strategy-run.js";

export interface TickerPorts extends Omit<HostPorts, "journal"> {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: Pick<Venue, "scope">;
  readonly journal: Pick<JournalWriter, "tick" | "nextDecision" | "heldAgain" | "keepsView">;
  readonly note: Notes;
  readonly feed: PriceFeed;
  /** Aborts when the bot stops. */
  readonly stop: AbortSignal;
  /** Failed runs in a row that a strategy is forgiven: the next one disables it. */
  readonly retries: number;
  /** A strategy was disabled. */
  readonly onDisabled: () => void;
  /** Once planned trades are on disk. */
  enqueue(plan: Plan): void;
}

/** Runs ticks: everything that happens at one instant, from gathering to what execution is given. */
export class Ticker {
  readonly #ports: TickerPorts;
  readonly #failedRuns: FailedRuns;
  readonly #hosts = new Map<StrategyRun, StrategyHost>();
  #group: Group = { due: [], hosts: [], reads: false, nothing: [] };
  /** One that is over, for the next that has to wait. */
  #spare: OpenTick | null = null;
  /** When is decided; one object for good. */
  readonly #moment = { instant: Number.NaN, now: Number.NaN };
  /** What was gathered for last, and for whom. */
  #tokens: readonly TokenName[] = [];
  #tokensFor: {
    readonly due: readonly DueRun[];
    readonly sampled: readonly TokenName[];
    /** What each of them sees, and the ledger's version at which it was found so last. */
    readonly seen: readonly ReadonlySet<TokenName>[];
    version: number;
  } = { due: [], sampled: [], seen: [], version: Number.NaN };

  readonly #reads: ReadEvents = {
    readFailed: ({ name, bound }, error) => {
      const text = `${name}: read failed: ${thrownText(error, bound.file)}`;
      this.#ports.note("warn", "read-failed", text, { strategy: name });
    },
    allRead: (tick) => this.#safely(tick, this.#allRead),
  };

  readonly #gathered = (tick: OpenTick): void => {
    // Nobody would end a hook that begins after the stop.
    if (!tick.group.reads || this.#ports.stops.stopped) {
      this.#decideAll(tick, tick.group.nothing);
      return;
    }
    const { clock, bars } = this.#ports;
    const now = clock.now();
    bars.advance(now);
    tick.readAll(now);
  };

  /** Prices are read again after `read` hooks that took a while. */
  readonly #allRead = (tick: OpenTick): void => {
    if (tick.failure !== null) throw tick.failure.error;
    if (this.#ports.clock.now() === tick.now) this.#readAgain(tick);
    else this.#gatherAgain(tick, this.#readAgain);
  };
  readonly #readAgain = (tick: OpenTick): void => this.#decideAll(tick, tick.inputs);

  constructor(ports: TickerPorts) {
    this.#ports = ports;
    this.#failedRuns = new FailedRuns(ports);
  }

  /**
   * One instant, for the strategies that are due; and the instants that follow it in a row, as long as nothing is decided
   * but to hold on. True: it is over already, as it is where all ports answer at once. False: `ended` is called once it
   * is. Something goes wrong only when the journal cannot be written or the program is at fault: throws it, or gives it
   * to `ended`.
   *
   * @param sampled tokens whose price is read as well
   */
  tick(
    instant: number,
    due: readonly DueRun[],
    sampled: readonly TokenName[],
    row: TickRow,
    ended: TickEnded,
  ): boolean {
    const all = this.#mayAllRun(due);
    const may = all ? due : this.#mayRun(instant, due);
    const group = may === this.#group.due ? this.#group : this.#makeGroup(may);
    const tokens = this.#tokensOf(group.due, sampled);
    for (let at = instant; ; at = this.#ports.clock.now()) {
      const came = this.#tickAt(at, group, tokens, ended);
      if (came === "waits") return false;
      const mayFollow = row.tickOver();
      // Who may not run now, or has missed runs to tell of, is looked at anew at each instant.
      if (!mayFollow || !all || came === "decided" || !row.nextTick()) return true;
    }
  }

  /** What came of it; where it waits, `ended` is called once it is over. */
  #tickAt(instant: number, group: Group, tokens: readonly TokenName[], ended: TickEnded): "calm" | "decided" | "waits" {
    const { venue, feed, stop } = this.#ports;
    const scope = venue.scope();
    const gathered = feed.gather(scope, tokens, instant, stop);
    if (gathered === undefined && !group.reads) {
      scope.close();
      return !this.#ports.stops.stopped && this.#decide(instant, group, group.nothing) ? "decided" : "calm";
    }
    this.#setBusy(group, true);
    const tick = this.#spare ?? new OpenTick(this.#reads, group, tokens, scope, ended);
    this.#spare = null;
    tick.begin(instant, group, tokens, scope, ended);
    if (gathered === undefined) this.#safely(tick, this.#gathered);
    else this.#later(tick, gathered, this.#gathered);
    return "waits";
  }

  /** Goes on once prices were gathered; where that took longer than it may, the machine slept: then they are of before that. */
  #later(tick: OpenTick, gathered: Promise<void>, goOn: (tick: OpenTick) => void): void {
    const { clock, timeout, stops } = this.#ports;
    const latest = clock.now() + 2 * timeout;
    const go = (): void => (clock.now() > latest && !stops.stopped ? this.#gatherAgain(tick, goOn) : goOn(tick));
    void gathered.then(() => this.#safely(tick, go));
  }

  #gatherAgain(tick: OpenTick, goOn: (tick: OpenTick) => void): void {
    const { venue, feed, stop } = this.#ports;
    tick.scope.close();
    tick.scope = venue.scope();
    const gathered = feed.gather(tick.scope, tick.tokens, tick.instant, stop);
    if (gathered === undefined) goOn(tick);
    else this.#later(tick, gathered, goOn);
  }

  /** What is not awaited by anybody must not throw. */
  #safely(tick: OpenTick, run: (tick: OpenTick) => void): void {
    // By then it may serve another tick.
    const { group, ended } = tick;
    try {
      run(tick);
    } catch (error) {
      this.#over(group, ended, { error });
    }
  }

  #over(group: Group, ended: TickEnded, failure: Parameters<TickEnded>[0]): void {
    this.#setBusy(group, false);
    ended(failure);
  }

  #setBusy({ hosts }: Group, busy: boolean): void {
    for (let i = 0; i < hosts.length; i++) (hosts[i] as StrategyHost).run.busy = busy;
  }

  /** No promise from here on: what is decided, written and handed over belongs to one moment. */
  #decideAll(tick: OpenTick, inputs: readonly JsonValue[]): void {
    const { instant, group, ended } = tick;
    tick.scope.close();
    if (!this.#ports.stops.stopped) this.#decide(instant, group, inputs);
    this.#spare = tick;
    this.#over(group, ended, null);
  }

  /** Whether anything came of it. */
  #decide(instant: number, group: Group, inputs: readonly JsonValue[]): boolean {
    const { clock, bars } = this.#ports;
    const now = clock.now();
    const moment = this.#moment;
    moment.instant = instant;
    moment.now = now;
    bars.advance(now);
    let decided: readonly TickPart[] | null = null;
    let plans = NO_PLANS;
    for (let i = 0; i < group.hosts.length; i++) {
      const host = group.hosts[i] as StrategyHost;
      const one = host.decide(moment, (group.due[i] as DueRun).names, inputs[i] as JsonValue, plans);
      if (one === null) continue;
      decided = decided === null ? [one] : [...decided, one];
      if (one.plan !== null) plans = [...plans, one.plan];
    }
    if (decided === null) return false;
    this.#conclude(instant, now, decided);
    return true;
  }

  /** Writes down what was decided; then it holds. */
  #conclude(instant: number, now: number, decided: readonly TickPart[]): void {
    const { bars, journal, log, enqueue } = this.#ports;
    const strategies = decided.map(({ record }) => record);
    // Where no view is kept, bars wait for the next that is.
    const wanted = journal.keepsView === undefined || strategies.some(({ view }) => view !== null);
    journal.tick({ at: instant, bars: wanted ? bars.takeFresh() : [], strategies });
    for (const one of decided) {
      this.#apply(one, instant, now);
      logDecisions(log, one);
      if (one.plan !== null) enqueue(one.plan);
    }
  }

  #apply({ run, record, plan, told, failure }: TickPart, instant: number, now: number): void {
    run.lastTick = now;
    if (record.state !== undefined) run.state = record.state;
    run.told(told);
    if (plan !== null) run.tell(plan.outcomes);
    if (record.status === "decided") run.failedInARow = 0;
    if (failure !== null) this.#failedRuns.add(run, instant, failure, record.error ?? "");
  }

  /** Whether all of them may decide now, and have missed nothing. */
  #mayAllRun(due: readonly DueRun[]): boolean {
    for (let i = 0; i < due.length; i++) {
      const { task, missed } = due[i] as DueRun;
      if (task.parked !== null || task.busy || missed > 0 || task.missed.untold > 0) return false;
    }
    return true;
  }

  #mayRun(instant: number, due: readonly DueRun[]): readonly DueRun[] {
    return due.filter((one) => this.#mayRunOne(instant, one));
  }

  #mayRunOne(instant: number, { task, missed, missedSince, names }: DueRun): boolean {
    if (task.parked !== null) return false;
    const now = this.#ports.clock.now();
    const runs = missed + (task.busy ? names.length : 0);
    const more = task.missed.add(runs, Math.min(missedSince, instant), now, task.busy);
    if (more !== null) {
      const why = more.busy ? "it was still deciding" : "this process woke up late";
      const since = iso(more.since);
      const what = more.runs === 1 ? `the run of ${since}` : `${more.runs} runs since ${since}`;
      const text = `${task.name} missed ${what}: ${why}. Its schedule may be too tight, the machine slept, or its clock was set forward.`;
      this.#ports.note("warn", "missed-runs", text, { strategy: task.name, runs: more.runs, since: more.since });
    }
    return !task.busy;
  }

  #makeGroup(due: readonly DueRun[]): Group {
    const hosts = due.map(({ task }) => this.#hostOf(task));
    this.#group = { due, hosts, reads: hosts.some((host) => host.reads), nothing: due.map(() => null) };
    return this.#group;
  }

  #hostOf(run: StrategyRun): StrategyHost {
    const known = this.#hosts.get(run);
    if (known !== undefined) return known;
    const host = new StrategyHost(run, this.#ports);
    this.#hosts.set(run, host);
    return host;
  }

  /** What is sampled, and what those who are due look at. The same list for the same tokens. */
  #tokensOf(due: readonly DueRun[], sampled: readonly TokenName[]): readonly TokenName[] {
    const last = this.#tokensFor;
    if (last.due !== due || last.sampled !== sampled || last.version !== this.#ports.ledger.version)
      this.#listTokens(due, sampled);
    return this.#tokens;
  }

  #listTokens(due: readonly DueRun[], sampled: readonly TokenName[]): void {
    const { ledger, registry } = this.#ports;
    const { version } = ledger;
    const last = this.#tokensFor;
    const seen = sameList(
      last.seen,
      due.map(({ task }) => tokensOf(task, ledger, registry)),
    );
    if (last.due === due && last.sampled === sampled && last.seen === seen) {
      last.version = version;
      return;
    }
    const tokens = new Set([...sampled, ...seen.flatMap((one) => [...one])]);
    this.#tokens = sameList(this.#tokens, [...tokens]);
    this.#tokensFor = { due, sampled, seen, version };
  }
}

const NO_PLANS: readonly Plan[] = [];
