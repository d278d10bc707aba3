import { copyJson } from "../core/copy-json.js";
import { seededRandom, type Random } from "../core/random.js";
import type { Decision } from "../model/decision.js";
import type { Price } from "../model/price.js";
import { expectedSlippage } from "../model/slippage.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { TokenName } from "../model/token.js";
import { BarLookup } from "./bar-lookup.js";
import type { BarsSource } from "./bars-source.js";
import type { BoundStrategy } from "./bind.js";
import { bookView } from "./book-view.js";
import type { BookView, View } from "./view.js";
import type { ViewData } from "./view-data.js";

/** What a view needs to know of the strategy it is for. */
export type Viewer = Pick<BoundStrategy, "definition" | "params" | "bars">;

/**
 * The facts that a slot shows. Frozen, or made so when they are read: it is recorded what was shown.
 * They must not change while they are shown.
 */
export interface ShownFacts extends ViewData {
  /** The price of a token of `prices`, by its full name; absent: `prices` is asked. */
  priceOf?(token: TokenName): Price | null;
}

/**
 * A view for good, over facts that change from moment to moment: making one costs a hundred times what
 * showing other facts in it does. Its functions need no `this`, for strategies take views apart.
 */
export class ViewSlot {
  readonly view: View;
  readonly #viewer: Viewer;
  readonly #registry: TokenRegistry;
  readonly #lookup: BarLookup;
  readonly #book: BookView;
  #facts: ShownFacts | null = null;
  #random: Random | null = null;

  constructor(viewer: Viewer, bars: BarsSource, registry: TokenRegistry) {
    this.#viewer = viewer;
    this.#registry = registry;
    this.#lookup = new BarLookup(viewer.bars, bars, registry);
    const moment = {
      get: (): ShownFacts => this.#shown(),
      usd: (token: TokenName): number | null => this.#priceOf(token)?.usd ?? null,
    };
    this.#book = Object.freeze(
      bookView(
        {
          get book() {
            return moment.get().book;
          },
          get rules() {
            return moment.get().rules;
          },
          usd: moment.usd,
        },
        registry,
      ),
    );
    // What a strategy writes on its view must not be there in the next moment.
    this.view = Object.freeze(this.#made());
  }

  /** Shows other facts; what the view said before is of the past. */
  show(facts: ShownFacts): void {
    this.#facts = facts;
    this.#random = null;
    this.#lookup.renew();
  }

  /** Keeps the bars as they are now, whatever becomes of them, until what it gives is called: for who looks at the view over a longer time. */
  keepBars(): () => void {
    return this.#lookup.keep();
  }

  #shown(): ShownFacts {
    if (this.#facts === null) throw new Error("a view was looked at before it showed anything");
    return this.#facts;
  }

  #priceOf(token: TokenName): Price | null {
    const facts = this.#shown();
    return facts.priceOf === undefined ? (facts.prices[token] ?? null) : facts.priceOf(token);
  }

  #made(): View {
    const facts = (): ShownFacts => this.#shown();
    const book = this.#book;
    const { definition, params } = this.#viewer;
    const random = (): Random => (this.#random ??= seededRandom(facts().seed));
    return {
      get now() {
        return facts().now;
      },
      get due() {
        return facts().due;
      },
      params,
      // A name that does not exist is a mistake, not a missing price; a short one means the token that it names.
      price: (token) => this.#priceOf(token) ?? this.#priceOf(this.#registry.resolve(token).name),
      bars: this.#lookup.bars,
      book,
      get team() {
        return facts().team;
      },
      get rules() {
        return facts().rules;
      },
      get competition() {
        return facts().competition;
      },
      get limits() {
        return facts().limits;
      },
      cost: (_from, _to, usd) => expectedSlippage(facts().slippage, usd),
      get open() {
        return facts().open;
      },
      get outcomes() {
        return facts().outcomes;
      },
      // A copy by the schema each time: what `decide` does to it stays with it.
      get state() {
        return definition.state === undefined ? null : (definition.state.parse(facts().state) as never);
      },
      get inputs() {
        return copyJson(facts().inputs) as never;
      },
      get random() {
        return random();
      },
      swap: (decision) => made("swap", decision),
      target: (decision) => made("target", decision),
      cancel: (decision) => made("cancel", decision),
      hold,
    };
  }
}

function made<D extends Decision>(kind: D["kind"], decision: Omit<D, "kind">): D {
  return { kind, ...decision } as D;
}

/** Nearly every decision is a hold with a reason alone. */
const hold: View["hold"] = (decision) => {
  for (const member in decision) if (member !== "reason") return { kind: "hold", ...decision };
  return { kind: "hold", reason: decision.reason };
};
