import type { Clock } from "../core/clock.js";
import { all, andThen, type MaybePromise } from "../core/maybe.js";
import { seededRandom, type Random } from "../core/random.js";
import { drawSlippage, type SlippageModel } from "../model/slippage.js";
import type { TokenRegistry } from "../model/token-registry.js";
import type { Token } from "../model/token.js";
import type { Quote, Trade } from "../model/trade.js";
import type { CallOptions } from "../model/venue.js";
import { bookable } from "./amount.js";
import type { CompetitionRecord, Entry } from "./competition.js";
import type { Competitions } from "./competitions.js";
import { fillOf, usdOf } from "./fill.js";
import { uuid } from "./ids.js";
import { findPriced, sameRef, type TokenRef } from "./lookup.js";
import type { PriceDesk } from "./price-desk.js";
import { Refusal } from "./refusal.js";
import type { Snapshots } from "./snapshots.js";
import {
  readSwap,
  readTolerance,
  readTrade,
  type ExecuteFields,
  type QuoteFields,
  type SwapOrder,
} from "./swap-order.js";
import type { Member } from "./team.js";
import { valueOf } from "./valuation.js";

interface Ports {
  readonly clock: Clock;
  readonly registry: TokenRegistry;
  readonly desk: PriceDesk;
  readonly competitions: Competitions;
  readonly snapshots: Snapshots;
  readonly seed: string;
  /** How quotes are charged while no competition is active. */
  readonly slippage: SlippageModel;
}

interface Pair {
  readonly from: Token;
  readonly to: Token;
}

/** Sums of doubles differ from the exact value by less than this share: a trade of exactly the cap passes. */
const ROUNDING = 1e-12;

/** Quotes and trades, with every check in the service's order (service notes, "Errors"). */
export class TradeDesk {
  readonly #ports: Ports;
  readonly #random: Random;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#random = seededRandom(ports.seed);
  }

  /** The team's part in the active competition. Throws Refusal DEACTIVATED, NO_COMPETITION or NOT_PARTICIPATING. */
  admit(member: Member): { readonly record: CompetitionRecord; readonly entry: Entry } {
    const { deactivation } = member.team;
    if (deactivation?.cause === "disqualified") throw new Refusal("DEACTIVATED", { reason: deactivation.reason });
    const record = this.#ports.competitions.requireActive();
    const entry = record.entry(member.team.id);
    if (entry === undefined) throw new Refusal("NOT_PARTICIPATING");
    return { record, entry };
  }

  /** What a swap would give now, at a slippage of its own draw. Needs no balance and no competition. */
  quote(member: Member, fields: QuoteFields, options?: CallOptions): MaybePromise<Quote> {
    const order = readSwap(fields);
    const fromAmount = bookable(order.amount);
    if (fromAmount.isZero()) throw new Refusal("BAD_AMOUNT");
    return andThen(this.#pair(order, options), ({ from, to }) => {
      const [fromPrice, toPrice] = this.#prices({ from, to });
      const slippage = this.#draw("quote", member, usdOf(fromAmount, fromPrice));
      const { toAmount, rate } = fillOf(fromAmount, fromPrice, toPrice, slippage);
      const prices = { fromPrice, toPrice, exchangeRate: rate, slippage: slippage * 100 };
      return { from: from.name, to: to.name, fromAmount, toAmount, ...prices, at: this.#ports.clock.now() };
    });
  }

  /** Sells and buys in one synchronous step, once every price is known. Throws Refusal: then nothing has changed. */
  execute(member: Member, fields: ExecuteFields, options?: CallOptions): MaybePromise<Trade> {
    const { record } = this.admit(member);
    const order = readTrade(fields, record.info.settings.minTradeAmount);
    return andThen(this.#pair(order, options), (pair) => {
      if (!record.info.settings.allowCrossChain && pair.from.specificChain !== pair.to.specificChain)
        throw new Refusal("CROSS_CHAIN");
      return andThen(this.#ports.desk.refresh(member.account.held(), options), () =>
        this.#book(record, member, pair, { ...order, tolerance: () => readTolerance(fields) }),
      );
    });
  }

  #book(
    record: CompetitionRecord,
    member: Member,
    pair: Pair,
    order: SwapOrder & { readonly reason: string; readonly tolerance: () => number | null },
  ): Trade {
    const { clock, desk, snapshots } = this.#ports;
    // Prices may have been awaited: the competition may be another one by now, the balance smaller.
    const { entry, record: current } = this.admit(member);
    if (current !== record) throw new Refusal("NO_COMPETITION");
    const fromAmount = bookable(order.amount);
    if (member.account.amount(pair.from.name).lt(fromAmount)) throw new Refusal("INSUFFICIENT_BALANCE");
    const [fromPrice, toPrice] = this.#prices(pair);
    const usd = usdOf(fromAmount, fromPrice);
    const share = record.info.settings.maxTradeShare;
    if (usd > share * valueOf(member.account, desk) * (1 + ROUNDING)) throw new Refusal("OVER_CAP", { share });
    const tolerance = order.tolerance();
    const slippage = this.#draw("execute", member, usd);
    if (tolerance !== null && slippage * 100 > tolerance) throw new Refusal("SLIPPAGE");
    const { toAmount, rate } = fillOf(fromAmount, fromPrice, toPrice, slippage);
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
    snapshots.take(record, entry);
    return trade;
  }

  /** Both tokens, known to have a price. Throws Refusal SAME_TOKEN or NO_PRICE. */
  #pair(order: SwapOrder, options?: CallOptions): MaybePromise<Pair> {
    if (sameRef(order.from, order.to)) throw new Refusal("SAME_TOKEN");
    const find = (ref: TokenRef): ReturnType<typeof findPriced> =>
      findPriced(this.#ports.registry, this.#ports.desk, ref, options);
    return andThen(all([find(order.from), find(order.to)]), ([from, to]) => {
      if (!from || !to) throw new Refusal("NO_PRICE");
      if (from.token.name === to.token.name) throw new Refusal("SAME_TOKEN");
      return { from: from.token, to: to.token };
    });
  }

  #prices({ from, to }: Pair): readonly [number, number] {
    const fromPrice = this.#ports.desk.last(from.name);
    const toPrice = this.#ports.desk.last(to.name);
    if (fromPrice === null || toPrice === null) throw new Refusal("NO_PRICE");
    return [fromPrice, toPrice];
  }

  /** Keyed by the team and by how many it drew before, so that nobody else's trades, and no quotes, change it. */
  #draw(kind: "quote" | "execute", member: Member, usd: number): number {
    const model = this.#ports.competitions.active()?.info.settings.slippage ?? this.#ports.slippage;
    return drawSlippage(model, usd, this.#random.fork(`${kind}/${member.team.id}/${member.drawn[kind]++}`));
  }
}
