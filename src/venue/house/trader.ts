import { Decimal } from "../../core/number/decimal.js";
import { attempt } from "../../core/attempt.js";
import { all, andThen, type MaybePromise } from "../../core/maybe.js";
import { bookable } from "../../model/bookable.js";
import type { TokenRegistry } from "../../model/token-registry.js";
import type { Token, TokenName } from "../../model/token.js";
import type { Exchange } from "../exchange.js";
import type { PricedToken } from "../price/lookup.js";
import { Refusal } from "../refusal.js";
import type { TeamSession } from "../team-session.js";

/** A token that a house team holds, with its price. */
export interface Holding extends PricedToken {
  readonly amount: Decimal;
  /** USD. */
  readonly value: number;
}

/** How a house team sees the exchange and trades on it. */
export class Trader {
  readonly #registry: TokenRegistry;
  readonly #seat: TeamSession;
  readonly #tokens: readonly Token[];

  /** @param tokens what it may buy, beside each chain's cash token */
  constructor(exchange: Exchange, teamId: string, tokens: readonly TokenName[]) {
    this.#registry = exchange.registry;
    this.#seat = exchange.seat(teamId, exchange.registry);
    this.#tokens = tokens.map((name) => exchange.registry.resolve(name));
  }

  /** What it holds and has a price. */
  holdings(): MaybePromise<Holding[]> {
    const held = this.#seat.balances().filter(({ sent }) => sent > 0);
    const priced = held.map(({ token }) => this.#seat.priced(this.#registry.resolve(token)));
    return andThen(all(priced), (found) => {
      const holdings: Holding[] = [];
      for (const [i, { amount, sent }] of held.entries()) {
        const one = found[i];
        if (one) holdings.push({ token: one.token, usd: one.usd, amount, value: sent * one.usd });
      }
      return holdings;
    });
  }

  /** What can be bought on a chain: its tokens that have a price. */
  offered(specificChain: string): MaybePromise<PricedToken[]> {
    const cash = this.#registry.cashOf(specificChain);
    const tokens = this.#tokens.filter((token) => token.specificChain === specificChain && token !== cash);
    if (cash !== undefined) tokens.push(cash);
    return andThen(all(tokens.map((token) => this.#seat.priced(token))), (found) =>
      found.filter((priced) => priced !== null),
    );
  }

  /** Sells a fraction of a holding. Where the exchange refuses, a house team takes that as it comes. */
  sell(holding: Holding, fraction: number, to: Token, reason: string): MaybePromise<void> {
    const amount = bookable(holding.amount.times(new Decimal(fraction)));
    if (amount.isZero()) return;
    const made = attempt(() => this.#seat.execute({ from: holding.token.name, to: to.name, amount, reason }));
    return andThen(made, (trade) => {
      if (!trade.ok && !(trade.error instanceof Refusal)) throw trade.error;
    });
  }
}
