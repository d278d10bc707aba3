import { iso } from "../../core/time/utc.js";
import { sleep, type Clock } from "../../core/time/clock.js";
import type { JsonValue } from "../../core/json.js";
import type { Log } from "../../core/log.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe.js";
import type { Plan } from "../../execution/planning/plan.js";
import type { DecisionRecord, JournalWriter } from "../../model/journal.js";
import type { TokenName } from "../../model/token.js";
import type { ReadScope, Venue } from "../../model/venue.js";
import type { CheckedAnswer } from "../../strategy/decide/decide.js";
import { thrownText } from "../../strategy/thrown.js";
import { logDecisions } from "./decision-lines.js";
import { FailedRuns } from "./failed-runs.js";
import type { Notes } from "../notes.js";
import type { Due } from "../loop/tick-schedule.js";
import type { PriceFeed } from "../prices/price-feed.js";
import { StrategyHost, type HostPorts } from "./strategy-host.js";
import type { StrategyRun } from "./strategy-run.js";
import { decidedPart, failedPart, warmingUpPart, type TickPart } from "./tick-part.js";

export interface TickerPorts extends HostPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly venue: Pick<Venue, "scope">;
  readonly journal: Pick<JournalWriter, "tick" | "nextDecision" | "countHold" | "keepsView">;
  readonly note: Notes;
  readonly feed: PriceFeed;
  /** Aborts when the bot stops. */
  readonly stop: AbortSignal;
  /** Failed runs in a row that a strategy is forgiven: the next one disables it. */
  readonly retries: number;
  /** A strategy was disabled. */
  readonly onDisabled: () => void;
  /** Divides decisions into intents and asks risk; `earlier` are plans of this tick that are not on disk yet. */
  plan(strategy: string, decisions: readonly DecisionRecord[], at: number, earlier: readonly Plan[]): Plan;
  /** Hands over planned trades, once they are on disk. */
  enqueue(plan: Plan): void;
  /** Counts work that goes on after its tick; a rejection ends the bot. */
  beside(work: Promise<void>): void;
}

/** A strategy that takes part in a tick. */
interface Member {
  readonly host: StrategyHost;
  /** Which of its schedules fired. */
  readonly due: readonly string[];
  /** What its `read` gave; null where it has none, or that failed. */
  inputs: JsonValue;
}

/** What the steps of one tick share. */
interface Tick {
  /** When it was due, epoch milliseconds. */
  readonly instant: number;
  /** Tokens whose price is read. */
  readonly tokens: ReadonlySet<TokenName>;
  members: readonly Member[];
  /** Equal reads of the tick are one request. */
  scope: ReadScope;
}

/**
 * Runs ticks: all that happens at one instant. The steps stand below in their order: gather, read, decide, plan and risk,
 * commit, hand over. Where no port makes it wait, a tick is over when `tick` returns.
 */
export class Ticker {
  readonly #ports: TickerPorts;
  readonly #failedRuns: FailedRuns;
  readonly #hosts = new Map<StrategyRun, StrategyHost>();

  constructor(ports: TickerPorts) {
    this.#ports = ports;
    this.#failedRuns = new FailedRuns(ports);
  }

