import { plain, Decimal } from "../../core/number/decimal.js";
import type { Token } from "../../model/token.js";
import type { ExecuteRequest } from "../../model/trade.js";
import type { TokenRef } from "../price/lookup.js";
import { Refusal } from "../refusal.js";

/** Digits, at most one point, at most one short exponent: what JavaScript's Number reads, without hex, signs of minus, or names. */
const NUMBER = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const LONGEST = 80;

/** The amount above 0 that a request's text says, exactly; null where it says none (nonsense, 0, negative, not finite as a double, longer than 80 characters). */
export function parseAmount(text: string): Decimal | null {
  const trimmed = text.length <= LONGEST ? text.trim() : "";
  if (!NUMBER.test(trimmed)) return null;
  const value = Number(trimmed);
  return Number.isFinite(value) && value > 0 ? new Decimal(trimmed) : null;
}

/** What a quote is asked with, as the request names it (service-interface 4.4); what is empty is missing. */
export interface QuoteFields {
  readonly fromToken?: string | undefined;
  readonly toToken?: string | undefined;
  /** Tokens of `fromToken`, a number's text. */
  readonly amount?: string | undefined;
  readonly fromChain?: string | undefined;
  readonly fromSpecificChain?: string | undefined;
  readonly toChain?: string | undefined;
  readonly toSpecificChain?: string | undefined;
}

/** What a trade is asked with (service-interface 4.3). */
export interface ExecuteFields extends QuoteFields {
  readonly reason?: string | undefined;
  /** Percent, a number's text. */
  readonly slippageTolerance?: string | undefined;
}

export interface SwapOrder {
  readonly from: TokenRef;
  readonly to: TokenRef;
  /** As asked, above 0; not yet cut to what can be booked. */
  readonly amount: Decimal;
}

export interface TradeOrder extends SwapOrder {
  readonly reason: string;
  /** The largest slippage that it accepts, in percent; null where it says none. Read late: throws Refusal MALFORMED. */
  readonly tolerance: () => number | null;
}

/** Reads and checks the fields, in the service's order: present, `further`, amount. Throws Refusal. */
export function readSwap(fields: QuoteFields, further?: () => void): SwapOrder {
  const { fromToken = "", toToken = "", amount: text = "" } = fields;
  if (fromToken === "" || toToken === "" || text === "")
    throw new Refusal("MISSING_FIELD", { fields: ["fromToken", "toToken", "amount"] });
  further?.();
  const amount = parseAmount(text);
  if (amount === null) throw new Refusal("BAD_AMOUNT");
  return {
    from: { address: fromToken, chain: said(fields.fromChain), specificChain: said(fields.fromSpecificChain) },
    to: { address: toToken, chain: said(fields.toChain), specificChain: said(fields.toSpecificChain) },
    amount,
  };
}

/** What a field says; undefined where it is empty, as where it is missing. */
function said(field: string | undefined): string | undefined {
  return field === "" ? undefined : field;
}

/** Like `readSwap`, for a trade, which has a reason. */
export function readTrade(fields: ExecuteFields): TradeOrder {
  const { reason = "" } = fields;
  const order = readSwap(fields, () => {
    if (reason === "") throw new Refusal("MISSING_FIELD", { fields: ["reason"] });
  });
  return { ...order, reason, tolerance: () => readTolerance(fields) };
}

/** The largest slippage that a trade accepts, in percent; null where it says none. Throws Refusal MALFORMED. */
function readTolerance(fields: ExecuteFields): number | null {
  const text = fields.slippageTolerance?.trim() ?? "";
  return text === "" ? null : checkedTolerance(Number(text));
}

function checkedTolerance(percent: number): number {
  if (!Number.isFinite(percent) || percent < 0) throw new Refusal("MALFORMED", { fields: ["slippageTolerance"] });
  return percent;
}

/** What a caller in this process asks for, as `readSwap` reads it from texts. Throws Refusal. */
export function swapOrder(from: Token, to: Token, amount: Decimal): SwapOrder {
  return { from, to, amount: tradable(amount) };
}

/** Like `swapOrder`, for a trade. */
export function tradeOrder(from: Token, to: Token, request: ExecuteRequest): TradeOrder {
  const { amount, reason, slippageTolerance } = request;
  if (reason === "") throw new Refusal("MISSING_FIELD", { fields: ["reason"] });
  const tolerance = (): number | null => (slippageTolerance === undefined ? null : checkedTolerance(slippageTolerance));
  return { from, to, amount: tradable(amount), reason, tolerance };
}

function tradable(amount: Decimal): Decimal {
  const checked = parseAmount(plain(amount));
  if (checked === null) throw new Refusal("BAD_AMOUNT");
  return checked;
}
