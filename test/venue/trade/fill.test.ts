import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, plain } from "../../../src/core/number/decimal.js";
import { bookable } from "../../../src/model/bookable.js";
import { fillOf, usdOf } from "../../../src/venue/trade/fill.js";

const price = fc.double({ min: 1e-9, max: 1e6, noNaN: true });
const slippage = fc.double({ min: 0, max: 1, noNaN: true });
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: -18, max: 3 }))
  .map(([digits, exponent]) => bookable(new Decimal(`${digits}e${exponent}`)));

describe("fillOf", () => {
  it("buys usd × (1 − slippage) / price, no more", () => {
    const { toAmount, rate } = fillOf(new Decimal(1000), 1, 2500, 0.005);
    expect([plain(toAmount), rate]).toEqual(["0.398", 0.000398]);
    expect(plain(fillOf(new Decimal(1), 1, 3, 0).toAmount)).toBe("0.333333333333333");
  });

  it("gives an amount that survives a double and 15 decimal places unchanged, at every price and slippage", () => {
    fc.assert(
      fc.property(amount, price, price, slippage, (sold, from, to, share) => {
        const { toAmount } = fillOf(sold, from, to, share);
        expect(plain(new Decimal(Number(plain(toAmount))))).toBe(plain(toAmount));
        expect(toAmount.precision()).toBeLessThanOrEqual(15);
        expect(toAmount.decimalPlaces()).toBeLessThanOrEqual(15);
      }),
    );
  });

  it("never gives more than the exact result, and less by at most one part in 10^14 or the 15th place", () => {
    fc.assert(
      fc.property(amount, price, price, slippage, (sold, from, to, share) => {
        const exact = sold.times(from).times(new Decimal(1).minus(share)).div(to);
        const { toAmount } = fillOf(sold, from, to, share);
        expect(toAmount.lte(exact)).toBe(true);
        expect(toAmount.isNegative()).toBe(false);
        const lost = exact.minus(toAmount);
        expect(lost.lt("1e-15") || lost.div(exact).lte("1e-14")).toBe(true);
      }),
    );
  });

  it.each([
    ["1", 1, 1, 1e-15, "0.999999999999999"],
    ["1", 1, 1, 1e-16, "0.999999999999999"],
    ["10", 1, 1, 1e-17, "9.99999999999999"],
    ["0.999999999999999", 1, 0.999999999999999, 0, "1"],
    ["999999999999999", 1, 10, 0, "99999999999999.9"],
    ["3", 1, 3, 0, "1"],
  ])("cuts a result close to a power of ten: %s at %d / %d, less %d, is %s", (sold, from, to, share, bought) => {
    expect(plain(fillOf(new Decimal(sold), from, to, share).toAmount)).toBe(bought);
  });

  it("gives 0 at a slippage of 100 %", () => {
    expect(fillOf(new Decimal(5), 2500, 1, 1)).toMatchObject({ rate: 0 });
    expect(plain(fillOf(new Decimal(5), 2500, 1, 1).toAmount)).toBe("0");
  });
});

it("usdOf is amount × price, in doubles only at the end", () => {
  expect(usdOf(new Decimal("0.1"), 3)).toBe(0.3);
});
