import type { Ledger } from "../../ledger/index.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import { tokensOf } from "../tick/run-holdings.js";
import type { StrategyRun } from "../tick/strategy-run.js";

/** Tokens whose prices a session reads: all that are held, that strategies need, and the cash of those chains. */
export class NeededTokens {
  /** Those of bars and strategies, whatever is held. */
  readonly named: readonly TokenName[];
  readonly #ledger: Ledger;
  readonly #registry: TokenRegistry;
  readonly #runs: readonly StrategyRun[];
  /** The ledger's version of the list. */
  #version = Number.NaN;
  #list: readonly TokenName[] = [];

  /** @param ofBars tokens that have bars */
  constructor(ledger: Ledger, registry: TokenRegistry, runs: readonly StrategyRun[], ofBars: Iterable<TokenName>) {
    this.#ledger = ledger;
    this.#registry = registry;
    this.#runs = runs;
    this.named = [...new Set([...ofBars, ...runs.flatMap(({ bound }) => bound.tokens)])];
  }

  /** As it is now; worked out once until a book changes. */
  get list(): readonly TokenName[] {
    const { version } = this.#ledger;
    if (version !== this.#version) {
      this.#version = version;
      const seen = this.#runs.flatMap((run) => [...tokensOf(run, this.#ledger, this.#registry)]);
      this.#list = [...new Set([...this.named, ...this.#ledger.sums.keys(), ...seen])];
    }
    return this.#list;
  }
}
