import { expect, it } from "vitest";
import { halves } from "../../src/report/halves.js";

it("the halves of a list are its beginning and its end, the first one longer where they cannot be equal", () => {
  expect(halves([1, 2, 3, 4])).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(halves([1, 2, 3])).toEqual([[1, 2], [3]]);
  expect(halves([])).toEqual([[], []]);
});
