import { expect, test } from "vitest";
import { GrowingColumn } from "../../../src/core/number/growing-column.js";

/** Lengths at which a column takes more room, and beside them. */
const LENGTHS = [0, 1, 1_023, 1_024, 1_025, 3_000, 3_001, 6_000, 6_001, 20_000];

test.each([0, 1_024, 3_000])(
  "a column with room for %i numbers has each at its place, however many there are",
  (expected) => {
    const column = new GrowingColumn(expected);
    let pushed = 0;
    for (const length of LENGTHS) {
      for (; pushed < length; pushed++) column.push(pushed + 0.5);
      expect(column.length).toBe(length);
      expect(column.values()).toEqual(Float64Array.from({ length }, (_, i) => i + 0.5));
    }
  },
);

test("what a column gave stays as it was when more numbers are pushed", () => {
  const column = new GrowingColumn();
  column.push(1);
  const before = column.values();
  for (let i = 0; i < 5_000; i++) column.push(2);
  expect(before).toEqual(Float64Array.of(1));
});
