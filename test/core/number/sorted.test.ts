import { expect, it } from "vitest";
import { firstAfter, firstFrom, placesInOrder } from "../../../src/core/number/sorted.js";

it("the first place after a value, and the first from it on, are found in values that rise", () => {
  const values = Float64Array.of(1, 3, 3, 5);
  expect([0, 1, 2, 3, 5, 6].map((limit) => firstAfter(values, limit))).toEqual([0, 1, 1, 3, 4, 4]);
  expect([0, 1, 2, 3, 5, 6].map((limit) => firstFrom(values, limit))).toEqual([0, 0, 1, 1, 3, 4]);
  expect(firstAfter(new Float64Array(0), 1)).toBe(0);
});

it("the places of values are given lowest value first, those of equal ones as they stand", () => {
  expect([...placesInOrder(Float64Array.of(3, 1, 3, -2))]).toEqual([3, 1, 0, 2]);
});
