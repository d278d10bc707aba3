import { expect, test } from "vitest";
import { z } from "zod";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import { StrategyConfigError, StrategyTimeoutError } from "../../../src/strategy/errors.js";
import { watchdogGuard } from "../../../src/strategy/guard.js";
import { parseParams } from "../../../src/strategy/bind/params.js";
import { token } from "../../../src/strategy/bind/token-param.js";

const looping = defineStrategy({
  name: "example",
  summary: "An example.",
  params: z.object({
    n: z.number().refine(() => {
      for (;;);
    }),
  }),
  schedule: "0 * * * *",
  decide: ({ hold }) => hold({ reason: "nothing" }),
});

test("params whose schema does not return are stopped, and tokens parsed afterwards are not looked up", () => {
  const parse = (): unknown => parseParams("example", looping, { n: 1 }, new TokenRegistry([]), watchdogGuard(50));
  expect(parse).toThrow(StrategyTimeoutError);
  expect(token().safeParse("NOPE.eth").success).toBe(true);
});

interface Chain {
  next?: Chain | undefined;
}
const chain: z.ZodType<Chain> = z.lazy(() => z.object({ next: chain.optional() }));
const [stop, trail] = [z.object({ stop: z.number().default(5) }), z.object({ trail: z.number().default(5) })];
const kinds = z.discriminatedUnion("kind", [
  stop.extend({ kind: z.literal("stop") }),
  z.object({ kind: z.literal("no") }),
]);

test.each([
  ["a transform", stop.transform(({ stop }) => ({ half: stop / 2 })), { stop: 1 }, { half: 0.5 }, "stopp"],
  ["a pipe", stop.pipe(z.object({ stop: z.number().max(9) })), { stop: 1 }, { stop: 1 }, "stopp"],
  ["a union", z.union([stop, trail]), { trail: 1 }, { trail: 1 }, "trial"],
  ["a union told apart by a key", kinds, { kind: "no" }, { kind: "no" }, "stop"],
  ["an intersection", stop.and(trail), { stop: 1, trail: 2 }, { stop: 1, trail: 2 }, "trial"],
  [
    "an intersection whose sides have members that one of them has alone",
    z.object({ exit: stop }).and(trail),
    { exit: { stop: 1 } },
    { exit: { stop: 1 }, trail: 5 },
    "exit.stopp",
  ],
  [
    "an intersection whose sides have a member that both of them have",
    z.object({ exit: stop, all: z.array(stop) }).and(z.lazy(() => z.object({ exit: trail, all: z.array(trail) }))),
    { exit: { stop: 1, trail: 2 }, all: [{ stop: 1, trail: 2 }] },
    { exit: { stop: 1, trail: 2 }, all: [{ stop: 1, trail: 2 }] },
    "exitt",
  ],
  ["something lazy", chain, { next: { next: {} } }, { next: { next: {} } }, "nxt"],
  ["something with a default", stop.readonly().default({ stop: 3 }), { stop: 1 }, { stop: 1 }, "stopp"],
  ["a record", z.record(z.string(), stop), { a: { stop: 1 } }, { a: { stop: 1 } }, "a.stopp"],
  [
    "a tuple",
    z.object({ of: z.tuple([stop], stop) }),
    { of: [{}, {}] },
    { of: [{ stop: 5 }, { stop: 5 }] },
    "of.1.stopp",
  ],
])("a misspelt param is reported if the params are %s", (_, params, given, seen, misspelt) => {
  const strategy = defineStrategy({ ...looping, params });
  const parse = (from: unknown): unknown =>
    parseParams("example", strategy, from, new TokenRegistry([]), (run) => run()).params;
  expect(parse(given)).toEqual(seen);
  const wrong = structuredClone(given);
  const path = misspelt.split(".");
  const holder = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], wrong);
  Object.assign(holder as object, { [path.at(-1) ?? ""]: 1 });
  expect(() => parse(wrong)).toThrow(
    expect.objectContaining({
      constructor: StrategyConfigError,
      issues: [
        {
          path: ["params", ...path.map((key) => (/^\d$/.test(key) ? Number(key) : key))],
          message: "there is no such param",
        },
      ],
    }),
  );
});

test("two keys of a record that are one token are refused, where zod would keep the last one", () => {
  const registry = new TokenRegistry(KNOWN_TOKENS);
  const weights = z.record(token(), z.number());
  const strategy = { ...looping, params: z.object({ weights, each: z.array(weights).default([]) }) };
  const parse = (given: unknown): unknown => parseParams("example", strategy, given, registry, (run) => run()).params;
  expect(parse({ weights: { WBTC: 0.25, "WETH.eth": 0.5 } })).toEqual({
    weights: { "WBTC.eth": 0.25, "WETH.eth": 0.5 },
    each: [],
  });
  const issuesOf = (given: unknown): unknown => {
    try {
      return parse(given);
    } catch (error) {
      return (error as StrategyConfigError).issues;
    }
  };
  const message = "is the same as WBTC, which stands here too";
  const twice = { WBTC: 0.25, "WBTC.eth": 0.5 };
  expect(issuesOf({ weights: twice })).toEqual([{ path: ["params", "weights", "WBTC.eth"], message }]);
  expect(issuesOf({ weights: {}, each: [{}, twice] })).toEqual([{ path: ["params", "each", 1, "WBTC.eth"], message }]);
  expect(issuesOf({})).toEqual([
    { path: ["params", "weights"], message: expect.stringContaining("expected record") as string },
  ]);
  expect(issuesOf({ weights: { NOPE: 1 } })).toMatchObject([{ path: ["params", "weights", "NOPE"] }]);
});

test("a key `__proto__` is refused at any depth, where zod would leave it out", () => {
  const weights = { params: z.object({ weights: z.record(z.string(), z.unknown()) }) };
  const strategy = { ...looping, ...weights };
  const parse = (json: string): unknown =>
    parseParams("example", strategy, JSON.parse(json), new TokenRegistry([]), watchdogGuard(1_000)).params;
  expect(parse('{"weights":{"a":[1]}}')).toEqual({ weights: { a: [1] } });
  for (const [json, at] of [
    ['{"weights":{"__proto__":1}}', ["params", "weights", "__proto__"]],
    ['{"weights":{"a":[{"__proto__":{}}]}}', ["params", "weights", "a", 0, "__proto__"]],
  ] as const) {
    let thrown: unknown;
    try {
      parse(json);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ issues: [{ path: at, message: "there is no such param" }] });
  }
});
