import type { Clock } from "../../core/time/clock.js";
import { ROUNDING } from "../../core/number/decimal.js";
import { all, andThen, type MaybePromise } from "../../core/maybe.js";
import { bookable } from "../../model/bookable.js";
import { drawSlippage, type SlippageModel } from "../../model/slippage.js";
import type { Token, TokenName } from "../../model/token.js";
import type { Quote, Trade } from "../../model/trade.js";
import type { CallOptions } from "../../model/venue.js";
import type { CompetitionRecord, Entry } from "../competition/competition.js";
import type { Competitions } from "../competition/competitions.js";
import { fillOf, usdOf, type Fill } from "./fill.js";
import { uuid } from "../ids.js";
import type { Lookup } from "../price/lookup.js";
import type { PriceDesk } from "../price/price-desk.js";
import { Refusal } from "../refusal.js";
import type { Snapshots } from "../competition/snapshots.js";
import type { SwapChecks } from "./swap-checks.js";
import type { SwapOrder, TradeOrder } from "./swap-order.js";
import type { Member } from "../team/team.js";
import { valueOf } from "../competition/valuation.js";

/**
 * The slippage that quotes recorded near a time and a size showed, as a fraction of the trade's value; null
 * where there are none: then the competition's formula is used. What is above 1 counts as 1, below 0 as 0.
 *
 * @param usd what is sold is worth, USD
 * @param at epoch milliseconds
 */
export type RecordedSlippage = (from: TokenName, to: TokenName, usd: number, at: number) => number | null;

interface Ports {
  readonly clock: Clock;
  readonly lookup: Lookup;
  readonly desk: PriceDesk;
  readonly competitions: Competitions;
  readonly snapshots: Snapshots;
  /** How quotes are charged while no competition is active. */
  readonly slippage: SlippageModel;
  readonly recorded: RecordedSlippage | null;
  readonly checks: SwapChecks;
}

interface Pair {
  readonly from: Token;
  readonly to: Token;
}

/** A fill that doubles can say. Throws Refusal BAD_AMOUNT where it is infinite to them, as an amount is that was asked for. */
function sendable(fill: Fill): Fill {
  if (!Number.isFinite(fill.toAmount.toNumber()) || !Number.isFinite(fill.rate)) throw new Refusal("BAD_AMOUNT");
  return fill;
}

/** Quotes and trades, with every check in the service's order (service notes, "Errors"). */
export class TradeDesk {
  readonly #ports: Ports;
  /** Ids of the trades that recorded quotes priced. */
  readonly #recorded = new Set<string>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Whether recorded quotes priced a trade, and not the competition's formula. */
  pricedByQuotes(tradeId: string): boolean {
    return this.#recorded.has(tradeId);
  }

  /** The team's part in the active competition. Throws Refusal DEACTIVATED, NO_COMPETITION or NOT_PARTICIPATING. */
  admit(member: Member): { readonly record: CompetitionRecord; readonly entry: Entry } {
    member.checkAccess();
    const record = this.#ports.competitions.requireActive();
    const entry = record.entry(member.team.id);
    if (entry === undefined) throw new Refusal("NOT_PARTICIPATING");
    return { record, entry };
  }

