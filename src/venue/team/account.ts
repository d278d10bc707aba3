import { ZERO, type Decimal } from "../../core/number/decimal.js";
import type { Balance } from "../../model/portfolio.js";
import type { TokenName } from "../../model/token.js";

/** What one team holds. Changes only by `reset` and `swap`, so nothing is lost and nothing made. */
export class Account {
  readonly #balances = new Map<TokenName, Balance>();
  #list: readonly Balance[] | null = null;

  /** Holds exactly these amounts from now on. */
  reset(amounts: Iterable<readonly [TokenName, Decimal]>): void {
    this.#balances.clear();
    this.#list = null;
    for (const [token, amount] of amounts) this.#set(token, amount);
  }

  amount(token: TokenName): Decimal {
    return this.#balances.get(token)?.amount ?? ZERO;
  }

  /** Gives `sold` of one token and takes `bought` of the other. Throws RangeError, and changes nothing, where the balance is smaller. */
  swap(from: TokenName, sold: Decimal, to: TokenName, bought: Decimal): void {
    const left = this.amount(from).minus(sold);
    if (left.isNegative() && !left.isZero()) throw new RangeError(`There is less ${from} than ${sold.toFixed()}`);
    this.#set(from, left);
    this.#set(to, this.amount(to).plus(bought));
  }

  /** Every token that was ever held since the reset, also with amount 0. The same array until something changes. */
  list(): readonly Balance[] {
    this.#list ??= [...this.#balances.values()];
    return this.#list;
  }

  /** The tokens of which there is something. */
  held(): TokenName[] {
    const held: TokenName[] = [];
    for (const { token, sent } of this.list()) if (sent > 0) held.push(token);
    return held;
  }

  #set(token: TokenName, amount: Decimal): void {
    this.#balances.set(token, { token, amount, sent: amount.toNumber() });
    this.#list = null;
  }
}
