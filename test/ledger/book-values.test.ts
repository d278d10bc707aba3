import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { BookValues, Ledger, valueUsd } from "../../src/ledger/index.js";
import { PriceBoard } from "../../src/model/price-board.js";

const TOKENS = ["WETH.eth", "USDC.eth", "WBTC.eth", "SOL.svm", "LINK.eth", "UNI.eth"] as const;
const token = fc.constantFrom(...TOKENS);
const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => new Decimal(units).dividedBy(10 ** 6));
const step = fc.oneof(
  fc.record({ kind: fc.constant("gain" as const), book: fc.constantFrom("a", "b", "unassigned"), token, amount }),
  fc.record({ kind: fc.constant("price" as const), token, usd: fc.double({ min: 1e-9, max: 1e6, noNaN: true }) }),
  fc.record({ kind: fc.constant("empty" as const), book: fc.constantFrom("a", "b", "unassigned"), token }),
  fc.record({
    kind: fc.constant("empty" as const),
    book: fc.constantFrom("a", "b", "unassigned"),
    token: fc.constant(null),
  }),
);

const gain = (book: "a" | "b", of: (typeof TOKENS)[number], units: string) =>
  ({ kind: "gain", book, token: of, amount: new Decimal(units) }) as const;
/** One book comes to hold everything, in another order than the ledger does: another sum of the same numbers. */
const IN_ANOTHER_ORDER = [
  ...[gain("b", "WETH.eth", "0.3"), gain("a", "USDC.eth", "0.3"), gain("a", "WBTC.eth", "0.7")],
  ...[gain("a", "WETH.eth", "0.3"), { kind: "empty", book: "b", token: "WETH.eth" } as const],
];

test("the values of books are the ledger's own figures, to the last bit, whatever changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: "max" }), fc.boolean(), (steps, priced) => {
      const ledger = new Ledger("c");
      const board = new PriceBoard();
      if (priced) TOKENS.forEach((name, i) => board.record({ token: name, usd: (i + 1) / 3, readAt: 0 }));
      const values = new BookValues(ledger, board);
      for (const [at, one] of steps.entries()) {
        if (one.kind === "price") board.record({ token: one.token, usd: one.usd, readAt: at });
        else {
          const common = { competitionId: "c", costUsd: null, cause: "adjustment", reason: "test" } as const;
          for (const name of one.token === null ? TOKENS : [one.token]) {
            const change = one.kind === "gain" ? one.amount : ledger.amount(one.book, name).negated();
            if (!change.isZero()) ledger.apply([{ ...common, book: one.book, token: name, change }]);
          }
        }
        const total = ledger.worth(board);
        const books = Object.fromEntries(ledger.books().map((name) => [name, valueUsd(ledger.book(name), board)]));
        if (at % 2 === 0) expect(values.total()).toBe(total);
        const unpriced = [...ledger.sums.keys()].some((held) => board.get(held) === null);
        expect(values.equity()).toEqual(unpriced ? null : { total, books });
      }
    }),
    { numRuns: 120, examples: [[IN_ANOTHER_ORDER, true]] },
  );
});
