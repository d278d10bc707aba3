import type { Ledger } from "../../ledger/index.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { TokenName } from "../../model/token.js";
import { heldBeyond } from "../tick/held-beyond.js";
import { tokensOf } from "../tick/run-holdings.js";
import { sameList } from "../tick/same-list.js";
import type { StrategyRun } from "../tick/strategy-run.js";

/** Whose prices a session reads: everything that is held, that strategies need, and the cash of those chains. */
export class NeededTokens {
  /** Those of bars and strategies, whatever is held. */
  readonly named: readonly TokenName[];
  readonly #ledger: Ledger;
  readonly #registry: TokenRegistry;
  readonly #runs: readonly StrategyRun[];
  /** The ledger's, of which the list is. */
  #version = Number.NaN;
  #held: readonly TokenName[] = [];
  /** Of each run. */
  #seen: readonly ReadonlySet<TokenName>[] = [];
  #list: readonly TokenName[];

  /** @param ofBars tokens that have bars */
  constructor(ledger: Ledger, registry: TokenRegistry, runs: readonly StrategyRun[], ofBars: Iterable<TokenName>) {
    this.#ledger = ledger;
    this.#registry = registry;
    this.#runs = runs;
    this.named = [...new Set([...ofBars, ...runs.flatMap(({ bound }) => bound.tokens)])];
    this.#list = this.named;
  }

  /** As it is now: the same list until there are other tokens. */
  get list(): readonly TokenName[] {
    if (this.#ledger.version !== this.#version) this.#renew();
    return this.#list;
  }

  #renew(): void {
    this.#version = this.#ledger.version;
    const held = heldBeyond(this.named, this.#ledger.sums, this.#held);
    const seen = sameList(
      this.#seen,
      this.#runs.map((run) => tokensOf(run, this.#ledger, this.#registry)),
    );
    if (held === this.#held && seen === this.#seen) return;
    this.#held = held;
    this.#seen = seen;
    this.#list = [...new Set([...this.named, ...held, ...seen.flatMap((tokens) => [...tokens])])];
  }
}
