import { expect, test } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import type { Quote, SwapRequest } from "../../src/model/trade.js";
import type { ReadScope, VenueReads } from "../../src/model/venue.js";
import { standingScope } from "../../src/venue/standing-scope.js";

const swap = (from: string, to: string): SwapRequest => ({ from, to, amount: new Decimal(1) });

/** Quotes that can be told apart: each one is another object. */
function scope(): ReadScope {
  const quote = ({ from, to }: SwapRequest) => ({ from, to }) as Quote;
  return standingScope({ quote } as VenueReads, () => 0)();
}

test("equal quotes of a scope are one until it is closed, and those of other tokens are not equal, whatever their names", () => {
  const reads = scope();
  const first = reads.quote(swap("A B", "C"));
  expect(reads.quote(swap("A B", "C"))).toBe(first);
  expect(reads.quote(swap("A", "B C"))).toEqual({ from: "A", to: "B C" });
  reads.close();
  expect(reads.quote(swap("A B", "C"))).not.toBe(first);
});
