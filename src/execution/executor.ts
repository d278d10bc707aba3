import { BLOCKING, RESTING, UNDER_WAY, WAITING } from "../model/intent.js";
import type { BookEntry, DecisionRecord } from "../model/journal.js";
import type { StoredIntent } from "../model/recovered.js";
import type { OpenTrade } from "../model/open-trade.js";
import type { TokenName } from "../model/token.js";
import type { Trade } from "../model/trade.js";
import { andThen, isPromise } from "../core/maybe.js";
import type { Random } from "../core/random.js";
import { BookAdjuster } from "./reconciliation/adjust-books.js";
import { Baseline } from "./reconciliation/baseline.js";
import { settleByHand } from "./reconciliation/resolve-by-hand.js";
import type { PlanningContext } from "./planning/planning-context.js";
import type { Executor, HandVerdict, KnownBefore, UnknownTrade } from "./executor-api.js";
import { OpenIntents, preparedIntent, type Tracked } from "./open-intents.js";
import { restsFor, type Cause } from "./outcomes.js";
import type { Plan } from "./planning/plan.js";
import { makePlan } from "./planning/planner.js";
import type { ExecutorPorts } from "./ports.js";
import { Queue } from "./sending/queue.js";
import { Reconciler } from "./reconciliation/reconciler.js";
import { IntentLog } from "./intent-log.js";
import { newIntentId } from "./marker.js";
import { takeOver } from "./reconciliation/recovery.js";
import { overBy, tellOtherCompetition } from "./sending/other-competition.js";
import { RateLimitWait } from "./sending/rate-limit-wait.js";
import { Sender } from "./sending/sender.js";
import { Siblings } from "./sending/siblings.js";
import { Targets } from "./sending/targets.js";
import { TradeWatch } from "./reconciliation/trade-watch.js";

/** An executor on these ports. It does nothing until `recover`, `enqueue` or `reconcile` is called. */
export function createExecutor(ports: ExecutorPorts): Executor {
  return new TradeExecutor(ports);
}

class TradeExecutor implements Executor {
  readonly #ports: ExecutorPorts;
  /** Of ids, which must not repeat in a later run that was given the same seed. */
  readonly #random: Random;
  readonly #open = new OpenIntents();
  readonly #recorder: IntentLog;
  readonly #watch: TradeWatch;
  readonly #baseline: Baseline;
  readonly #books: BookAdjuster;
  readonly #reconciler: Reconciler;
  readonly #sender: Sender;
  readonly #queue: Queue;
  readonly #room: RateLimitWait;
  readonly #targets: Targets;
  readonly #drawn = new Set<string>();
  readonly #jobs: (() => Promise<void>)[] = [];
  readonly #siblings: Siblings;
  #running = false;
  #stopped: string | null = null;
  /** Whether a trade has shown that another competition runs. */
  #left = false;
  readonly #waiters: (() => void)[] = [];

  constructor(ports: ExecutorPorts) {
    this.#ports = ports;
    this.#random = ports.random.fork(`at ${ports.clock.now()}`);
    this.#recorder = new IntentLog(ports, this.#open, (tracked, cause) => this.#onMoved(tracked, cause));
    this.#watch = new TradeWatch(this.#recorder);
    this.#baseline = new Baseline(this.#recorder, this.#watch);
    this.#books = new BookAdjuster(this.#recorder, this.#watch, () => this.blockedTokens());
    this.#reconciler = new Reconciler(this.#recorder, this.#watch, () => this.#wake());
    this.#queue = new Queue(this.#recorder, () => this.#books.doubts.missing);
    this.#room = new RateLimitWait(this.#recorder);
    this.#siblings = new Siblings(this.#open, (other, cause) => this.#drop(other, cause));
    this.#sender = new Sender(
      this.#recorder,
      (intent) => this.#queue.mayGo(intent),
      () => andThen(ports.beforeSending?.(), () => this.#baseline.ready()),
    );
    this.#targets = new Targets(this.#recorder, () => this.#outlook(ports.clock.now(), []));
  }

