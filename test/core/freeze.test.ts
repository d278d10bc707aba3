import { expect, test } from "vitest";
import { deepFreeze } from "../../src/core/freeze.js";

test("plain data is read-only all the way down, and the same object", () => {
  const data = { a: [{ b: 1 }], c: null, d: "text" };
  expect(deepFreeze(data)).toBe(data);
  expect(() => Object.assign(data.a[0] ?? {}, { b: 2 })).toThrow(TypeError);
  expect(() => data.a.push({ b: 3 })).toThrow(TypeError);
  expect([deepFreeze(7), deepFreeze(null)]).toEqual([7, null]);
});
