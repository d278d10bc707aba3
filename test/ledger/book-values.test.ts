import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/core/decimal.js";
import { BookValues, Ledger } from "../../src/ledger/index.js";
import { PriceBoard } from "../../src/model/price-board.js";

const TOKENS = ["WETH.eth", "USDC.eth", "WBTC.eth"] as const;
const token = fc.constantFrom(...TOKENS);
const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((units) => new Decimal(units).dividedBy(10 ** 6));
const step = fc.oneof(
  fc.record({ kind: fc.constant("gain" as const), book: fc.constantFrom("a", "b", "unassigned"), token, amount }),
  fc.record({ kind: fc.constant("price" as const), token, usd: fc.double({ min: 1e-9, max: 1e6, noNaN: true }) }),
  fc.record({ kind: fc.constant("empty" as const), book: fc.constantFrom("a", "b", "unassigned"), token }),
);

test("the values of books are the ledger's own figures, to the last bit, whatever changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const ledger = new Ledger("c");
      const board = new PriceBoard();
      const values = new BookValues(ledger, board);
      for (const [at, one] of steps.entries()) {
        if (one.kind === "price") board.record({ token: one.token, usd: one.usd, readAt: at });
        else {
          const change = one.kind === "gain" ? one.amount : ledger.amount(one.book, one.token).negated();
          const common = { competitionId: "c", costUsd: null, cause: "adjustment", reason: "test" } as const;
          if (!change.isZero()) ledger.apply([{ ...common, book: one.book, token: one.token, change }]);
        }
        const { total, books } = ledger.equity(board);
        expect(values.total()).toBe(total);
        const unpriced = ledger.balances().some(([held]) => board.get(held) === null);
        const point = values.point(at);
        expect(point === null).toBe(unpriced);
        if (point === null) continue;
        const [time, all, ...each] = point;
        expect([time, all]).toEqual([at, total]);
        expect(Object.fromEntries(values.names.map((name, i) => [name, each[i]]))).toEqual(books);
      }
    }),
    { numRuns: 200 },
  );
});
