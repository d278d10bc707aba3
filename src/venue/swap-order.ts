import type { Decimal } from "../core/decimal.js";
import { parseAmount } from "./amount.js";
import type { TokenRef } from "./lookup.js";
import { Refusal } from "./refusal.js";

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

/** Like `readSwap`, for a trade, which has a reason, and is not below `minimum` (tokens of what is sold). */
export function readTrade(fields: ExecuteFields, minimum: string): SwapOrder & { readonly reason: string } {
  const { reason = "" } = fields;
  const order = readSwap(fields, () => {
    if (reason === "") throw new Refusal("MISSING_FIELD", { fields: ["reason"] });
  });
  if (order.amount.lt(minimum)) throw new Refusal("TOO_SMALL", { minimum });
  return { ...order, reason };
}

/** The largest slippage that a trade accepts, in percent; null where it says none. Throws Refusal MALFORMED. */
export function readTolerance(fields: ExecuteFields): number | null {
  const text = fields.slippageTolerance?.trim() ?? "";
  if (text === "") return null;
  const percent = Number(text);
  if (!Number.isFinite(percent) || percent < 0) throw new Refusal("MALFORMED", { fields: ["slippageTolerance"] });
  return percent;
}
