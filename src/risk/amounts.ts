import { divideDoubles, type Decimal } from "../core/number/decimal.js";
import { bookable } from "../model/bookable.js";
import type { ControlVerdict, TradeContext, TradeDraft } from "../model/trade-risk.js";

export const APPROVED: ControlVerdict = { verdict: "approved" };

/** Decimals beyond which two values are as good as equal. */
const MOST_DIGITS = 12;

/** What a draft is worth, USD; null where the price of what it sells is not known. */
export function draftUsd(draft: TradeDraft, context: TradeContext): number | null {
  const price = context.usd(draft.from);
  return price === null ? null : draft.amount.toNumber() * price;
}

/** Tokens of the draft's `from` that are worth at most `usd`, cut to what can be booked. */
function amountOfUsd(draft: TradeDraft, usd: number, context: TradeContext): Decimal | null {
  const price = context.usd(draft.from);
  return price === null ? null : bookable(divideDoubles(Math.max(0, usd), price));
}

/** A verdict that leaves `usd` of a draft worth more, or refuses it where nothing is left. */
export function cutTo(
  draft: TradeDraft,
  usd: number,
  context: TradeContext,
  code: string,
  reason: string,
): ControlVerdict {
  const amount = amountOfUsd(draft, usd, context);
  if (amount === null || amount.isZero()) return { verdict: "refused", code, reason };
  return { verdict: "cut", amount, code, reason };
}

/** Dollars for people: two decimals, four significant digits below a dollar. */
export function usdText(usd: number): string {
  return `$${Math.abs(usd) >= 1 || usd === 0 ? usd.toFixed(2) : usd.toPrecision(4)}`;
}

/** Two values for people, with as many digits as it takes to see that they differ. */
export function usdTexts(one: number, other: number): readonly [string, string] {
  let texts = [usdText(one), usdText(other)] as const;
  for (let digits = 3; digits <= MOST_DIGITS && Number(texts[0].slice(1)) === Number(texts[1].slice(1)); digits++)
    texts = [`$${one.toFixed(digits)}`, `$${other.toFixed(digits)}`];
  return texts;
}

/** A share for people, in percent with at most two decimals. */
export function percentText(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
