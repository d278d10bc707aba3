import fc from "fast-check";
import { expect, it } from "vitest";
import { Decimal, plain } from "../../../src/core/number/decimal.js";
import { Account } from "../../../src/venue/team/account.js";

it("an account adds and removes exactly, and refuses to remove what is not there", () => {
  const account = new Account();
  account.reset([["USDC.eth", new Decimal("10.5")]]);
  account.swap("USDC.eth", new Decimal("0.1"), "WETH.eth", new Decimal("0.00004"));
  expect(plain(account.amount("USDC.eth"))).toBe("10.4");
  expect(() => account.swap("USDC.eth", new Decimal("10.5"), "WETH.eth", new Decimal(1))).toThrow(RangeError);
  expect(() => account.swap("SOL.svm", new Decimal("1e-30"), "WETH.eth", new Decimal(1))).toThrow(RangeError);
  expect(account.list().map(({ token, amount }) => [token, plain(amount)])).toEqual([
    ["USDC.eth", "10.4"],
    ["WETH.eth", "0.00004"],
  ]);
});

it("an account may be emptied, and then still lists the token with 0", () => {
  const account = new Account();
  account.reset([["USDC.eth", new Decimal(5)]]);
  account.swap("USDC.eth", new Decimal(5), "WETH.eth", new Decimal(1));
  expect(account.held()).toEqual(["WETH.eth"]);
  expect(account.list().map(({ sent }) => sent)).toEqual([0, 1]);
});

it("an account forgets everything at a reset", () => {
  const account = new Account();
  account.reset([["USDC.eth", new Decimal(5)]]);
  account.reset([["SOL.svm", new Decimal(2)]]);
  expect(account.list().map(({ token }) => token)).toEqual(["SOL.svm"]);
  account.reset([]);
  expect(account.list()).toEqual([]);
});

it("an account keeps one list until something changes", () => {
  const account = new Account();
  account.reset([["USDC.eth", new Decimal(5)]]);
  const list = account.list();
  expect(account.list()).toBe(list);
  account.swap("USDC.eth", new Decimal(1), "WETH.eth", new Decimal(1));
  expect(account.list()).not.toBe(list);
});

it("an account adds the smallest booked part to large sums without loss", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: -30, max: 12 }), (digits, exponent) => {
      const account = new Account();
      const whole = new Decimal("9.99999999999999e23");
      account.reset([["PEPE.eth", whole]]);
      const part = new Decimal(`${digits}e${exponent}`);
      account.swap("PEPE.eth", new Decimal(0), "PEPE.eth", part);
      expect(account.amount("PEPE.eth").minus(whole).eq(part)).toBe(true);
    }),
  );
});
