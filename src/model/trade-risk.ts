import type { Decimal } from "../core/number/decimal.js";
import type { VerdictRecord } from "./journal.js";
import type { Rules } from "./rules.js";
import type { SlippageModel } from "./slippage.js";
import type { TokenName } from "./token.js";
import type { Quote } from "./trade.js";

/** A trade that is about to become one intent, or several when it is divided. */
export interface TradeDraft {
  readonly strategy: string;
  /** Of the journal: which decision it comes from. */
  readonly decision: number;
  readonly from: TokenName;
  readonly to: TokenName;
  /** Tokens of `from`, above 0. */
  readonly amount: Decimal;
  /** Whether it goes on with a trade that was already counted and assessed (a later step of a target in the same pair). */
  readonly continues: boolean;
}

/** What controls may look at. USD values are own balances × own prices. */
export interface TradeContext {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rules: Rules;
  /** By which slippage is expected. */
  readonly slippage: SlippageModel;
  /** Value of all books. */
  readonly equity: number;
  /** Value of all cash tokens, less what open trades are about to spend of them. */
  readonly cash: number;
  /** Trades (divided ones once) of this UTC day, open ones included. */
  readonly tradesToday: number;
  /** Last known price, USD; null where none is known. */
  usd(token: TokenName): number | null;
  /** Just before sending, of the two tokens: the price that the trade was decided on, USD; else, and where that was not known, as `usd`. */
  decidedUsd(token: TokenName): number | null;
  /** `usd` without a jump that is not proven yet (risk's `unprovenPrice`); null where none is known. */
  usualUsd(token: TokenName): number | null;
  isCash(token: TokenName): boolean;
  /** When the pair, in either direction, was last traded by another decision; null where never. */
  lastTradeOf(a: TokenName, b: TokenName, exceptDecision: number): number | null;
}

/** What one control says. Every reason is in words, with the figures behind it. */
export type ControlVerdict =
  | { readonly verdict: "approved" }
  | { readonly verdict: "cut"; readonly amount: Decimal; readonly code: string; readonly reason: string }
  | { readonly verdict: "refused"; readonly code: string; readonly reason: string };

/** One rule of risk. It holds no state of trades: what it needs is in the context. */
export interface Control {
  /** kebab-case; what the journal calls it. */
  readonly name: string;
  /** At planning: what it says of the whole trade. */
  assess(draft: TradeDraft, context: TradeContext): ControlVerdict;
  /** The most that one part of the trade may be worth, USD. Absent: it does not care. */
  largestPart?(draft: TradeDraft, context: TradeContext): number;
  /** Just before sending, with the fresh quote: `cut` counts as a refusal, an intent cannot be cut any more. */
  atSending?(draft: TradeDraft, quote: Quote, context: TradeContext): ControlVerdict;
  /** The largest slippage, percent, that is sent along with the trade; null: none for this trade. */
  tolerance?(draft: TradeDraft, context: TradeContext): number | null;
  /** Most trades that may begin on one UTC day. Absent: it does not count them. */
  readonly mostTradesADay?: number;
}

/** All controls together on one trade. */
export interface Assessment {
  /** What was said: every cut and refusal; one `approved` where nobody objected. Without an intent yet. */
  readonly verdicts: readonly VerdictRecord[];
  /** What may be traded; null where refused. */
  readonly amount: Decimal | null;
}

/** What the parts of a trade are limited to. */
export interface LargestPart {
  /** Infinity where nothing limits. */
  readonly usd: number;
  /** The control that says so; null where nothing limits. */
  readonly control: string | null;
}

/** The port through which execution asks risk. */
export interface TradeRisk {
  /** Before the intent exists. */
  assess(draft: TradeDraft, context: TradeContext): Assessment;
  /** The most that one part may be worth. */
  largestPart(draft: TradeDraft, context: TradeContext): LargestPart;
  /** After the fresh quote, before SENT. Null: go. */
  atSending(draft: TradeDraft, quote: Quote, context: TradeContext): Pick<VerdictRecord, "code" | "reason"> | null;
  /** Percent, sent along with the draft's trade as its slippage tolerance; null where none. */
  tolerance(draft: TradeDraft, context: TradeContext): number | null;
}

/** Whether a trade leads out of a risk: it sells a token that is not cash for one that is. */
export function isExit(draft: Pick<TradeDraft, "from" | "to">, known: Pick<TradeContext, "isCash">): boolean {
  return known.isCash(draft.to) && !known.isCash(draft.from);
}
