import { iso } from "../../core/time/utc.js";
import { canonicalJson, type JsonValue } from "../../core/json.js";
import type { Ledger } from "../../ledger/index.js";
import type { Plan } from "../../execution/planning/plan.js";
import type { DecisionRecord, JournalWriter, StrategyTick } from "../../model/journal.js";
import type { PriceBoard } from "../../model/price-board.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { VenueReads } from "../../model/venue.js";
import { Decider, type CheckedAnswer } from "../../strategy/decide/decide.js";
import { thrownText } from "../../strategy/thrown.js";
import { ViewSlot } from "../../strategy/view/view-slot.js";
import type { Attempt } from "../../core/attempt.js";
import type { BarBook } from "../prices/bar-book.js";
import { TickFacts, type FactSources } from "./facts.js";
import type { NeededBars } from "../prices/needed-bars.js";
import { ReadSeat, type ReadHookPorts } from "./read-seat.js";
import { RunHoldings } from "./run-holdings.js";
import type { Moment } from "./moment.js";
import type { StrategyRun } from "./strategy-run.js";

/** What hosting a strategy needs. */
export interface HostPorts extends ReadHookPorts {
  readonly bars: BarBook;
  readonly board: PriceBoard;
  readonly ledger: Ledger;
  readonly registry: TokenRegistry;
  readonly sources: FactSources;
  readonly journal: Pick<JournalWriter, "nextDecision" | "heldAgain" | "keepsView">;
  /** @param earlier plans of this instant that are not on disk yet */
  plan(strategy: string, decisions: readonly DecisionRecord[], at: number, earlier: readonly Plan[]): Plan;
}

/** A strategy's part of a tick: what is written, and what follows once it is. */
export interface TickPart {
  readonly run: StrategyRun;
  readonly record: StrategyTick;
  /** Null where nothing follows. */
  readonly plan: Plan | null;
  /** How many outcomes it was told of. */
  readonly told: number;
  /** What was thrown, or is wrong with what was returned; null where the run did not fail. */
  readonly failure: unknown;
}

const NONE: readonly never[] = [];
const NOTHING = { decisions: NONE, verdicts: NONE, intents: NONE, outcomes: NONE } as const;

/** Who is told how a `read` ended, with the number that was given to it. */
export interface ReadTaker {
  tookRead(index: number, read: Attempt<JsonValue>): void;
}

/** Where a `read` looks, and what it looks at. */
interface ReadPlace {
  readonly facts: TickFacts;
  readonly slot: ViewSlot;
  readonly seat: ReadSeat;
  /** Who waits for the hook that runs there. */
  taker: ReadTaker | null;
  index: number;
  readonly onEnded: (read: Attempt<JsonValue>) => void;
}

/** A strategy while it runs: its view over the facts of each moment, its `read` and its `decide`. */
export class StrategyHost {
  /** Whether there is a `read` to run. */
  readonly reads: boolean;
  readonly #ports: HostPorts;
  readonly #needed: NeededBars;
  readonly #holdings: RunHoldings;
  readonly #facts: TickFacts;
  readonly #slot: ViewSlot;
  readonly #decider: Decider;
  #readPlace: ReadPlace | null = null;

  constructor(
    readonly run: StrategyRun,
    ports: HostPorts,
  ) {
    const { bars, ledger, board, registry, sources, guard } = ports;
    this.reads = run.bound.definition.read !== undefined;
    this.#ports = ports;
    this.#needed = bars.needed(run.bound.bars);
    this.#holdings = new RunHoldings(run, ledger, board, registry);
    this.#facts = new TickFacts(run, sources, this.#holdings);
    this.#slot = new ViewSlot(run.bound, bars, registry);
    this.#decider = new Decider(run.bound, registry, guard);
  }

  /** Whether its bars are there. */
  get ready(): boolean {
    return this.#needed.ready;
  }

  /**
   * Runs its `read`; tells `taker` once, at once where everything is there at once. Never throws. What the
   * hook looks at stays as it was, however long that takes.
   */
  read(moment: Moment, due: readonly string[], scope: VenueReads, taker: ReadTaker, index: number): void {
    const place = this.#readPlace ?? this.#makeReadPlace();
    this.#readPlace = null;
    const { facts, slot, seat } = place;
    facts.begin(moment, due, null);
    facts.pin();
    slot.show(facts);
    slot.keepBars();
    place.taker = taker;
    place.index = index;
    seat.read(scope, place.onEnded);
  }

