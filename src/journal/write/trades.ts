import type { Quote, Trade } from "../../model/trade.js";
import { checkTradeOwner } from "../checks.js";
import type { Database, Statement } from "../database.js";
import type { EventWriter, Occasion } from "./events.js";

const SWAP = ["from_token", "to_token", "from_amount", "to_amount"];

const swapOf = ({ from, to, fromAmount, toAmount }: Quote | Trade) => ({
  ...{ from_token: from, to_token: to },
  ...{ from_amount: fromAmount, to_amount: toAmount },
});

/** Writes quotes, and trades: each once by the service's id, whoever reports it and however often. */
export class TradeWriter {
  readonly #quote: Statement;
  readonly #owner: Statement;
  readonly #trade: Statement;
  readonly #claim: Statement;
  readonly #events: EventWriter;

  constructor(db: Database, events: EventWriter) {
    this.#events = events;
    this.#quote = db.insert("quotes", [
      ...["transition", "at", ...SWAP, "exchange_rate", "slippage", "from_price", "to_price"],
    ]);
    this.#trade = db.insert("trades", [
      ...["id", "intent", "run", "seen_at", "team", "competition", ...SWAP],
      ...["price", "success", "error", "reason", "at"],
    ]);
    this.#owner = db.statement("SELECT number, intent FROM trades WHERE id = :id");
    this.#claim = db.statement("UPDATE trades SET intent = :intent WHERE id = :id");
  }

  quote(transition: number, quote: Quote): void {
    const { at, exchangeRate, slippage, fromPrice, toPrice } = quote;
    const prices = { from_price: fromPrice, to_price: toPrice };
    this.#quote.run({ transition, at, ...swapOf(quote), exchange_rate: exchangeRate, slippage, ...prices });
  }

  /** The intent of a trade: null where nobody claimed it, undefined where it is new. */
  ownerOf(trade: string): string | null | undefined {
    return this.#owner.get({ id: trade })?.textOrNull("intent");
  }

  /** A trade of one of our intents. Throws JournalRecordError where it is another intent's. */
  ours(occasion: Occasion, trade: Trade, intent: string): void {
    const known = this.#owner.get({ id: trade.id });
    checkTradeOwner(trade.id, known?.textOrNull("intent"), intent);
    if (known !== undefined) this.#claim.run({ id: trade.id, intent });
    this.#events.add(occasion, "trade", known?.number("number") ?? this.#insert(occasion, trade, intent));
  }

  /** A trade that is not ours, as far as is known. One that the journal knows stays as it is. */
  foreign(occasion: Occasion, trade: Trade): void {
    if (this.ownerOf(trade.id) !== undefined) return;
    this.#events.add(occasion, "foreign-trade", this.#insert(occasion, trade, null));
  }

  #insert({ run, at: seenAt }: Occasion, trade: Trade, intent: string | null): number {
    const { id, teamId: team, competitionId: competition, price, success, error, reason, at } = trade;
    const seen = { intent, run, seen_at: seenAt };
    return this.#trade.run({ id, ...seen, team, competition, ...swapOf(trade), price, success, error, reason, at });
  }
}
