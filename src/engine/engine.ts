import { messageOf } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe.js";
import { between, point } from "../model/points.js";
import type { HandVerdict } from "../execution/index.js";
import { JournalError } from "../model/journal-error.js";
import type { Competition, TeamProfile } from "../model/competition.js";
import { StrategyConfigError } from "../strategy/errors.js";
import { attempt } from "../core/attempt.js";
import { connect } from "./connect.js";
import type { Engine, EngineStatus, SwapCommand, SwapProgress, SwapResult } from "./control.js";
import { end, endOfDrawdown, endOfFailure, endOfNotBegun, isFault } from "./end-messages.js";
import { engineStatus } from "./engine-status.js";
import { notTrading } from "./errors.js";
import { EventStream } from "./events/event-stream.js";
import { finish } from "./finish.js";
import { Joining } from "./competition/joining.js";
import type { Loop } from "./loop/loop.js";
import { Leftovers, tellsOfTrades, type Unsettled } from "./session/leftovers.js";
import { SAID } from "./competition/end-confirmation.js";
import { competitionPhase } from "./competition/competition-phase.js";
import { decideOnce } from "./once.js";
import { settledSwap } from "./session/earlier-swap.js";
import { openSession } from "./session/open-session.js";
import type { EnginePorts } from "./ports.js";
import { newsOfError } from "./competition/news.js";
import { resolveByHand } from "./resolve.js";
import { EXIT_CODES, type End, type EngineResult } from "./result.js";
import { runRecord } from "./run-record.js";
import type { Session } from "./session/session.js";
import { sessionEvents } from "./session/session-events.js";
import { situationOfError, type Situation } from "./competition/situation.js";
import { StatusWatch } from "./competition/status-watch.js";
import { EngineTasks } from "./tasks.js";
import { Upcoming } from "./competition/upcoming.js";
import { createEngineContext, type EngineContext } from "./context.js";

/** Makes an engine; nothing happens until `run`. */
export function createEngine(ports: EnginePorts): Engine {
  return new Bot(ports);
}

class Bot implements Engine {
  readonly loop: Loop;
  readonly #context: EngineContext;
  readonly #tasks: EngineTasks;
  readonly #status: StatusWatch;
  readonly #upcoming: Upcoming;
  readonly #hurried: Promise<void>;
  #hurry: () => void = () => {};
  #resolve: (result: EngineResult) => void = () => {};
  readonly events: EventStream;
  readonly subscribe: Engine["subscribe"] = (listener) => this.events.subscribe(listener);
  #connected: MaybePromise<void> = undefined;
  #connecting = false;
  #team: TeamProfile | null = null;
  /** The competition that is being joined; null: none is. */
  #joining: Joining | null = null;
  #session: Session | null = null;
  /** Who has what earlier runs left open; from the first attempt to join on the newest session, joined or not. */
  #leftovers: Unsettled | null = null;
  #end: End | null = null;

