import type { TradeContext } from "../../model/trade-risk.js";
import type { Rules } from "../../model/rules.js";
import { ASSUMED_SLIPPAGE, type SlippageModel } from "../../model/slippage.js";
import type { TokenName } from "../../model/token.js";
import type { OnTheWay, Tracked } from "../open-intents.js";
import type { TradePorts } from "../ports.js";
import type { TradeLog } from "../trade-log.js";

/** What controls see of now. Sums are made where one asks for them: most controls are off. It is used up before anything changes. */
export class RiskContext implements TradeContext {
  readonly rules: Rules;
  readonly slippage: SlippageModel;
  readonly #ports: TradePorts;
  readonly #trades: TradeLog;
  readonly #open: OnTheWay;
  readonly #sending: Tracked | null;
  #equity: number | null = null;

  /** @param sending the intent that is about to be sent; null: it is planned */
  constructor(
    ports: TradePorts,
    trades: TradeLog,
    open: OnTheWay,
    readonly now: number,
    sending: Tracked | null,
  ) {
    this.#ports = ports;
    this.#trades = trades;
    this.#open = open;
    this.#sending = sending;
    this.rules = ports.rules();
    this.slippage = this.rules.slippage ?? ASSUMED_SLIPPAGE;
  }

  get equity(): number {
    this.#equity ??= this.#ports.ledger.worth(this.#ports.board);
    return this.#equity;
  }

  get cash(): number {
    let sum = 0;
    for (const [token, amount] of this.#ports.ledger.sums) {
      if (!this.isCash(token)) continue;
      const left = amount.minus(this.#open.sold(token, null));
      sum += left.toNumber() * (this.usd(token) ?? 0);
    }
    return sum;
  }

  get tradesToday(): number {
    return this.#trades.countOn(this.now, this.#open.ofDay(this.now));
  }

  usualUsd(token: TokenName): number | null {
    return this.#ports.board.usual(token);
  }

  usd(token: TokenName): number | null {
    return this.#ports.board.usd(token);
  }

  decidedUsd(token: TokenName): number | null {
    const { intent, decidedUsd } = this.#sending ?? {};
    return decidedUsd?.[token === intent?.from ? 0 : 1] ?? this.usd(token);
  }

  isCash(token: TokenName): boolean {
    return this.#ports.registry.isCash(token);
  }

  lastTradeOf(a: TokenName, b: TokenName, exceptDecision: number): number | null {
    const underWay = this.#open.intents.some(
      ({ from, to, decision }) => decision !== exceptDecision && ((from === a && to === b) || (from === b && to === a)),
    );
    return underWay ? this.now : this.#trades.lastOf(a, b, exceptDecision);
  }
}
