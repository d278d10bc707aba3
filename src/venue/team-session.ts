import type { Clock } from "../core/time/clock.js";
import { andThen, type MaybePromise } from "../core/maybe.js";
import type { Balance } from "../model/portfolio.js";
import type { PriceReading } from "../model/price.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Token, TokenName } from "../model/token.js";
import type { ExecuteRequest, Quote, SwapRequest, Trade } from "../model/trade.js";
import type { CallOptions } from "../model/venue.js";
import type { Lookup, PricedToken } from "./price/lookup.js";
import { swapOrder, tradeOrder } from "./trade/swap-order.js";
import type { Member } from "./team/team.js";
import type { TradeDesk } from "./trade/trade-desk.js";

interface SeatPorts {
  readonly clock: Clock;
  readonly lookup: Lookup;
  readonly trading: TradeDesk;
}

/**
 * One team's place at the exchange, for a caller in this process: it names tokens as its own registry does,
 * and says amounts as they are. What a request over a wire says anew each time is looked up once here.
 */
export class TeamSession {
  readonly #ports: SeatPorts;
  readonly #member: Member;
  readonly #registry: TokenRegistry;

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
  price(name: TokenName, options?: CallOptions): MaybePromise<PriceReading> {
    const { lookup, clock } = this.#ports;
    return andThen(lookup.find(this.#token(name), options), (found) => {
      return { token: name, usd: found?.usd ?? null, readAt: clock.now() };
    });
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

  #token(name: TokenName): Token {
    const token = this.#registry.resolve(name);
    this.#ports.lookup.listed(token);
    return token;
  }
}
