import fc from "fast-check";
import { expect, it } from "vitest";
import { firstAfter, firstAfterNear, firstFrom, placesInOrder } from "../../../src/core/number/sorted.js";

it("the first index after a value, and the first from it on, are found in rising values", () => {
  const values = Float64Array.of(1, 3, 3, 5);
  expect([0, 1, 2, 3, 5, 6].map((limit) => firstAfter(values, limit))).toEqual([0, 1, 1, 3, 4, 4]);
  expect([0, 1, 2, 3, 5, 6].map((limit) => firstFrom(values, limit))).toEqual([0, 0, 1, 1, 3, 4]);
  expect(firstAfter(new Float64Array(0), 1)).toBe(0);
});

it("the first index after a limit is the same from any starting index that is not behind it", () => {
  const rising = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(rising, fc.nat(), fc.nat(60), (steps, from, more) => {
      const values = Float64Array.from(steps).sort();
      const place = from % values.length;
      const limit = (values[place] as number) + more;
      expect(firstAfterNear(values, limit, place)).toBe(firstAfter(values, limit));
    }),
  );
});

it("indexes are given by rising value, those of equal values in their order", () => {
  expect([...placesInOrder(Float64Array.of(3, 1, 3, -2))]).toEqual([3, 1, 0, 2]);
});
