import { plain } from "../../core/number/decimal.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { LastPrice, PriceBoard } from "../../model/price-board.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import { heldBeyond } from "./held-beyond.js";
import type { StrategyRun } from "./strategy-run.js";

/** What a strategy sees the prices of, as long as it holds the same tokens. */
interface Seen {
  readonly ledger: Ledger;
  readonly registry: TokenRegistry;
  /** The ledger's, at which it was found so last. */
  version: number;
  readonly held: readonly TokenName[];
  readonly tokens: ReadonlySet<TokenName>;
}

/** Whoever works with tokens asks anew whenever a book has changed. */
const lastSeen = new WeakMap<StrategyRun, Seen>();

/**
 * Tokens whose price a strategy sees: what it names, what its book holds, and the cash of the chains on which it is.
 * The same set until there are other tokens.
 */
export function tokensOf(run: StrategyRun, ledger: Ledger, registry: TokenRegistry): ReadonlySet<TokenName> {
  const { version } = ledger;
  const known = lastSeen.get(run);
  const last = known?.ledger === ledger && known.registry === registry ? known : null;
  if (last?.version === version) return last.tokens;
  const named = run.bound.tokens;
  const held = heldBeyond(named, ledger.book(run.name), last?.held ?? []);
  if (last !== null && held === last.held) {
    last.version = version;
    return last.tokens;
  }
  const tokens = registry.withCash([...named, ...held]);
  lastSeen.set(run, { ledger, registry, version, held, tokens });
  return tokens;
}

/** What follows from a strategy's book, worked out once until a book changes. */
export class RunHoldings {
  readonly #run: StrategyRun;
  readonly #ledger: Ledger;
  readonly #board: PriceBoard;
  readonly #registry: TokenRegistry;
  #version = -1;
  #tokens: ReadonlySet<TokenName> | null = null;
  #places: readonly LastPrice[] = [];
  #book: ViewData["book"] | null = null;

  constructor(run: StrategyRun, ledger: Ledger, board: PriceBoard, registry: TokenRegistry) {
    this.#run = run;
    this.#ledger = ledger;
    this.#board = board;
    this.#registry = registry;
  }

  /** Where the prices stand that the strategy sees. The same list until there are other tokens. */
  get places(): readonly LastPrice[] {
    this.#refresh();
    return this.#places;
  }

  /** Its book as views and journals have it. The same object until a book changes; frozen. */
  get book(): ViewData["book"] {
    this.#refresh();
    return (this.#book ??= this.#makeBook());
  }

  // Apart: a function in which a closure uses its variables makes an object for them at each call, also where it returns at once.
  #makeBook(): ViewData["book"] {
    const book: Record<TokenName, { amount: string; averageCost: number | null }> = {};
    // Not by a loop, which would make an object of each pair.
    this.#ledger.book(this.#run.name).forEach(({ amount, averageCost }, token) => {
      book[token] = Object.freeze({ amount: plain(amount), averageCost });
    });
    return Object.freeze(book);
  }

  #refresh(): void {
    if (this.#ledger.version !== this.#version) this.#renew();
  }

  #renew(): void {
    this.#version = this.#ledger.version;
    this.#book = null;
    const tokens = tokensOf(this.#run, this.#ledger, this.#registry);
    if (tokens === this.#tokens) return;
    this.#tokens = tokens;
    this.#places = Array.from(tokens, (token) => this.#board.place(token));
  }
}
