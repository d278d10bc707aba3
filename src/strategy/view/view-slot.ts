import { copyJson } from "../../core/copy-json.js";
import type { JsonValue } from "../../core/json.js";
import { ownGetters } from "../../core/own-getters.js";
import { seededRandom, type Random } from "../../core/random.js";
import type { Price } from "../../model/price.js";
import { expectedSlippage } from "../../model/slippage.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import { BarLookup } from "./bar-lookup.js";
import type { BarsSource } from "./bars-source.js";
import type { BoundStrategy } from "../bind/bind.js";
import { bookView, type BookFacts } from "./book-view.js";
import { costedUsd } from "../decide/check-decision.js";
import type { View } from "../view.js";
import type { ViewData } from "./view-data.js";

/** What a view needs to know of the strategy it is for. */
export type Viewer = Pick<BoundStrategy, "definition" | "params" | "bars">;

/**
 * The facts that a slot shows. Frozen, or made so when they are read: it is recorded what was shown.
 * They must not change while they are shown.
 */
export interface ShownFacts extends ViewData {
  /** The price of a token of `prices`, by its full name; null where there is none. */
  priceOf(token: TokenName): Price | null;
}

/** What a slot shows now. */
class Moment implements BookFacts {
  #facts: ShownFacts | null = null;
  #count = 0;
  #random: Random | null = null;

  show(facts: ShownFacts): void {
    this.#count++;
    this.#facts = facts;
    this.#random = null;
  }

  get facts(): ShownFacts {
    if (this.#facts === null) throw new Error("a view was looked at before it showed anything");
    return this.#facts;
  }

  get moment(): number {
    return this.#count;
  }

  get random(): Random {
    return (this.#random ??= seededRandom(this.facts.seed));
  }

  get book(): ViewData["book"] {
    return this.facts.book;
  }

  get rules(): ViewData["rules"] {
    return this.facts.rules;
  }

  usd(token: TokenName): number | null {
    return this.priceOf(token)?.usd ?? null;
  }

  priceOf(token: TokenName): Price | null {
    return this.facts.priceOf(token);
  }
}

/** A lasting view over the facts of the current tick: it is made once, and shows other facts at each tick. */
export class ViewSlot {
  readonly view: View;
  readonly #lookup: BarLookup;
  readonly #moment = new Moment();

  constructor(viewer: Viewer, bars: BarsSource, registry: TokenRegistry) {
    this.#lookup = new BarLookup(viewer.bars, bars, registry);
    this.view = new ShownView(viewer, this.#moment, this.#lookup, registry);
  }

  /** Shows other facts; what the view said before is of the past. */
  show(facts: ShownFacts): void {
    this.#moment.show(facts);
    this.#lookup.renew();
  }

  /** Keeps the bars as they are now until other facts are shown: for a `read` that looks at the view over a longer time. */
  keepBars(): void {
    this.#lookup.keep();
  }
}

/**
 * What strategies see. They take it apart, so its functions need no `this`; and it is frozen, so that what
 * one writes on it is not there in the next moment.
 */
class ShownView implements View {
  declare readonly now: number;
  declare readonly due: readonly string[];
  declare readonly team: View["team"];
  declare readonly rules: View["rules"];
  declare readonly competition: View["competition"];
  declare readonly limits: View["limits"];
  declare readonly open: View["open"];
  declare readonly outcomes: View["outcomes"];
  declare readonly state: JsonValue;
  declare readonly inputs: JsonValue;
  declare readonly random: Random;
  readonly params: unknown;
  readonly price: View["price"];
  readonly bars: View["bars"];
  readonly book: View["book"];
  readonly cost: View["cost"];
  readonly swap: View["swap"] = (decision) => ({ kind: "swap", ...decision });
  readonly target: View["target"] = (decision) => ({ kind: "target", ...decision });
  readonly cancel: View["cancel"] = (decision) => ({ kind: "cancel", ...decision });
  readonly hold: View["hold"] = (decision) => ({ kind: "hold", ...decision });
  readonly #moment: Moment;

  constructor(viewer: Viewer, moment: Moment, lookup: BarLookup, registry: TokenRegistry) {
    this.#moment = moment;
    this.params = viewer.params;
    // A name that does not exist is a mistake, not a missing price; a short one means the token that it names.
    this.price = (token) => moment.priceOf(token) ?? moment.priceOf(registry.resolve(token).name);
    this.bars = lookup.bars;
    this.book = bookView(moment, registry);
    this.cost = (from, to, usd) => expectedSlippage(moment.facts.slippage, costedUsd(from, to, usd, registry));
    Object.defineProperties(this, ShownView.#getters);
    Object.freeze(this);
  }

  static readonly #getters = ownGetters<ShownView>({
    now() {
      return this.#moment.facts.now;
    },
    due() {
      return this.#moment.facts.due;
    },
    team() {
      return this.#moment.facts.team;
    },
    rules() {
      return this.#moment.facts.rules;
    },
    competition() {
      return this.#moment.facts.competition;
    },
    limits() {
      return this.#moment.facts.limits;
    },
    open() {
      return this.#moment.facts.open;
    },
    outcomes() {
      return this.#moment.facts.outcomes;
    },
    // A copy each time: what `decide` does to it stays with it.
    state() {
      return copyJson(this.#moment.facts.state);
    },
    inputs() {
      return copyJson(this.#moment.facts.inputs);
    },
    random() {
      return this.#moment.random;
    },
  });
}
