import { deepFreeze } from "../../core/freeze.js";
import type { JsonObject, JsonValue } from "../../core/json.js";
import type { BookValues } from "../../ledger/index.js";
import type { OpenTrade } from "../../model/open-trade.js";
import type { LastPrice } from "../../model/price-board.js";
import type { Price } from "../../model/price.js";
import type { Rules } from "../../model/rules.js";
import { ASSUMED_SLIPPAGE, type SlippageModel } from "../../model/slippage.js";
import type { TokenName } from "../../model/token.js";
import type { Venue } from "../../model/venue.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import type { ShownFacts } from "../../strategy/view/view-slot.js";
import { PinnedFacts, pricesAt } from "./pinned-facts.js";
import type { Moment } from "./moment.js";
import type { RunHoldings } from "./run-holdings.js";
import { viewAt, type Standings } from "../competition/standings.js";
import type { StrategyRun } from "./strategy-run.js";

/** Where the facts of a view come from. */
export interface FactSources {
  readonly venue: Pick<Venue, "limitsLeft">;
  readonly values: BookValues;
  readonly standings: Standings;
  readonly rules: () => Rules;
  openTrades(strategy: string): readonly OpenTrade[];
  /** As `TeamView.tradesLeftToday`. */
  tradesLeftOn(at: number): number | null;
  /** Of all chance. */
  readonly seed: string;
}

/** Freezes what is shown, which is the same thing moment after moment: to ask whether it is frozen already costs more than everything else. */
class Frozen<T> {
  #last: T | undefined;

  of(data: T): T {
    if (data !== this.#last) this.#last = deepFreeze(data);
    return data;
  }
}

/**
 * All that a strategy is told at an instant, bars apart. Each fact is worked out when it is first looked
 * at, and is the same from then on: nearly every strategy looks at a few of them only. One object serves
 * moment after moment. Until the next one the world must stand still, unless the facts were pinned.
 */
export class TickFacts implements ShownFacts {
  readonly #run: StrategyRun;
  readonly #sources: FactSources;
  readonly #holdings: RunHoldings;
  #instant = Number.NaN;
  #now = Number.NaN;
  #due: readonly string[] = [];
  #inputs: JsonValue = null;
  #pinned: PinnedFacts | null = null;
  /** Those that were pinned last, to be written over. */
  #pinnedPrices: Float64Array = new Float64Array(0);
  #prices: ViewData["prices"] | null = null;
  #team: ViewData["team"] | null = null;
  #competition: ViewData["competition"] | null = null;
  #limits: ViewData["limits"] | null = null;
  #open: readonly OpenTrade[] | null = null;
  readonly #frozenRules = new Frozen<Rules>();
  readonly #frozenDue = new Frozen<readonly string[]>();
  readonly #frozenOutcomes = new Frozen<ViewData["outcomes"]>();

  constructor(run: StrategyRun, sources: FactSources, holdings: RunHoldings) {
    this.#run = run;
    this.#sources = sources;
    this.#holdings = holdings;
  }

