import { canonicalJson, type JsonObject, type JsonValue } from "../../core/json.js";
import type { Attempt } from "../../core/attempt.js";
import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { Ledger } from "../../ledger/index.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { VenueReads } from "../../model/venue.js";
import { Decider, type CheckedAnswer } from "../../strategy/decide/decide.js";
import { ViewSlot } from "../../strategy/view/view-slot.js";
import type { BarBook } from "../prices/bar-book.js";
import { TickFacts, type FactSources, type RunMoment } from "./facts.js";
import type { NeededBars } from "../prices/needed-bars.js";
import { ReadCall, type ReadHookPorts } from "./read-hook.js";
import { RunHoldings } from "./run-holdings.js";
import type { StrategyRun } from "./strategy-run.js";

/** What hosting a strategy needs. */
export interface HostPorts extends ReadHookPorts {
  readonly bars: BarBook;
  readonly ledger: Ledger;
  readonly registry: TokenRegistry;
  readonly sources: FactSources;
}

/** A strategy while it runs: its view over the facts of each tick, its `read` and its `decide`. */
export class StrategyHost {
  /** Whether there is a `read` to run. */
  readonly reads: boolean;
  readonly #ports: HostPorts;
  readonly #needed: NeededBars;
  readonly #holdings: RunHoldings;
  readonly #view: ViewSlot;
  readonly #decider: Decider;
  /** The view of `read`: what that looks at stays as it was, however long it takes. Null while one looks at it. */
  #readView: ViewSlot | null = null;
  #facts: TickFacts | null = null;

  constructor(
    readonly run: StrategyRun,
    ports: HostPorts,
  ) {
    const { bars, ledger, registry, guard } = ports;
    this.reads = run.bound.definition.read !== undefined;
    this.#ports = ports;
    this.#needed = bars.needed(run.bound.bars);
    this.#holdings = new RunHoldings(run, ledger, registry);
    this.#view = new ViewSlot(run.bound, bars, registry);
    this.#decider = new Decider(run.bound, registry, guard);
  }

  /** Tokens whose price it sees. */
  get tokens(): ReadonlySet<TokenName> {
    return this.#holdings.tokens;
  }

  /** Whether its bars are there. */
  get ready(): boolean {
    return this.#needed.ready;
  }

  /** When its bars will be there, epoch milliseconds, if prices keep coming. */
  readyAt(now: number): number {
    return this.#needed.readyAt(now) ?? now;
  }

  /** Runs its `read`; gives the checked inputs or the failure, at once where these are there at once. Never throws. */
  read(moment: RunMoment, venue: VenueReads): MaybePromise<Attempt<JsonValue>> {
    const { bars, registry } = this.#ports;
    const view = this.#readView ?? new ViewSlot(this.run.bound, bars, registry);
    this.#readView = null;
    view.show(this.#factsAt(moment).complete());
    view.keepBars();
    const call = new ReadCall(this.run.bound, this.#ports);
    return andThen(call.run(view.view, venue), (ended) => {
      if (!call.abandoned) this.#readView = view;
      return ended;
    });
  }

  /** Lets it decide on what is known now. Throws what `decide` throws, StrategyTimeoutError or BadDecisionError. */
  decide(moment: RunMoment): CheckedAnswer {
    this.#facts = this.#factsAt(moment);
    this.#view.show(this.#facts);
    return this.#decider.decide(this.#view.view);
  }

  /** Whether its last decision was a hold in the very words of the one before, and no outcome was new to it. */
  get heldAgain(): boolean {
    return this.#decider.again && this.run.outcomes.length === 0;
  }

  /** All that it saw when it decided last, bars apart. */
  lastView(): JsonObject | null {
    return this.#facts?.plain() ?? null;
  }

  #factsAt(moment: RunMoment): TickFacts {
    return new TickFacts(this.run, this.#ports.sources, this.#holdings, moment);
  }
}

/** Whether a returned state is another one; none was returned: no. */
export function hasChanged(before: JsonValue, after: JsonValue | undefined): after is JsonValue {
  return after !== undefined && canonicalJson(after) !== canonicalJson(before);
}