  /**
   * Runs a tick of the strategies that are due. Throws, or rejects, only if the journal cannot be written or the program
   * is at fault.
   *
   * @param sampled tokens whose price is read as well
   * @param onOver called once the decisions are handed over, at that very moment: no trade is made in between
   */
  tick(
    instant: number,
    due: readonly Due<StrategyRun>[],
    sampled: Iterable<TokenName>,
    onOver: () => void = () => {},
  ): MaybePromise<void> {
    const members: Member[] = [];
    const tokens = new Set(sampled);
    for (const one of due) {
      if (!this.#mayRun(instant, one)) continue;
      const host = this.#hostOf(one.task);
      members.push({ host, due: one.names, inputs: null });
      for (const token of host.tokens) tokens.add(token);
    }
    return this.#run({ instant, tokens, members, scope: this.#ports.venue.scope() }, onOver);
  }

  /** Gathers, reads and decides. No strategy runs twice at once: it is busy until its part is over. */
  #run(tick: Tick, onOver: () => void): MaybePromise<void> {
    setBusy(tick.members, true);
    const gathered = this.#gather(tick);
    const read = andThen(gathered, () => this.#read(tick));
    return andThen(read, () => {
      this.#decide(tick);
      setBusy(tick.members, false);
      onOver();
    });
  }

  /** Reads prices. If that took longer than it may, the machine slept meanwhile and they are old: they are read again. */
  #gather(tick: Tick): MaybePromise<void> {
    const { clock, feed, stop, stops, timeout } = this.#ports;
    const latest = clock.now() + 2 * timeout;
    return andThen(feed.gather(tick.scope, tick.tokens, tick.instant, stop), () =>
      clock.now() > latest && !stops.stopped ? this.#gatherAgain(tick) : undefined,
    );
  }

