import type { Clock } from "../core/time/clock.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { Balance } from "../model/portfolio.js";
import type { PriceReading } from "../model/price.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Token, TokenName } from "../model/token.js";
import type { ExecuteRequest, Quote, SwapRequest, Trade } from "../model/trade.js";
import type { CallOptions, PriceRow } from "../model/venue.js";
import type { Lookup, PricedToken } from "./price/lookup.js";
import type { PriceDesk, PriceSlot } from "./price/price-desk.js";
import { swapOrder, tradeOrder } from "./trade/swap-order.js";
import type { Member } from "./team/team.js";
import type { TradeDesk } from "./trade/trade-desk.js";

interface SeatPorts {
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

  /** As `ReadPrice.row`; not all tokens may be known beforehand. Throws UnknownTokenError. */
  row(tokens: readonly TokenName[]): PriceRow | null {
    const { desk } = this.#ports;
    if (!desk.knowsPast) return null;
    const names: TokenName[] = [];
    for (const token of tokens) {
      if (!this.#slots.has(token)) void this.#firstPrice(token);
      const slot = this.#slots.get(token);
      if (slot === undefined) return null;
      names.push(slot.token);
    }
    const row = desk.row(names);
    return row === null ? null : new SeatRow(this.#member, row);
  }

  /** A token of the caller's registry as the exchange calls it, with its price; null where it has none. */
  priced(token: Token): MaybePromise<PricedToken | null> {
    this.#ports.lookup.listed(token);
    return this.#ports.lookup.find(token);
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

/** Prices for who has access: as long as nobody took the team out. */
class SeatRow implements PriceRow {
  readonly usd: Float64Array;
  readonly #member: Member;
  readonly #row: PriceRow;

  constructor(member: Member, row: PriceRow) {
    this.usd = row.usd;
    this.#member = member;
    this.#row = row;
  }

  /** Throws Refusal DEACTIVATED. */
  read(): boolean {
    this.#member.checkAccess();
    return this.#row.read();
  }
}
