import fc from "fast-check";
import { expect, test } from "vitest";
import { runInNewContext } from "node:vm";
import { jsonProblem } from "../../src/strategy/json-safe.js";

test("whatever JSON can say has no problem", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonProblem(value) === null));
  expect(jsonProblem(runInNewContext("({ a: [1, { b: null }] })"))).toBeNull();
  expect(jsonProblem(Object.assign(Object.create(null), { a: 1 }))).toBeNull();
});

test.each([
  [undefined, "it is undefined"],
  [Number.NaN, "it is NaN"],
  [{ a: { b: [1, Infinity] } }, "a.b.1 is Infinity"],
  [{ a: undefined }, "a is undefined"],
  [[() => 1], "0 is a function"],
  [{ at: new Date(0) }, "at is a Date"],
  [new Map(), "it is a Map"],
  [[1n], "0 is a bigint"],
  [{ list: Object.assign([1], { extra: Symbol("x") }) }, "list.extra is a symbol"],
  [Object.create(Array.prototype), "it is a Array"],
])("%o has a problem, which is named with its place", (value, problem) => {
  expect(jsonProblem(value)).toBe(problem);
});