  #gatherAgain(tick: Tick): MaybePromise<void> {
    tick.scope.close();
    tick.scope = this.#ports.venue.scope();
    return this.#gather(tick);
  }

  /** Runs the `read` hooks, in parallel, and reads prices again if they took a while. */
  #read(tick: Tick): MaybePromise<void> {
    const { bars, clock, stops } = this.#ports;
    // Nothing would end a hook that begins after the stop.
    if (stops.stopped || !tick.members.some(({ host }) => host.reads)) return;
    const now = clock.now();
    bars.advance(now);
    const unfinished = new Map<Member, Promise<void>>();
    for (const member of tick.members) {
      if (!member.host.reads || !member.host.ready) continue;
      const reading = this.#readOne(tick, member, now);
      if (isPromise(reading))
        unfinished.set(
          member,
          reading.then(() => void unfinished.delete(member)),
        );
    }
    if (unfinished.size === 0) return;
    return this.#readsEnd(tick, unfinished).then(() => (clock.now() === now ? undefined : this.#gatherAgain(tick)));
  }

  #readOne({ instant, scope }: Tick, member: Member, now: number): MaybePromise<void> {
    const { host, due } = member;
    return andThen(host.read({ instant, now, due, inputs: null }, scope), (read) => {
      if (read.ok) {
        member.inputs = read.value;
        return;
      }
      const { name, bound } = host.run;
      const text = `${name}: read failed: ${thrownText(read.error, bound.file)}`;
      this.#ports.note("warn", "read-failed", text, { strategy: name });
    });
  }

  /** Waits for hooks; a strategy that may take longer than the usual time, and does, leaves for a tick of its own. */
  async #readsEnd(tick: Tick, unfinished: ReadonlyMap<Member, Promise<void>>): Promise<void> {
    const { clock, clockSpeed, timeout } = this.#ports;
    const all = unfinished.size === 1 ? [...unfinished.values()][0] : Promise.all(unfinished.values());
    if (![...unfinished.keys()].some(({ host }) => (host.run.bound.readTimeout ?? 0) * clockSpeed > timeout)) {
      await all;
      return;
    }
    const waiting = new AbortController();
    await Promise.race([all, sleep(clock, timeout, waiting.signal).catch(() => undefined)]);
    waiting.abort();
    tick.members = tick.members.filter((member) => !unfinished.has(member));
    for (const [member, reading] of unfinished) this.#ports.beside(this.#alone(tick.instant, member, reading));
  }

  /** The tick of a strategy whose `read` took longer than those of the others: it decides on fresh prices. */
  async #alone(instant: number, member: Member, reading: Promise<void>): Promise<void> {
    await reading;
    const tick = { instant, tokens: member.host.tokens, members: [member], scope: this.#ports.venue.scope() };
    await this.#gather(tick);
    this.#decide(tick);
    setBusy(tick.members, false);
  }

  /** Lets each strategy decide, and plans. Nothing is awaited from here on: all of it belongs to one moment. */
  #decide({ instant, members, scope }: Tick): void {
    const { bars, clock, stops } = this.#ports;
    scope.close();
    if (stops.stopped) return;
    const now = clock.now();
    bars.advance(now);
    const parts: TickPart[] = [];
    const plans: Plan[] = [];
    for (const member of members) {
      const part = this.#decideOne(instant, now, member, plans);
      if (part === null) continue;
      parts.push(part);
      if (part.plan !== null) plans.push(part.plan);
    }
    if (parts.length > 0) this.#commit(instant, now, parts);
  }

  /** Gives what one strategy decided, with its plan and what risk said of that; null: the journal has counted it. Changes nothing yet. */
  #decideOne(instant: number, now: number, { host, due, inputs }: Member, earlier: readonly Plan[]): TickPart | null {
    const { journal, plan } = this.#ports;
    const { run } = host;
    if (!host.ready) return warmingUpPart(run, due, host.readyAt(now));
    const viewOf = (status: "decided" | "failed", decisions: readonly DecisionRecord[]) =>
      journal.keepsView({ status, decisions }) ? host.lastView() : null;
    let answer: CheckedAnswer;
    try {
      answer = host.decide({ instant, now, due, inputs });
    } catch (error) {
      return failedPart(run, due, error, viewOf("failed", []));
    }
    if (host.heldAgain && journal.countHold(instant, run.name)) {
      run.lastTick = now;
      return null;
    }
    const decisions = answer.decisions.map((decision) => ({ seq: journal.nextDecision(), decision }));
    const holds = decisions.every(({ decision }) => decision.kind === "hold");
    const planned = holds ? null : plan(run.name, decisions, now, earlier);
    return decidedPart(run, due, { decisions, state: answer.state, plan: planned, view: viewOf("decided", decisions) });
  }

  /** Writes down what was decided, in one transaction; then it holds, and its trades are handed over. */
  #commit(instant: number, now: number, parts: readonly TickPart[]): void {
    const { bars, journal, log, enqueue } = this.#ports;
    const strategies = parts.map(({ record }) => record);
    // A journal that keeps no view takes the bars with the next one that it keeps.
    const wanted = strategies.some((one) => journal.keepsView(one));
    journal.tick({ at: instant, bars: wanted ? bars.takeFresh() : [], strategies });
    for (const part of parts) {
      this.#apply(part, instant, now);
      logDecisions(log, part);
      if (part.plan !== null) enqueue(part.plan);
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

  /** Whether a strategy may run; reports the runs that it missed. */
  #mayRun(instant: number, { task, missed, missedSince, names }: Due<StrategyRun>): boolean {
    if (task.disabled !== null) return false;
    if (!task.busy && missed === 0 && task.missed.untold === 0) return true;
    const runs = missed + (task.busy ? names.length : 0);
    const more = task.missed.add(runs, Math.min(missedSince, instant), this.#ports.clock.now(), task.busy);
    if (more !== null) {
      const why = more.busy ? "it was still deciding" : "this process woke up late";
      const since = iso(more.since);
      const what = more.runs === 1 ? `the run of ${since}` : `${more.runs} runs since ${since}`;
      const text = `${task.name} missed ${what}: ${why}. Its schedule may be too tight, the machine slept, or its clock was set forward.`;
      this.#ports.note("warn", "missed-runs", text, { strategy: task.name, runs: more.runs, since: more.since });
    }
    return !task.busy;
  }

  #hostOf(run: StrategyRun): StrategyHost {
    const known = this.#hosts.get(run);
    if (known !== undefined) return known;
    const host = new StrategyHost(run, this.#ports);
    this.#hosts.set(run, host);
    return host;
  }
}

function setBusy(members: readonly Member[], busy: boolean): void {
  for (const { host } of members) host.run.busy = busy;
}
