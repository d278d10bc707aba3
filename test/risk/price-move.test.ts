import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { createRisk } from "../../src/risk/index.js";
import { maxPriceMove } from "../../src/risk/price-move.js";
import type { Quote } from "../../src/model/trade.js";
import { context, draft, quote } from "./support.js";

/** A quote at these prices; the context knows CASH at $1, TOKEN at $10 and OTHER at $5. */
const at = (fromPrice: number | null, toPrice: number | null, from = "CASH", to = "TOKEN"): Quote => ({
  ...quote(0.1),
  ...{ from, to, fromPrice, toPrice, toAmount: new Decimal("0.1") },
});

describe("the largest move of a price", () => {
  const control = maxPriceMove(20);
  const said = (given: Quote) => control.atSending?.(draft(given.from, given.to, 1), given, context());

  it("accepts a quote near the decision's price, either way", () => {
    for (const price of [8, 10, 12]) expect(said(at(1, price))).toEqual({ verdict: "approved" });
  });

  it("refuses an entry whose token, or whose money, is quoted far from it, with the figures", () => {
    const refused = { verdict: "refused", code: "PRICE_MOVED" };
    expect(said(at(1, 7.9))).toMatchObject(refused);
    expect(said(at(0.5, 10))).toMatchObject(refused);
    expect(said(at(5, 2_000, "OTHER"))).toMatchObject({
      ...refused,
      reason: "TOKEN is quoted at $2000, and was decided on at $10: 19900.0 % apart, the limit is 20 %",
    });
  });

  it("never blocks an exit to cash", () => {
    expect(said(at(1, 1, "TOKEN", "CASH"))).toEqual({ verdict: "approved" });
  });

  it("approves if the quote or the board has no price", () => {
    expect(said(at(null, null))).toEqual({ verdict: "approved" });
    expect(said(at(1, 99, "CASH", "UNKNOWN"))).toEqual({ verdict: "approved" });
  });

  it("is checked just before sending if it is configured, and not otherwise", () => {
    const entry = draft("CASH", "TOKEN", 100);
    expect(createRisk({ maxPriceMovePercent: 20 }).atSending(entry, at(1, 100), context())).toMatchObject({
      code: "PRICE_MOVED",
    });
    expect(createRisk({}).atSending(entry, at(1, 100), context())).toBeNull();
  });
});