  /**
   * Lets it decide on what is known now and plans what follows. Changes nothing yet; what it throws is in the
   * answer. Null: it held in the words of its decision before, the journal knows, and nothing follows.
   */
  decide(moment: Moment, due: readonly string[], inputs: JsonValue, earlier: readonly Plan[]): TickPart | null {
    if (!this.#needed.ready) return warmingUp(this.run, due, this.#needed.readyAt(moment.now) ?? moment.now);
    this.#facts.begin(moment, due, inputs);
    this.#slot.show(this.#facts);
    let checked: CheckedAnswer;
    try {
      checked = this.#decider.decide(this.#slot.view);
    } catch (error) {
      return this.#failed(error);
    }
    if (!this.#decider.again || !this.#heldAgain(moment)) return this.#decided(checked, earlier);
    this.run.lastTick = moment.now;
    return null;
  }

  /** Whether the journal knows by this alone that it held once more. */
  #heldAgain({ instant }: Moment): boolean {
    const { journal } = this.#ports;
    if (journal.heldAgain === undefined || this.run.outcomes.length > 0) return false;
    return journal.heldAgain(instant, this.run.name);
  }

  #decided(checked: CheckedAnswer, earlier: readonly Plan[]): TickPart {
    const { journal, plan: makePlan } = this.#ports;
    const { run } = this;
    const facts = this.#facts;
    const decisions = checked.decisions.map((decision) => {
      return { seq: journal.nextDecision(), decision };
    });
    const holds = decisions.every(({ decision }) => decision.kind === "hold");
    const plan = holds ? null : this.#newsOf(makePlan(run.name, decisions, facts.now, earlier));
    const record: { -readonly [K in keyof StrategyTick]: StrategyTick[K] } = {
      strategy: run.name,
      due: facts.due,
      view: this.#view("decided", decisions),
      status: "decided",
      error: null,
      decisions,
      verdicts: plan?.verdicts ?? NONE,
      intents: plan?.intents ?? NONE,
      outcomes: plan?.outcomes ?? NONE,
    };
    if (hasChanged(run.state, checked.state)) record.state = checked.state;
    return { run, record, plan, told: run.outcomes.length, failure: null };
  }

  #newsOf(plan: Plan): Plan {
    const outcomes = this.run.newsOf(plan.outcomes);
    return outcomes === plan.outcomes ? plan : { ...plan, outcomes };
  }

  #failed(error: unknown): TickPart {
    const { run } = this;
    const view = this.#view("failed", []);
    const base = { strategy: run.name, due: this.#facts.due, view };
    const record = { ...base, status: "failed", error: thrownText(error, run.bound.file), ...NOTHING } as const;
    return { run, record, plan: null, told: 0, failure: error ?? new Error("it threw nothing") };
  }

  /** What it saw, where the journal keeps that. */
  #view(status: StrategyTick["status"], decisions: readonly DecisionRecord[]): StrategyTick["view"] {
    const { journal } = this.#ports;
    return journal.keepsView?.({ status, decisions }) === false ? null : this.#facts.plain();
  }

  #makeReadPlace(): ReadPlace {
    const { bars, registry, sources } = this.#ports;
    const facts = new TickFacts(this.run, sources, this.#holdings);
    const slot = new ViewSlot(this.run.bound, bars, registry);
    const seat = new ReadSeat(this.run.bound, slot.view, this.#ports);
    const place: ReadPlace = {
      ...{ facts, slot, seat, taker: null, index: 0 },
      onEnded: (read) => {
        slot.releaseBars();
        if (!seat.lost) this.#readPlace = place;
        place.taker?.tookRead(place.index, read);
      },
    };
    return place;
  }
}

/** A strategy that has too few bars: it says until when. */
function warmingUp(run: StrategyRun, due: readonly string[], readyAt: number): TickPart {
  const error = `warming up: its bars will be complete at ${iso(readyAt)}`;
  const record = { strategy: run.name, due, status: "warming-up", view: null, error, ...NOTHING } as const;
  return { run, record, plan: null, told: 0, failure: null };
}

/** Whether what was returned as the state is another one; none was returned: no. */
function hasChanged(before: JsonValue, after: JsonValue | undefined): after is JsonValue {
  return after !== undefined && canonicalJson(after) !== canonicalJson(before);
}