  /** What a swap would give now, at a slippage of its own draw. Needs no balance and no competition. */
  quote(member: Member, order: SwapOrder, options?: CallOptions): MaybePromise<Quote> {
    const fromAmount = bookable(order.amount);
    if (fromAmount.isZero()) throw new Refusal("BAD_AMOUNT");
    const { strictQuotes } = this.#ports.checks;
    return andThen(this.#pair(order, strictQuotes, options), (pair) => {
      const { fromPrice, toPrice } = this.#prices(pair);
      const usd = usdOf(fromAmount, fromPrice);
      const slippage = this.#draw("quote", member, usd, this.#recordedFor(pair, usd), strictQuotes ? 1 : Infinity);
      const { toAmount, rate } = sendable(fillOf(fromAmount, fromPrice, toPrice, slippage));
      return {
        from: pair.from.name,
        to: pair.to.name,
        fromAmount,
        toAmount,
        fromPrice,
        toPrice,
        exchangeRate: rate,
        slippage: slippage * 100,
        at: this.#ports.clock.now(),
      };
    });
  }

  /**
   * Sells and buys in one synchronous step, once every price is known. Throws Refusal: then nothing has changed.
   * @param read reads the request, once the team is known to take part; may throw Refusal
   */
  execute(member: Member, read: () => TradeOrder, options?: CallOptions): MaybePromise<Trade> {
    const { record } = this.admit(member);
    const order = read();
    const { allowCrossChain, minTradeAmount } = record.info.settings;
    if (order.amount.lessThan(record.minimum)) throw new Refusal("TOO_SMALL", { minimum: minTradeAmount });
    return andThen(this.#pair(order, true, options), (pair) => {
      if (!allowCrossChain && this.#ports.checks.isCrossChain(pair.from, pair.to)) throw new Refusal("CROSS_CHAIN");
      return andThen(this.#ports.desk.refresh(member.account.held(), options), () =>
        this.#book(record, member, pair, order),
      );
    });
  }

  #book(record: CompetitionRecord, member: Member, pair: Pair, order: TradeOrder): Trade {
    const { clock, desk, snapshots } = this.#ports;
    // Prices may have been awaited: the competition may be another one by now, the balance smaller.
    const { entry, record: current } = this.admit(member);
    if (current !== record) throw new Refusal("NO_COMPETITION");
    const fromAmount = bookable(order.amount);
    if (member.account.amount(pair.from.name).lessThan(fromAmount)) throw new Refusal("INSUFFICIENT_BALANCE");
    const { fromPrice, toPrice } = this.#prices(pair);
    const usd = usdOf(fromAmount, fromPrice);
    const share = record.info.settings.maxTradeShare;
    // A trade of exactly the cap passes.
    if (usd > share * valueOf(member.account, desk) * (1 + ROUNDING)) throw new Refusal("OVER_CAP", { share });
    const tolerance = order.tolerance();
    const recorded = this.#recordedFor(pair, usd);
    const slippage = this.#draw("execute", member, usd, recorded);
    if (tolerance !== null && slippage * 100 > tolerance) throw new Refusal("SLIPPAGE");
    const { toAmount, rate } = sendable(fillOf(fromAmount, fromPrice, toPrice, slippage));
    member.account.swap(pair.from.name, fromAmount, pair.to.name, toAmount);
    const trade: Trade = Object.freeze({
      id: uuid(member.ids),
      teamId: member.team.id,
      competitionId: record.info.id,
      from: pair.from.name,
      to: pair.to.name,
      fromAmount,
      toAmount,
      price: rate,
      success: true,
      error: null,
      reason: order.reason,
      at: clock.now(),
    });
    member.trades.add(trade);
    if (recorded !== null) this.#recorded.add(trade.id);
    snapshots.take(record, entry);
    return trade;
  }

  /** Both tokens, known to have a price. Throws Refusal SAME_TOKEN, where they have to be two, or NO_PRICE. */
  #pair(order: SwapOrder, two: boolean, options?: CallOptions): MaybePromise<Pair> {
    const { lookup, checks } = this.#ports;
    if (two && lookup.same(order.from, order.to, checks.isIdentical)) throw new Refusal("SAME_TOKEN");
    return andThen(all([lookup.find(order.from, options), lookup.find(order.to, options)]), ([from, to]) => {
      if (!from || !to) throw new Refusal("NO_PRICE");
      if (two && from.token.name === to.token.name) throw new Refusal("SAME_TOKEN");
      return { from: from.token, to: to.token };
    });
  }

  #prices({ from, to }: Pair): { readonly fromPrice: number; readonly toPrice: number } {
    const fromPrice = this.#ports.desk.last(from.name);
    const toPrice = this.#ports.desk.last(to.name);
    if (fromPrice === null || toPrice === null) throw new Refusal("NO_PRICE");
    return { fromPrice, toPrice };
  }

  #recordedFor({ from, to }: Pair, usd: number): number | null {
    const fraction = this.#ports.recorded?.(from.name, to.name, usd, this.#ports.clock.now()) ?? null;
    return fraction === null || Number.isNaN(fraction) ? null : Math.min(1, Math.max(0, fraction));
  }

  /**
   * Keyed by the team and by how many it drew before, so that nobody else's trades, and no quotes, change it;
   * nor whether slippage is recorded: a draw that it spares is left out.
   */
  #draw(kind: "quote" | "execute", member: Member, usd: number, recorded: number | null, most = 1): number {
    const draws = member.draws[kind];
    if (recorded !== null) {
      draws.skip();
      return recorded;
    }
    const model = this.#ports.competitions.active()?.info.settings.slippage ?? this.#ports.slippage;
    return drawSlippage(model, usd, draws.next(), most);
  }
}
