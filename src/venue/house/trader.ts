import { Decimal } from "../../core/decimal.js";
import { all, andThen, isPromise, type MaybePromise } from "../../core/maybe.js";
import type { Token, TokenName } from "../../model/token.js";
import { bookable } from "../amount.js";
import type { Exchange } from "../exchange.js";
import type { PricedToken } from "../lookup.js";
import { Refusal } from "../refusal.js";
import { swapFields } from "../swap-fields.js";

/** A token that a house team holds, with its price. */
export interface Holding extends PricedToken {
  readonly amount: Decimal;
  /** USD. */
  readonly value: number;
}

/** How a house team sees the exchange and trades on it. */
export class Trader {
  readonly teamId: string;
  readonly #exchange: Exchange;
  readonly #tokens: readonly Token[];

  /** @param tokens what it may buy, beside each chain's cash token */
  constructor(exchange: Exchange, teamId: string, tokens: readonly TokenName[]) {
    this.#exchange = exchange;
    this.teamId = teamId;
    this.#tokens = tokens.map((name) => exchange.registry.resolve(name));
  }

  /** What it holds and has a price. */
  holdings(): MaybePromise<Holding[]> {
    const held = this.#exchange.balances(this.teamId).filter(({ sent }) => sent > 0);
    const tokens = held.map(({ token }) => this.#exchange.registry.resolve(token));
    return andThen(this.#priced(tokens), (priced) =>
      priced.flatMap((found) => {
        const amount = held.find(({ token }) => token === found.token.name)?.amount;
        return amount === undefined ? [] : [{ ...found, amount, value: amount.toNumber() * found.usd }];
      }),
    );
  }

  /** What can be bought on a chain: its tokens that have a price. */
  offered(specificChain: string): MaybePromise<PricedToken[]> {
    const cash = this.#exchange.registry.cashOf(specificChain);
    const tokens = this.#tokens.filter((token) => token.specificChain === specificChain && token !== cash);
    return this.#priced(cash === undefined ? tokens : [...tokens, cash]);
  }

  /** Sells a fraction of a holding. False where the exchange refuses: a house team takes that as it comes. */
  sell(holding: Holding, fraction: number, to: Token, reason: string): MaybePromise<boolean> {
    const amount = bookable(holding.amount.times(new Decimal(fraction)));
    if (amount.isZero()) return false;
    const refused = (error: unknown): boolean => {
      if (error instanceof Refusal) return false;
      throw error;
    };
    try {
      const fields = { ...swapFields(holding.token, to, amount), reason };
      const trade = this.#exchange.execute(this.teamId, fields);
      return isPromise(trade) ? trade.then(() => true, refused) : true;
    } catch (error) {
      return refused(error);
    }
  }

  #priced(tokens: readonly Token[]): MaybePromise<PricedToken[]> {
    return andThen(all(tokens.map((token) => this.#exchange.price(token))), (found) =>
      found.filter((priced) => priced !== null),
    );
  }
}
