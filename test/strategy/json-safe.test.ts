import fc from "fast-check";
import { expect, test } from "vitest";
import { runInNewContext } from "node:vm";
import { jsonCopy, jsonProblem } from "../../src/strategy/json-safe.js";

test("no JSON value has a problem", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => jsonProblem(value, "it") === null));
  expect(jsonProblem(runInNewContext("({ a: [1, { b: null }] })"), "it")).toBeNull();
  expect(jsonProblem(Object.assign(Object.create(null), { a: 1 }), "it")).toBeNull();
});

function circle(): object {
  const value = { a: [] as unknown[] };
  value.a.push(value);
  return value;
}

/** An object of so many levels. */
function nested(levels: number): object {
  let value = {};
  for (let level = 1; level < levels; level++) value = { in: value };
  return value;
}

test("shared members without a cycle, and 64 levels, have no problem", () => {
  const twice = { n: 1 };
  // Without a prototype it is looked at closely.
  expect(jsonProblem(Object.assign(Object.create(null), { a: twice, b: [twice] }), "it")).toBeNull();
  expect(jsonProblem(nested(64), "it")).toBeNull();
});

test("more than 64 levels are a problem, even if they are more than the stack can hold", () => {
  for (const levels of [65, 100_000])
    expect(jsonProblem(nested(levels), "it")).toBe("it.in is nested deeper than 64 levels");
  expect(jsonProblem({ a: 1, b: { c: nested(63) } }, "it")).toBe("it.b is nested deeper than 64 levels");
});

test.each([
  [undefined, "it is undefined"],
  [Number.NaN, "it is NaN"],
  [{ a: { b: [1, Infinity] } }, "it.a.b.1 is Infinity"],
  [{ a: undefined }, "it.a is undefined"],
  [[() => 1], "it.0 is a function"],
  [{ at: new Date(0) }, "it.at is a Date"],
  [new Map(), "it is a Map"],
  [[1n], "it.0 is a bigint"],
  // As in JSON, a list is what it holds by number: a hole would come back as something else.
  [{ list: Object.assign([1], { 2: 2 }) }, "it.list.1 is undefined"],
  [Object.create(Array.prototype), "it is a Array"],
  [circle(), "it.a.0 leads back to it, in a circle"],
  [{ b: circle() }, "it.b.a.0 leads back to it.b, in a circle"],
])("%o has a problem, which is named with its place", (value, problem) => {
  expect(jsonProblem(value, "it")).toBe(problem);
});

const refuse = (problem: string): never => {
  throw new Error(problem);
};

test("a copy is equal to what JSON would give back, and shares nothing with the value", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = jsonCopy(value, "it", refuse);
      expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
      if (typeof value === "object") expect(copy === value).toBe(value === null);
    }),
    // JSON knows no -0.
    { examples: [[-0], [{ "": -0 }]] },
  );
});

test("values without prototype, of another realm, with __proto__ or extra members are copied plainly", () => {
  const bare = Object.assign(Object.create(null), { a: { b: 1 } }) as object;
  expect(jsonCopy(bare, "it", refuse)).toStrictEqual({ a: { b: 1 } });
  expect(jsonCopy(runInNewContext("({ a: [1, { b: null }] })"), "it", refuse)).toStrictEqual({ a: [1, { b: null }] });
  const tricky = JSON.parse('{ "__proto__": { "a": 1 } }') as object;
  expect(JSON.stringify(jsonCopy(tricky, "it", refuse))).toBe('{"__proto__":{"a":1}}');
  expect(jsonCopy(Object.assign([1], { extra: Symbol("x") }), "it", refuse)).toStrictEqual([1]);
});

test("a value that changes at its second reading is kept as first read, or refused", () => {
  let reads = 0;
  const moody = {
    get n() {
      return reads++ % 2 === 0 ? 1 : Symbol("x");
    },
  };
  expect(jsonCopy(moody, "it", refuse)).toStrictEqual({ n: 1 });
  expect(() => jsonCopy({ bare: Object.create(null) as object, moody }, "it", refuse)).toThrow(
    "it.moody.n is a symbol",
  );
});