  plan(strategy: string, decisions: readonly DecisionRecord[], at: number, earlier: readonly Plan[] = []): Plan {
    const prepared = this.#open.in(WAITING).filter(({ intent }) => intent.strategy === strategy);
    return makePlan(strategy, decisions, { prepared, targets: this.#targets.of(strategy) }, this.#outlook(at, earlier));
  }

  enqueue(plan: Plan): void {
    this.#guarded(() => {
      for (const { order, tokens } of plan.released) order.release(tokens);
      for (const intent of plan.intents) {
        const decisionId = plan.ids.get(intent.decision) ?? null;
        this.#open.add(preparedIntent(intent, decisionId, this.#recorder.ports.board));
      }
      this.#targets.add(plan.targets);
      for (const { intent, reason } of plan.withdrawals) {
        const tracked = this.#open.get(intent);
        if (tracked !== undefined) this.#drop(tracked, { code: "WITHDRAWN", reason });
      }
      if (this.#stopped !== null) this.#dropWaiting(this.#stopped);
    });
    this.#wake();
  }

  tradesOn(at: number): number {
    return this.#recorder.trades.countOn(at, []);
  }

  tradesBegunOn(at: number): number {
    return this.#recorder.trades.countOn(at, this.#open.onTheWay(() => []).ofDay(at));
  }

  openTrades(strategy: string): readonly OpenTrade[] {
    return this.#open.openTrades(strategy);
  }

  async recover(stored: readonly StoredIntent[], known: KnownBefore = {}, only: string | null = null): Promise<void> {
    this.#recorder.recall(known);
    this.#watch.recall(known.strayTrades ?? []);
    this.#guarded(() => {
      this.#targets.tellWaited(known.waitingTargets ?? []);
      for (const unknown of takeOver(stored, this.#recorder, only)) this.#reconciler.add(unknown);
    });
    await this.#baseline.tryNow();
    await this.settled();
  }

  reconcile(): Promise<readonly BookEntry[]> {
    return new Promise((resolve, reject) => {
      this.#jobs.push(() => this.#books.adjust().then(resolve, reject));
      this.#wake();
    });
  }

  doubtsBalances(): boolean {
    return this.#books.doubts.any;
  }

  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push(resolve);
      this.#tellSettled();
    });
  }

  goOn(): void {
    this.#wake();
  }

  busy(): boolean {
    if (this.#running || this.#reconciler.busy) return true;
    return !this.#recorder.journal.halted && this.#queue.next() !== null;
  }

  stopSending(reason: string): void {
    this.#stopped = reason;
    this.#guarded(() => this.#dropWaiting(reason));
    this.#room.rouse();
    this.#tellSettled();
  }

  unknown(): readonly UnknownTrade[] {
    return this.#reconciler.unknown();
  }

  abandon(): void {
    this.#recorder.journal.close();
    this.#reconciler.settledElsewhere();
    this.#room.rouse();
    this.#tellSettled();
  }

  async resolveByHand(intent: string, verdict: HandVerdict, mayStill = () => true): Promise<void> {
    await settleByHand(this.#recorder, intent, verdict, mayStill);
    this.#reconciler.settledElsewhere();
    this.#wake();
  }

  conflicts(): string[] {
    return this.#recorder.conflicts();
  }

  blockedTokens(): ReadonlySet<TokenName> {
    return this.#open.tokensIn(BLOCKING);
  }

  #outlook(now: number, earlier: readonly Plan[]): PlanningContext {
    return {
      ports: this.#ports,
      trades: this.#recorder.trades,
      open: this.#open.onTheWay(() => earlier.flatMap(({ intents }) => intents)),
      resting: this.#open.tokensIn(RESTING),
      blocked: this.#open.tokensIn(UNDER_WAY),
      now,
      newId: this.#newId,
    };
  }

  readonly #newId = (): string => {
    const id = newIntentId(this.#random, this.#isTaken);
    this.#drawn.add(id);
    return id;
  };

  readonly #isTaken = (id: string): boolean => this.#drawn.has(id) || this.#ports.knowsIntent?.(id) === true;

  /** After each step of an intent: what hangs on it goes on, or goes down with it. */
  #onMoved(tracked: Tracked, cause: Cause): void {
    const { code } = cause;
    const { intent, state } = tracked;
    if (state === "SENT") return;
    const { madeElsewhere } = this.#recorder;
    if (madeElsewhere !== null && !this.#left) this.#leave(madeElsewhere);
    if (state === "UNKNOWN") {
      this.#reconciler.add(tracked);
      return;
    }
    if (state === "NOT_EXECUTED" && code === "BY_HAND") this.#books.doubts.answeredFor([intent.from, intent.to]);
    this.#targets.finished(tracked, code);
    if (state !== "FILLED" && code !== "STOPPED") this.#siblings.failed(tracked, cause);
    if (state === "CONFLICT") for (const hopeless of this.#queue.hopeless()) this.#drop(hopeless, restsFor(intent.id));
    // Before the next trade: until the books follow, nothing could be sold out.
    if (code === "INSUFFICIENT_BALANCE" && this.#stopped === null) this.#jobs.push(() => this.#books.follow());
    if (this.#stopped === null) this.#targets.advance();
    this.#wake();
  }

  /** The competition is over: whatever is sent from here on would be traded in another one. */
  #leave(trade: Trade): void {
    this.#left = true;
    this.stopSending(overBy(trade));
    this.#guarded(() => tellOtherCompetition(this.#recorder, trade));
  }

  #dropWaiting(reason: string): void {
    this.#targets.stop(reason);
    for (const waiting of this.#open.in(WAITING)) this.#drop(waiting, { code: "STOPPED", reason });
  }

  /** Drops a trade that waits; one of several may have gone down with another of them. */
  #drop(tracked: Tracked, cause: Cause): void {
    if (tracked.state === "PREPARED") this.#recorder.move(tracked, "DROPPED", cause);
  }

  #wake(): void {
    this.#room.rouse();
    if (this.#running) return;
    this.#running = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    let justWoken = true;
    try {
      for (;;) {
        const job = this.#jobs.shift();
        if (job !== undefined) {
          await job();
          continue;
        }
        const next = this.#recorder.journal.halted ? null : this.#queue.next();
        if (next === null) break;
        // None is chosen before everything that is decided at this moment is in the queue. From then on one trade
        // follows the other without a pause, where the venue answers at once and there is room.
        const pause = justWoken ? Promise.resolve() : this.#room.begin();
        justWoken = false;
        if (pause !== undefined) {
          await pause;
          continue;
        }
        const sent = this.#sender.send(next);
        if (isPromise(sent)) await sent;
      }
    } catch (error) {
      // Whatever it is, nothing may be sent on top of it.
      this.#recorder.journal.halt(error);
    } finally {
      this.#running = false;
    }
    // A job that came while an error was handled must not be forgotten.
    if (this.#jobs.length > 0) this.#wake();
    else this.#tellSettled();
  }

  #guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#recorder.journal.halt(error);
    }
  }

  #tellSettled(): void {
    if (this.busy()) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
