import { expect, it } from "vitest";
import { PriceBoard } from "../../src/model/price-board.js";

const token = "WETH.eth";

it("a price that is read again with the same value keeps its time of movement", () => {
  const board = new PriceBoard();
  board.record({ token, usd: 100, readAt: 1 });
  board.record({ token, usd: 100, readAt: 2 });
  expect(board.get(token)).toEqual({ usd: 100, readAt: 2, movedAt: 1 });
  board.record({ token, usd: 101, readAt: 3 });
  expect(board.get(token)).toEqual({ usd: 101, readAt: 3, movedAt: 3 });
});

it("a reading without a price keeps the last known one with its age", () => {
  const board = new PriceBoard();
  board.record({ token, usd: null, readAt: 1 });
  expect(board.get(token)).toBeNull();
  board.record({ token, usd: 100, readAt: 2 });
  board.record({ token, usd: null, readAt: 9 });
  expect(board.get(token)).toEqual({ usd: 100, readAt: 2, movedAt: 2 });
});
