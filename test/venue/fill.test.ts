import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, plain } from "../../src/core/decimal.js";
import { bookable } from "../../src/venue/amount.js";
import { fillOf, usdOf } from "../../src/venue/fill.js";

const price = fc.double({ min: 1e-9, max: 1e6, noNaN: true });
const slippage = fc.double({ min: 0, max: 1, noNaN: true });
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: -18, max: 3 }))
  .map(([digits, exponent]) => bookable(new Decimal(`${digits}e${exponent}`)));

describe("fillOf", () => {
  it("sells exactly what is asked and buys usd × (1 − slippage) / price, no more", () => {
    const { fromAmount, toAmount, rate } = fillOf(new Decimal(1000), 1, 2500, 0.005);
    expect([plain(fromAmount), plain(toAmount), rate]).toEqual(["1000", "0.398", 0.000398]);
    expect(plain(fillOf(new Decimal(1), 1, 3, 0).toAmount)).toBe("0.333333333333333");
  });

  it("gives amounts that survive a double unchanged, at every price and slippage", () => {
    fc.assert(
      fc.property(amount, price, price, slippage, (sold, from, to, share) => {
        for (const booked of Object.values(fillOf(sold, from, to, share)).filter((value) => value instanceof Decimal)) {
          expect(plain(new Decimal(Number(plain(booked))))).toBe(plain(booked));
          expect(booked.precision()).toBeLessThanOrEqual(15);
        }
      }),
    );
  });

  it("never gives more than the exact result, and at most one part in 10^14 less", () => {
    fc.assert(
      fc.property(amount, price, price, slippage, (sold, from, to, share) => {
        const exact = sold.times(from).times(new Decimal(1).minus(share)).div(to);
        const { toAmount } = fillOf(sold, from, to, share);
        expect(toAmount.lte(exact)).toBe(true);
        expect(toAmount.isNegative()).toBe(false);
        if (exact.gte("1e-15")) expect(exact.minus(toAmount).div(exact).lte("1e-14")).toBe(true);
      }),
    );
  });

  it("gives 0 at a slippage of 100 %", () => {
    expect(fillOf(new Decimal(5), 2500, 1, 1)).toMatchObject({ rate: 0 });
    expect(plain(fillOf(new Decimal(5), 2500, 1, 1).toAmount)).toBe("0");
  });
});

it("usdOf is amount × price, in doubles only at the end", () => {
  expect(usdOf(new Decimal("0.1"), 3)).toBe(0.3);
});
