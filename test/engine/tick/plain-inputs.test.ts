import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonCopy } from "../../../src/strategy/json-safe.js";
import { plainCopyBy, UNCLEAR } from "../../../src/engine/tick/plain-inputs.js";

const names = fc.constantFrom("a", "b", "usd", "toString", "1");

const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<z.ZodType>(z.number(), z.string(), z.boolean(), z.null(), z.number().describe("a number")),
    tie("schema").map((inner) => z.nullable(inner)),
    tie("schema").map((inner) => z.array(inner)),
    fc.dictionary(names, tie("schema"), { maxKeys: 3 }).map((shape) => z.object(shape)),
  ),
}));

/** What fits, and what nearly does. */
function valueOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown[]>(
    undefined,
    null,
    "1",
    1,
    -0,
    Number.NaN,
    Infinity,
    true,
    1n,
    [],
    {},
    new Date(0),
  );
  const value = fitting(schema);
  return fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: wrong });
}

function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodNumber) return fc.double();
  if (schema instanceof z.ZodString) return fc.string();
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNullable) return fc.option(valueOf(schema.unwrap() as z.ZodType));
  if (schema instanceof z.ZodArray) return fc.array(valueOf(schema.element as z.ZodType), { maxLength: 3 });
  if (!(schema instanceof z.ZodObject)) return fc.constant(null);
  const shape = schema.shape as Record<string, z.ZodType>;
  const model = Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, valueOf(member)]));
  const more = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.dictionary(names, fc.integer(), { maxKeys: 1 }));
  return fc.tuple(fc.record(model), more, fc.boolean()).map(([fit, extra, last]) => {
    return last ? { ...fit, ...extra } : { ...extra, ...fit };
  });
}

/** What the schema gives, as it survives JSON; UNCLEAR where either refuses it. */
function parsed(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) return UNCLEAR;
  try {
    return jsonCopy(result.data, "inputs", (problem) => {
      throw new Error(problem);
    });
  } catch {
    return UNCLEAR;
  }
}

const text = (value: unknown): string => JSON.stringify(value);

describe("the copy by a plain schema", () => {
  it("is what the schema gives and JSON keeps, member by member in its order, or unclear", () => {
    let clear = 0;
    fc.assert(
      fc.property(
        schemas.chain((schema) => fc.tuple(fc.constant(schema), valueOf(schema))),
        ([schema, value]) => {
          const copy = plainCopyBy(schema)(value);
          if (copy === UNCLEAR) return;
          clear++;
          const wanted = parsed(schema, value);
          expect(copy).toStrictEqual(wanted);
          expect(text(copy)).toBe(text(wanted));
        },
      ),
      { numRuns: 2_000 },
    );
    expect(clear).toBeGreaterThan(200);
  });

  it("shares nothing with the value", () => {
    const value = { list: [{ usd: 1 }], more: { name: "x" } };
    const schema = z.object({ list: z.array(z.object({ usd: z.number() })), more: z.object({ name: z.string() }) });
    const copy = plainCopyBy(schema)(value) as typeof value;
    expect(copy).toEqual(value);
    expect([copy.list, copy.list[0], copy.more]).not.toContain(value.list);
    expect(copy.list[0]).not.toBe(value.list[0]);
    expect(copy.more).not.toBe(value.more);
  });

  it.each<[string, z.ZodType, unknown]>([
    ["a check", z.number().min(1), 2],
    ["a refinement", z.object({ a: z.number() }).refine(() => true), { a: 1 }],
    ["a coercion", z.coerce.number(), 1],
    ["a format", z.int(), 1],
    ["a text's format", z.email(), "a@b.org"],
    ["a change", z.string().trim(), "a"],
    ["a transform", z.string().transform((given) => given.length), "a"],
    ["a default", z.number().default(1), 1],
    ["what may be left out", z.object({ a: z.number().optional() }), { a: 1 }],
    ["a strict object", z.strictObject({ a: z.number() }), { a: 1 }],
    ["a loose object", z.looseObject({ a: z.number() }), { a: 1 }],
    ["a check deep inside", z.array(z.object({ a: z.string().min(1).nullable() })), [{ a: "a" }]],
    ["what is read-only", z.object({ a: z.number() }).readonly(), { a: 1 }],
    ["a member named __proto__", z.object({ ["__proto__"]: z.number(), a: z.number() }), { a: 1 }],
    ["a member named by a symbol", z.object({ [Symbol.iterator]: z.number() }), {}],
    ["anything", z.unknown(), 1],
  ])("is left to a schema with %s", (_what, schema, value) => {
    expect(plainCopyBy(schema)(value)).toBe(UNCLEAR);
  });

  it("is left to a schema that contains itself", () => {
    const node = z.object({
      usd: z.number(),
      get more() {
        return z.nullable(node);
      },
    });
    expect(plainCopyBy(node)({ usd: 1, more: null })).toBe(UNCLEAR);
  });

  it.each<[string, unknown]>([
    [
      "of a class",
      new (class Quote {
        usd = 1;
      })(),
    ],
    ["without a prototype", Object.assign(Object.create(null) as object, { usd: 1 })],
    ["with members in another order", { at: 1, usd: 1 }],
    ["with a member more", { usd: 1, at: 1, more: 1 }],
    ["with a member less", { usd: 1 }],
    [
      "with a getter that throws",
      {
        usd: 1,
        at: 1,
        get more(): number {
          throw new Error("no");
        },
      },
    ],
    ["that is a list", [1, 1]],
  ])("is left to the schema for an object %s", (_what, value) => {
    expect(plainCopyBy(z.object({ usd: z.number(), at: z.number() }))(value)).toBe(UNCLEAR);
  });

  it("asks a getter once for what it takes", () => {
    let asked = 0;
    const value = {
      get usd() {
        return ++asked;
      },
    };
    expect(plainCopyBy(z.object({ usd: z.number() }))(value)).toEqual({ usd: 1 });
    expect(asked).toBe(1);
  });
});

it("members that are named by symbols are left to the schema, which drops them", () => {
  const copy = plainCopyBy(z.object({ a: z.number(), b: z.array(z.string()), c: z.object({ d: z.null() }) }));
  const fits = { a: 1, b: ["x"], c: { d: null } };
  expect(copy(fits)).toEqual(fits);
  expect(copy({ ...fits, [Symbol("more")]: 1 })).toBe(UNCLEAR);
  expect(copy({ ...fits, c: { d: null, [Symbol("more")]: () => 1 } })).toBe(UNCLEAR);
});

it("a schema that contains its like many times over is left alone at once", () => {
  let asked = 0;
  const names = ["a", "b", "c", "d", "e", "f"];
  const wide = (): z.ZodType => {
    const get = (): z.ZodType => {
      asked++;
      return z.array(wide());
    };
    return z.object(
      Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { enumerable: true, get }]))),
    );
  };
  expect(plainCopyBy(wide())({})).toBe(UNCLEAR);
  expect(asked).toBeLessThan(100);
});
