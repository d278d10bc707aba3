import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { Ledger } from "../../src/ledger/index.js";

/** Books that open with 100 tokens A. */
const opened = (allocations: Readonly<Record<string, number>>): Ledger => {
  const ledger = new Ledger("c");
  ledger.start([{ token: "A", amount: new Decimal(100) }], allocations);
  return ledger;
};

test("shares that exceed 1 by a rounding error open the books and give away no more than there is", () => {
  const shares = { a: 0.5, b: 0.5 + Number.EPSILON };
  expect(shares.a + shares.b).toBeGreaterThan(1);
  const ledger = opened(shares);
  expect([ledger.amount("a", "A").toFixed(), ledger.amount("b", "A").toFixed()]).toEqual(["50", "50"]);
  expect(ledger.balance("A").toFixed()).toBe("100");
});

test("shares that exceed 1 by more, and one outside 0 to 1, open nothing", () => {
  for (const [a, b] of [
    [0.5, 0.500_000_01],
    [1.000_001, 0],
    [-0.000_001, 0],
    [Number.NaN, 0],
  ] as const)
    expect(() => opened({ a, b }), `${a} ${b}`).toThrow(/allocation/);
  expect(opened({ a: 1, b: 0 }).amount("a", "A").toFixed()).toBe("100");
});