  /**
   * Another moment begins.
   *
   * @param moment when it was due: `random` follows from it, so that a late tick draws as a punctual one; and when the
   * facts were complete, never before any price in them
   * @param due which of its schedules fired
   */
  begin(moment: Moment, due: readonly string[], inputs: JsonValue): void {
    this.#instant = moment.instant;
    this.#now = moment.now;
    if (due !== this.#due) this.#due = due;
    if (inputs !== this.#inputs) this.#inputs = inputs;
    if (this.#pinned !== null) this.#pinned = null;
    // Nearly no strategy looks at any of these at each tick, and to write a member costs more than to read it.
    if (this.#prices !== null) this.#prices = null;
    if (this.#team !== null) this.#team = null;
    if (this.#competition !== null) this.#competition = null;
    if (this.#limits !== null) this.#limits = null;
    if (this.#open !== null) this.#open = null;
  }

  /** From here on the facts stay as they are, whatever becomes of the world; of requests left it is what is left when somebody looks. */
  pin(): void {
    const { rules, standings } = this.#sources;
    const { book, places } = this.#holdings;
    const { outcomes, state } = this.#run;
    const prices = (this.#pinnedPrices = pricesAt(places, this.#pinnedPrices));
    const open = this.#openNow();
    const place = standings.place();
    const team = this.#teamNow();
    this.#pinned = new PinnedFacts(book, places, prices, team, rules(), place, open, outcomes, state);
  }

  get now(): number {
    return this.#now;
  }

  get due(): readonly string[] {
    return this.#frozenDue.of(this.#due);
  }

  get prices(): ViewData["prices"] {
    return (this.#prices ??= deepFreeze(this.#pricesNow()));
  }

  priceOf(token: TokenName): Price | null {
    if (this.#prices !== null) return this.#prices[token] ?? null;
    const places = this.#pinned?.places ?? this.#holdings.places;
    for (let i = 0; i < places.length; i++)
      if ((places[i] as LastPrice).token === token) return Object.freeze(this.#priceAt(places, i));
    return null;
  }

  get book(): ViewData["book"] {
    return this.#pinned?.book ?? this.#holdings.book;
  }

  get team(): ViewData["team"] {
    return (this.#team ??= Object.freeze(this.#teamNow()));
  }

  get rules(): Rules {
    return this.#frozenRules.of(this.#pinned?.rules ?? this.#sources.rules());
  }

  get competition(): ViewData["competition"] {
    return (this.#competition ??= Object.freeze(this.#competitionNow()));
  }

  get limits(): ViewData["limits"] {
    return (this.#limits ??= deepFreeze(this.#sources.venue.limitsLeft()));
  }

  get slippage(): SlippageModel {
    return this.rules.slippage ?? ASSUMED_SLIPPAGE;
  }

  get open(): readonly OpenTrade[] {
    return (this.#open ??= deepFreeze(this.#openNow()));
  }

  get outcomes(): ViewData["outcomes"] {
    return this.#frozenOutcomes.of(this.#pinned?.outcomes ?? this.#run.outcomes);
  }

  get state(): JsonValue {
    return deepFreeze(this.#pinned === null ? this.#run.state : this.#pinned.state);
  }

  get inputs(): JsonValue {
    return deepFreeze(this.#inputs);
  }

  get seed(): string {
    // Joined: it is kept with every view, as one text instead of a tree of its parts.
    return [this.#sources.seed, this.#run.name, this.#instant].join("/");
  }

  /** All of them as a plain object: what the journal records. What the strategy did not look at needs no freezing. */
  plain(): JsonObject & ViewData {
    // Not by spreading: what is put together from so many members by that has a shape of its own each time.
    const facts: ViewData = {
      now: this.#now,
      due: this.#due,
      prices: this.#prices ?? this.#pricesNow(),
      book: this.book,
      team: this.#team ?? this.#teamNow(),
      rules: this.rules,
      competition: this.#competition ?? this.#competitionNow(),
      limits: this.#limits ?? this.#sources.venue.limitsLeft(),
      slippage: this.slippage,
      open: this.#open ?? this.#openNow(),
      outcomes: this.#pinned?.outcomes ?? this.#run.outcomes,
      state: this.#pinned === null ? this.#run.state : this.#pinned.state,
      inputs: this.#inputs,
      seed: this.seed,
    };
    // Facts are JSON-safe by construction: each comes from a model that is, or was checked.
    return facts as ViewData & JsonObject;
  }

  #pricesNow(): ViewData["prices"] {
    const prices: Record<TokenName, Price | null> = {};
    const places = this.#pinned?.places ?? this.#holdings.places;
    for (let i = 0; i < places.length; i++) prices[(places[i] as LastPrice).token] = this.#priceAt(places, i);
    return prices;
  }

  #teamNow(): ViewData["team"] {
    if (this.#pinned !== null) return this.#pinned.team;
    const { standings, values } = this.#sources;
    const { id, name } = standings.team;
    return { id, name, equity: values.total(), tradesLeftToday: this.#sources.tradesLeftOn(this.#now) };
  }

  #competitionNow(): ViewData["competition"] {
    return viewAt(this.#pinned?.place ?? this.#sources.standings.place(), this.#now);
  }

  #openNow(): readonly OpenTrade[] {
    return this.#pinned?.open ?? this.#sources.openTrades(this.#run.name);
  }

  #priceAt(places: readonly LastPrice[], i: number): Price | null {
    return this.#pinned === null ? (places[i] as LastPrice).price : this.#pinned.priceAt(i);
  }
}
