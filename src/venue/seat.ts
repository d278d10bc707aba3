import type { Clock } from "../core/clock.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { Balance } from "../model/portfolio.js";
import type { PriceReading } from "../model/price.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Token, TokenName } from "../model/token.js";
import type { ExecuteRequest, Quote, SwapRequest, Trade } from "../model/trade.js";
import type { CallOptions } from "../model/venue.js";
import type { Lookup, PricedToken } from "./lookup.js";
import type { PriceDesk, PriceSlot } from "./price-desk.js";
import { swapOrder, tradeOrder } from "./swap-order.js";
import type { Member } from "./team.js";
import type { TradeDesk } from "./trade-desk.js";

export interface SeatPorts {
  readonly clock: Clock;
  readonly desk: PriceDesk;
  readonly lookup: Lookup;
  readonly trading: TradeDesk;
}

/**
 * One team's place at the exchange, for a caller in this process: it names tokens as its own registry does,
 * and says amounts as they are. What a request over a wire says anew each time is looked up once here.
 */
export class Seat {
  readonly #ports: SeatPorts;
  readonly #member: Member;
  readonly #registry: TokenRegistry;
  /** By the name that the caller uses; filled where prices are asked for anew each time. */
  readonly #slots = new Map<TokenName, PriceSlot>();
  /** The list of which the prices were asked for last, and where they stand; null: not all of them are known beforehand. */
  #list: readonly TokenName[] = [];
  #listSlots: readonly PriceSlot[] | null = [];
  /** As the exchange calls them. */
  #listNames: readonly TokenName[] = [];

  constructor(ports: SeatPorts, member: Member, registry: TokenRegistry) {
    this.#ports = ports;
    this.#member = member;
    this.#registry = registry;
  }

  /** Throws Refusal DEACTIVATED where a person took the team out; an ended competition closes nothing. */
  checkAccess(): void {
    this.#member.checkAccess();
  }

  /** Throws UnknownTokenError. */
  price(token: TokenName, options?: CallOptions): MaybePromise<PriceReading> {
    const slot = this.#slots.get(token);
    if (slot === undefined) return this.#firstPrice(token, options);
    const usd = this.#ports.desk.priceNow(slot);
    return { token, usd, readAt: slot.readAt };
  }

  /** As `ReadPrice.now`. Throws UnknownTokenError. */
  pricesNow(tokens: readonly TokenName[], into: Float64Array): boolean {
    const { desk } = this.#ports;
    if (!desk.knowsPast) return false;
    if (tokens !== this.#list) this.#takeList(tokens);
    const slots = this.#listSlots;
    if (slots === null) return false;
    desk.pricesNow(this.#listNames, slots, into);
    return true;
  }

  #takeList(tokens: readonly TokenName[]): void {
    const slots: PriceSlot[] = [];
    for (const token of tokens) {
      if (!this.#slots.has(token)) void this.#firstPrice(token);
      const slot = this.#slots.get(token);
      if (slot !== undefined) slots.push(slot);
    }
    this.#list = tokens;
    this.#listSlots = slots.length === tokens.length ? slots : null;
    this.#listNames = slots.map(({ token }) => token);
  }

  /** A token of the caller's registry as the exchange calls it, with its price; null where it has none. */
  priced(token: Token, options?: CallOptions): MaybePromise<PricedToken | null> {
    this.#ports.lookup.listed(token);
    return this.#ports.lookup.find(token, options);
  }

  quote({ from, to, amount }: SwapRequest, options?: CallOptions): MaybePromise<Quote> {
    return this.#ports.trading.quote(this.#member, swapOrder(this.#token(from), this.#token(to), amount), options);
  }

  execute(request: ExecuteRequest, options?: CallOptions): MaybePromise<Trade> {
    const from = this.#token(request.from);
    const to = this.#token(request.to);
    return this.#ports.trading.execute(this.#member, () => tradeOrder(from, to, request), options);
  }

  /** Every token held since the last start, also with amount 0. The same array until a trade changes it. */
  balances(): readonly Balance[] {
    return this.#member.account.list();
  }

  #firstPrice(name: TokenName, options?: CallOptions): MaybePromise<PriceReading> {
    const { desk, lookup, clock } = this.#ports;
    const token = this.#registry.resolve(name);
    const listed = lookup.listed(token);
    if (desk.knowsPast && listed !== null) this.#slots.set(name, desk.slot(listed.name));
    return andThen(lookup.find(token, options), (found) => {
      return { token: name, usd: found?.usd ?? null, readAt: clock.now() };
    });
  }

  #token(name: TokenName): Token {
    const token = this.#registry.resolve(name);
    this.#ports.lookup.listed(token);
    return token;
  }
}