  constructor(ports: EnginePorts) {
    this.#context = createEngineContext(ports, (error) => this.#status.heard(newsOfError(error), messageOf(error)));
    this.events = new EventStream(ports);
    this.#upcoming = new Upcoming(this.#context);
    this.#status = new StatusWatch(this.#context, {
      react: (situation, ground) => this.#react(situation, ground),
      released: () => this.#session?.executor.goOn(),
      running: () => this.#session?.standings.competition ?? this.#joining?.competition ?? null,
      teamId: () => this.#team?.id ?? null,
      tasks: () => this.#tasks,
    });
    this.#hurried = new Promise((resolve) => (this.#hurry = resolve));
    this.#tasks = new EngineTasks(this.#context, {
      watch: () => this.#status.read(),
      onDrawdown: (reason) => this.#finish(endOfDrawdown(reason)),
      onFailure: (error) => this.#fail(error),
    });
    this.loop = this.#tasks.loop;
  }

  run(): Promise<EngineResult> {
    this.loop.waitOnClock();
    return this.runDriven();
  }

  runDriven(): Promise<EngineResult> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#connecting = true;
      this.#connected = andThen(
        attempt(() => this.#connect()),
        (ended) => {
          this.#connecting = false;
          if (!ended.ok) this.#fail(ended.error);
        },
      );
    });
  }

  stop(reason: string): void {
    if (this.#end === null) this.#finish(end("STOPPED", reason));
    else this.#hurry();
  }

  async idle(): Promise<void> {
    await this.#connected;
    await this.#tasks.idle();
    await this.#session?.executor.settled();
    await this.#tasks.idle();
  }

  busy(): boolean {
    if (this.#context.mode.now === "ended") return false;
    return this.#connecting || this.#context.mode.now === "stopping" || this.#tasks.busy();
  }

  status(): EngineStatus {
    const [session, leftovers] = [this.#session, this.#leftovers];
    return engineStatus(this.#context, { session, leftovers, tasks: this.#tasks, watch: this.#status });
  }

  async swap(command: SwapCommand, onProgress?: (progress: SwapProgress) => void): Promise<SwapResult> {
    return settledSwap(this.#context.ports, command) ?? this.#joined("swap").hand.swap(command, onProgress);
  }

  async resolve(intent: string, verdict: HandVerdict): Promise<void> {
    const asked = this.#leftovers ?? this.#joined("resolve");
    const mayStill = (): boolean => asked === this.#leftovers && !this.#context.ended;
    await resolveByHand(this.#context, asked.executor, intent, verdict, mayStill);
  }

  #joined(what: string): Session {
    if (this.#session !== null && this.#context.mode.now === "trading") return this.#session;
    throw notTrading(this.#context.mode.now, what);
  }

  #connect(): MaybePromise<void> {
    this.#context.ports.journal.begin(runRecord(this.#context.ports));
    this.#context.begun = true;
    return andThen(connect(this.#context), ({ team, situation, refused }) => {
      if (refused !== null) this.#finish(refused);
      this.#team = team;
      this.#status.asked();
      return andThen(this.#settleLeftovers(situation), () => this.#react(situation));
    });
  }

  /** What earlier runs left open is looked up in the list of trades though there is nothing to join; joining takes over the rest. */
  #settleLeftovers(situation: Situation): MaybePromise<void> {
    if (!tellsOfTrades(situation) || this.#end !== null) return;
    const leftovers = (this.#leftovers = Leftovers.of(this.#context, (error) => this.#fail(error)));
    return leftovers?.settle();
  }

  #react(situation: Situation, ground = SAID): MaybePromise<void> {
    if (this.#end !== null) return;
    const step = competitionPhase(situation, this.#context.ports, {
      connecting: this.#context.mode.now === "connecting" && this.#joining === null,
      joined: this.#session?.competitionId ?? this.#joining?.competition.id ?? null,
      ground,
    });
    switch (step.kind) {
      case "join":
        return this.#watched(this.#join(step.competition));
      case "go-on":
        this.#session?.standings.update(step.competition);
        // The end is looked for when it is due, however seldom the status is read.
        this.#tasks.heedEnd(this.#session?.standings.competition.endAt ?? null);
        return;
      case "wait":
        this.#wait();
        return this.#upcoming.tell(step.competition);
      case "not-begun":
        return andThen(this.#upcoming.names(step.competition), (names) =>
          this.#finish(endOfNotBegun(names, this.#context.ports.settings)),
        );
      case "end":
        if (this.#joining?.outlasts(step.end) !== true) this.#finish(step.end);
        return;
      case "nothing":
    }
  }

  /** What earlier runs left open may never be known: that the competition ends is to be seen while it is being joined, too. */
  #watched(joined: MaybePromise<void>): MaybePromise<void> {
    if (!isPromise(joined) || this.#context.ports.settings.once) return joined;
    this.#tasks.start(() => this.#upcoming.tokens());
    if (this.#context.mode.now === "connecting") return joined;
    // The look at the status that has led here is over: else there were no further one.
    this.#tasks.beside(joined);
  }

  #join(competition: Competition): MaybePromise<void> {
    const team = this.#team;
    if (team === null) return;
    const joining = (this.#joining = new Joining(competition, this.#context.ports));
    const found = this.#leftovers?.executor.conflicts() ?? [];
    this.#leftovers?.executor.abandon();
    point("status", "join", "before");
    const events = sessionEvents({
      status: this.#status,
      tasks: this.#tasks,
      strategies: this.#context.ports.strategies,
      fail: (error) => this.#fail(error),
      finish: (reason) => this.#finish(reason),
      onOtherCompetition: (reason) => {
        joining.over = reason;
        if (this.#joining !== joining) this.#finish(reason);
      },
    });
    const opening = attempt(() =>
      openSession(this.#context, competition, team, events, found, (session) => (this.#leftovers = session)),
    );
    const asked = andThen(opening, (opened) => andThen(this.#status.readIfRefused(), () => opened));
    return andThen(asked, (opened) => {
      this.#joining = null;
      if (joining.over !== null) this.#finish(joining.over);
      if (this.#end === null) return opened.ok ? this.#begin(opened.value) : this.#joinFailed(opened.error);
    });
  }

  #begin(session: Session): MaybePromise<void> {
    const { note, ports } = this.#context;
    const { id, name } = session.standings.competition;
    const { text, usd: equity } = session.equity.worth();
    this.#session = session;
    this.#context.mode.change("trading");
    session.equity.note();
    point("status", "join", "after");
    note("info", "competition-joined", `In ${name}, ${text}`, { competition: id, equity });
    if (ports.settings.once)
      return decideOnce(session, this.#tasks, this.#status, this.#context.stop.signal).then((end) => this.#finish(end));
    this.#tasks.start(() => this.#upcoming.tokens());
    this.#tasks.startTrading(session);
  }

  /** What the service refuses ends it; what it merely did not answer is tried again with the next look at the status. */
  #joinFailed(error: unknown): MaybePromise<void> {
    if (error instanceof StrategyConfigError) this.#finish(end("CONFIG", error.message, error.remedy));
    else if (isFault(error)) this.#fail(error);
    else if (this.#context.ports.settings.once) return this.#react(situationOfError(error));
    else {
      this.#context.note("warn", "join-failed", `Joining the competition failed, trying again: ${messageOf(error)}`);
      this.#wait();
      // What the refusal may say of the competition, the status says too.
      this.#status.heard(newsOfError(error), messageOf(error));
    }
  }

  #wait(): void {
    between("status", "wait", () => {
      this.#context.mode.change("waiting");
      this.#tasks.start(() => this.#upcoming.tokens());
    });
  }

  #fail(error: unknown): void {
    this.#finish(endOfFailure(error, this.#context.ports.log));
    if (error instanceof JournalError) this.#hurry();
  }

  #finish(reason: End): void {
    if (this.#end !== null) return;
    point("status", "end", "before");
    this.#end = reason;
    this.#context.mode.change("stopping");
    this.#context.ports.log[EXIT_CODES[reason.code] >= 3 ? "error" : "info"](`Stopping: ${reason.reason}`);
    this.#tasks.stop();
    // At once: what else has to end first may take a while.
    this.#session?.executor.stopSending(reason.reason);
    this.#context.stop.abort(new Error("the bot stops"));
    point("status", "end", "after");
    const parts = { session: this.#session, leftovers: this.#leftovers, hurried: this.#hurried };
    void finish({ ...parts, context: this.#context, idle: () => this.#tasks.idle() }, reason).then((result) => {
      this.#context.mode.change("ended");
      this.#session?.hand.ended(reason.reason);
      this.#resolve(result);
    });
  }
}
