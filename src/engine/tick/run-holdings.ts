import { plain } from "../../core/number/decimal.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import type { StrategyRun } from "./strategy-run.js";

/** Tokens whose price a strategy sees: what it names, what its book holds, and the cash of the chains on which these are. */
export function tokensOf(run: StrategyRun, ledger: Ledger, registry: TokenRegistry): ReadonlySet<TokenName> {
  return registry.withCash(new Set([...run.bound.tokens, ...ledger.book(run.name).keys()]));
}

/** What follows from a strategy's book, worked out once until a book changes. */
export class RunHoldings {
  readonly #run: StrategyRun;
  readonly #ledger: Ledger;
  readonly #registry: TokenRegistry;
  /** The ledger's version of what is known here. */
  #version = Number.NaN;
  #tokens: ReadonlySet<TokenName> = new Set();
  #book: ViewData["book"] = {};

  constructor(run: StrategyRun, ledger: Ledger, registry: TokenRegistry) {
    this.#run = run;
    this.#ledger = ledger;
    this.#registry = registry;
  }

  /** Tokens whose price the strategy sees. */
  get tokens(): ReadonlySet<TokenName> {
    this.#refresh();
    return this.#tokens;
  }

  /** Its book as views and journals have it; frozen. */
  get book(): ViewData["book"] {
    this.#refresh();
    return this.#book;
  }

  #refresh(): void {
    if (this.#ledger.version === this.#version) return;
    this.#version = this.#ledger.version;
    this.#tokens = tokensOf(this.#run, this.#ledger, this.#registry);
    const book: Record<TokenName, { amount: string; averageCost: number | null }> = {};
    for (const [token, { amount, averageCost }] of this.#ledger.book(this.#run.name))
      book[token] = Object.freeze({ amount: plain(amount), averageCost });
    this.#book = Object.freeze(book);
  }
}
