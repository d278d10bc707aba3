import { expect, it } from "vitest";
import { PriceBoard } from "../../src/model/price-board.js";

const MINUTE = 60_000;
const read = (...prices: readonly (readonly [minute: number, usd: number])[]): number | null => {
  const board = new PriceBoard({ percent: 80, standsFor: 5 * MINUTE });
  for (const [minute, usd] of prices) board.record({ token: "A", usd, readAt: minute * MINUTE });
  return board.usual("A");
};

it("the usual price is the last one, as long as it moves in steps", () => {
  expect(read([0, 100], [1, 25], [2, 6], [3, 1.5])).toBe(1.5);
  expect(read([0, 1], [1, 4.9], [2, 20])).toBe(20);
});

it("a price that has jumped is not usual until readings have agreed on it for long enough", () => {
  expect(read([0, 100], [1, 1], [3, 1.5], [5, 1])).toBe(100);
  expect(read([0, 100], [1, 1], [3, 1.5], [6, 1])).toBe(1);
  expect(read([0, 100], [1, 1e6], [5, 1e6])).toBe(100);
});

it("an error that passes changes nothing, and two different errors do not prove each other", () => {
  expect(read([0, 100], [1, 1e-6], [2, 101])).toBe(101);
  expect(read([0, 100], [1, 1], [4, 1e-6], [7, 1])).toBe(100);
});

it("one reading alone proves nothing, however long no other came", () => {
  expect(read([0, 100], [1, 1], [600, 100])).toBe(100);
});

it("without a proof setting, and up to 100 %, every price is usual", () => {
  const board = new PriceBoard();
  board.record({ token: "A", usd: 100, readAt: 0 });
  board.record({ token: "A", usd: 1, readAt: 1 });
  expect(board.usual("A")).toBe(1);
  expect(board.usual("B")).toBeNull();
  const off = new PriceBoard({ percent: 100, standsFor: MINUTE });
  for (const usd of [100, 1e-9, 1e9]) off.record({ token: "A", usd, readAt: 0 });
  expect(off.usual("A")).toBe(1e9);
});
