import { deepFreeze } from "../../core/freeze.js";
import type { JsonObject, JsonValue } from "../../core/json.js";
import type { BookValues } from "../../ledger/index.js";
import type { OpenTrade } from "../../model/open-trade.js";
import type { PriceBoard } from "../../model/price-board.js";
import type { Price } from "../../model/price.js";
import type { Rules } from "../../model/rules.js";
import { ASSUMED_SLIPPAGE, type SlippageModel } from "../../model/slippage.js";
import type { TokenName } from "../../model/token.js";
import type { Venue } from "../../model/venue.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import type { ShownFacts } from "../../strategy/view/view-slot.js";
import type { RunHoldings } from "./run-holdings.js";
import type { Standings } from "../competition/standings.js";
import type { StrategyRun } from "./strategy-run.js";

/** Where the facts of a view come from. */
export interface FactSources {
  readonly venue: Pick<Venue, "limitsLeft">;
  readonly board: PriceBoard;
  readonly values: BookValues;
  readonly standings: Standings;
  readonly rules: () => Rules;
  openTrades(strategy: string): readonly OpenTrade[];
  /** As `TeamView.tradesLeftToday`. */
  tradesLeftOn(at: number): number | null;
  /** Of all chance. */
  readonly seed: string;
}

/** When a strategy decides, and on what beside what its sources say. */
export interface RunMoment {
  /** When it was due, epoch milliseconds: `random` follows from it, so that a late tick draws as a punctual one. */
  readonly instant: number;
  /** When the facts were complete, epoch milliseconds; never before any price in them. */
  readonly now: number;
  /** Which of its schedules fired. */
  readonly due: readonly string[];
  readonly inputs: JsonValue;
}

/**
 * All that a strategy sees at an instant, bars apart. Each fact is worked out when it is first looked
 * at, and is the same from then on: nearly every strategy looks at a few of them only.
 */
export class TickFacts implements ShownFacts {
  readonly #run: StrategyRun;
  readonly #sources: FactSources;
  readonly #holdings: RunHoldings;
  readonly #moment: RunMoment;
  #prices: ViewData["prices"] | undefined;
  #book: ViewData["book"] | undefined;
  #team: ViewData["team"] | undefined;
  #rules: Rules | undefined;
  #competition: ViewData["competition"] | undefined;
  #limits: ViewData["limits"] | undefined;
  #open: readonly OpenTrade[] | undefined;
  #outcomes: ViewData["outcomes"] | undefined;
  #state: JsonValue | undefined;

  constructor(run: StrategyRun, sources: FactSources, holdings: RunHoldings, moment: RunMoment) {
    this.#run = run;
    this.#sources = sources;
    this.#holdings = holdings;
    this.#moment = moment;
  }

  /** Works out every fact now: for a `read`, which may look at them for a while. Requests that are left count down as it asks. */
  complete(): this {
    this.plain();
    this.#limits = undefined;
    return this;
  }

  get now(): number {
    return this.#moment.now;
  }

  get due(): readonly string[] {
    return this.#moment.due;
  }

  get prices(): ViewData["prices"] {
    return (this.#prices ??= this.#pricesNow());
  }

  priceOf(token: TokenName): Price | null {
    if (this.#prices !== undefined) return this.#prices[token] ?? null;
    return this.#holdings.tokens.has(token) ? Object.freeze(this.#sources.board.get(token)) : null;
  }

  get book(): ViewData["book"] {
    return (this.#book ??= this.#holdings.book);
  }

  get team(): ViewData["team"] {
    return (this.#team ??= this.#teamNow());
  }

  get rules(): Rules {
    return (this.#rules ??= deepFreeze(this.#sources.rules()));
  }

  get competition(): ViewData["competition"] {
    return (this.#competition ??= Object.freeze(this.#sources.standings.view(this.#moment.now)));
  }

  get limits(): ViewData["limits"] {
    return (this.#limits ??= Object.freeze(this.#sources.venue.limitsLeft()));
  }

  get slippage(): SlippageModel {
    return this.rules.slippage ?? ASSUMED_SLIPPAGE;
  }

  get open(): readonly OpenTrade[] {
    return (this.#open ??= deepFreeze(this.#sources.openTrades(this.#run.name)));
  }

  get outcomes(): ViewData["outcomes"] {
    return (this.#outcomes ??= deepFreeze(this.#run.outcomes));
  }

  get state(): JsonValue {
    if (this.#state === undefined) this.#state = deepFreeze(this.#run.state);
    return this.#state;
  }

  get inputs(): JsonValue {
    return deepFreeze(this.#moment.inputs);
  }

  get seed(): string {
    return `${this.#sources.seed}/${this.#run.name}/${this.#moment.instant}`;
  }

  /** All of them as a plain object: what the journal records. */
  plain(): JsonObject & ViewData {
    const { now, due, prices, book, team, rules, competition, limits, slippage, open, outcomes, state, inputs, seed } =
      this;
    const facts: ViewData = {
      ...{ now, due, prices, book, team, rules, competition, limits, slippage, open, outcomes, state, inputs, seed },
    };
    // Facts are JSON-safe by construction: each comes from a model that is, or was checked.
    return facts as ViewData & JsonObject;
  }

  #pricesNow(): ViewData["prices"] {
    const { board } = this.#sources;
    const prices: Record<TokenName, Price | null> = {};
    for (const token of this.#holdings.tokens) prices[token] = Object.freeze(board.get(token));
    return Object.freeze(prices);
  }

  #teamNow(): ViewData["team"] {
    const { standings, values, tradesLeftOn } = this.#sources;
    const { id, name } = standings.team;
    return Object.freeze({ id, name, equity: values.total(), tradesLeftToday: tradesLeftOn(this.#moment.now) });
  }
}
