import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, plain } from "../../../src/core/number/decimal.js";
import { bookable } from "../../../src/model/bookable.js";
import { fillInDecimals, fillOf, usdOf } from "../../../src/venue/trade/fill.js";

const price = fc.double({ min: 1e-9, max: 1e6, noNaN: true });
const slippage = fc.double({ min: 0, max: 1, noNaN: true });
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: -18, max: 3 }))
  .map(([digits, exponent]) => bookable(new Decimal(`${digits}e${exponent}`)));

describe("usdOf", () => {
  it("uses the current price, even for the very amount that was quoted before", () => {
    const asked = new Decimal(3);
    expect([usdOf(asked, 2), usdOf(asked, 5), usdOf(new Decimal(4), 5), usdOf(asked, 2)]).toEqual([6, 15, 20, 6]);
  });
});

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

  it("equals the decimals' result, to the last digit", () => {
    const anyAmount = fc.oneof(
      amount,
      fc.integer({ min: 1, max: 1_000_000 }).map((n) => new Decimal(n)),
    );
    const anyPrice = fc.oneof(price, fc.constantFrom(1, 2500, 0.1, 3012.33, 1e-12, 1e21, 1e300));
    const anySlippage = fc.oneof(
      slippage,
      fc.constantFrom(0, 1, 1e-20, 1e-30, 0.5),
      fc.double({ min: 0, max: 0.01, noNaN: true }),
    );
    fc.assert(
      fc.property(anyAmount, anyPrice, anyPrice, anySlippage, (sold, from, to, share) => {
        const fill = fillOf(sold, from, to, share);
        const { toAmount, rate } = fillInDecimals(sold, from, to, share);
        expect([plain(fill.toAmount), fill.rate]).toEqual([plain(toAmount), rate]);
        expect(usdOf(sold, from)).toBe(sold.times(new Decimal(from)).toNumber());
      }),
      { numRuns: 1_500 },
    );
  });

  it("cuts results close to a power of ten as decimals do", () => {
    for (const [sold, from, to, share] of [
      ["1", 1, 1, 1e-15],
      ["1", 1, 1, 1e-16],
      ["10", 1, 1, 1e-17],
      ["0.999999999999999", 1, 0.999999999999999, 0],
      ["999999999999999", 1, 10, 0],
      ["3", 1, 3, 0],
    ] as const) {
      const amounts = [fillOf, fillInDecimals].map((fill) => plain(fill(new Decimal(sold), from, to, share).toAmount));
      expect(amounts[0]).toBe(amounts[1]);
    }
  });

  it("gives 0 at a slippage of 100 %", () => {
    expect(fillOf(new Decimal(5), 2500, 1, 1)).toMatchObject({ rate: 0 });
    expect(plain(fillOf(new Decimal(5), 2500, 1, 1).toAmount)).toBe("0");
  });
});

it("usdOf is amount × price, in doubles only at the end", () => {
  expect(usdOf(new Decimal("0.1"), 3)).toBe(0.3);
});
