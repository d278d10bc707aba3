import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToDouble, Decimal, fromDouble, toDouble } from "../../../src/core/number/decimal.js";
import {
  divideDoubles,
  decimalOf,
  nearestDouble,
  powerOfTen,
  scaledOf,
  scaledOfDouble,
  timesDouble,
  type Scaled,
} from "../../../src/core/number/scaled.js";

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: -40, max: 25 }))
  .map(([digits, exponent]) => new Decimal(`${digits}e${exponent}`));
const double = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
);

const valueOf = ({ digits, places }: Scaled): Decimal => new Decimal(`${digits}e${-places}`);

describe("scaled integers", () => {
  it("are the same decimal", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(valueOf(scaledOf(value)).equals(value)).toBe(true);
      }),
    );
  });

  it("are the decimal that reads back as the same double", () => {
    fc.assert(
      fc.property(double, (value) => {
        expect(valueOf(scaledOfDouble(value)).equals(fromDouble(value))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("toDouble", () => {
  it("is toNumber, whatever the decimal", () => {
    const special = ["NaN", "Infinity", "-Infinity", "-0", "0", "-12.5", "9007199254740993", "89999999999999999999"];
    for (const text of special) expect(Object.is(toDouble(new Decimal(text)), new Decimal(text).toNumber())).toBe(true);
    fc.assert(
      fc.property(decimal, fc.boolean(), (size, negative) => {
        const value = negative ? size.negated() : size;
        expect(Object.is(toDouble(value), value.toNumber())).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is toNumber for what is booked: 15 digits at most", () => {
    const booked = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.integer({ min: -30, max: 9 }));
    fc.assert(
      fc.property(booked, ([digits, exponent]) => {
        const value = new Decimal(`${digits}e${exponent}`);
        expect(toDouble(value)).toBe(value.toNumber());
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("decimalOf", () => {
  it("is the decimal of its text, digit by digit", () => {
    const booked = fc.tuple(
      fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), fc.bigInt({ min: 1n, max: 20_000_000n })),
      fc.integer({ min: -9, max: 40 }),
      fc.integer({ min: 0, max: 14 }),
    );
    fc.assert(
      fc.property(booked, ([some, places, zeros]) => {
        const digits = (some / powerOfTen(zeros)) * powerOfTen(zeros) || 10n ** 14n;
        const made = decimalOf({ digits, places });
        expect(made).toEqual(new Decimal(`${digits}e${-places}`));
        expect(made.plus(0).toFixed()).toBe(made.toFixed());
      }),
      { numRuns: 2_000 },
    );
  });

  it("shares nothing with the decimal made before", () => {
    const first = decimalOf({ digits: 125n, places: 1 });
    decimalOf({ digits: 999_999_999_999_999n, places: 7 });
    expect(first.toFixed()).toBe("12.5");
  });
});

describe("nearestDouble", () => {
  it("is the double nearest to the quotient", () => {
    const whole = fc.bigInt({ min: 1n, max: 10n ** 36n });
    fc.assert(
      fc.property(whole, whole, (numerator, denominator) => {
        const exact = new Decimal(numerator.toString()).div(denominator.toString());
        expect(nearestDouble(numerator, denominator, Number(numerator) / Number(denominator))).toBe(exact.toNumber());
      }),
      { numRuns: 2_000 },
    );
  });

  it("rounds a tie to even, and anything just above it up", () => {
    const middle = 2n ** 54n + 2n;
    const third = 3n;
    expect(nearestDouble(middle * third, third, 2 ** 54)).toBe(2 ** 54);
    expect(nearestDouble(middle * 10n ** 40n + 1n, 10n ** 40n, 2 ** 54)).toBe(2 ** 54 + 4);
    expect(nearestDouble(middle * 10n ** 40n - 1n, 10n ** 40n, 2 ** 54)).toBe(2 ** 54);
  });

  it("is exact at every scale", () => {
    for (let exponent = 0; exponent < 190; exponent++)
      expect(nearestDouble(3n, powerOfTen(exponent), 3 / 10 ** exponent)).toBe(Number(`3e-${exponent}`));
  });
});

describe("divideDoubles", () => {
  it("is the decimals' quotient cut to 15 digits", () => {
    const usd = fc.oneof(
      fc.double({ min: 0, max: 1e7, noNaN: true }),
      fc.constantFrom(0, 1, 1e-300, 1e300, 999999999999999.9),
    );
    const price = fc.oneof(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), fc.constantFrom(1, 10, 1e-300, 5e-324));
    fc.assert(
      fc.property(usd, price, (value, divisor) => {
        const exact = cutToDouble(new Decimal(value).dividedBy(divisor));
        expect(divideDoubles(value, divisor).toFixed()).toBe(exact.toFixed());
      }),
      { numRuns: 1_000 },
    );
    expect(divideDoubles(Number.NaN, 1).isNaN()).toBe(true);
  });
});

describe("timesDouble", () => {
  it("is the decimals' product cut to 15 digits", () => {
    const factor = fc.oneof(fc.double({ min: 1e-9, max: 1, noNaN: true }), fc.constantFrom(0.95, 0.5, 1, 0.1));
    fc.assert(
      fc.property(decimal, fc.boolean(), factor, (value, short, times) => {
        const amount = short ? cutToDouble(value) : value;
        const told = timesDouble(amount, times);
        expect(told).toEqual(cutToDouble(amount.times(times)));
      }),
      { numRuns: 2_000 },
    );
  });
});
