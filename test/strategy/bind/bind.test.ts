import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { KNOWN_TOKENS } from "../../../src/model/known-tokens.js";
import type { RunSchedule } from "../../../src/model/journal.js";
import { TokenRegistry } from "../../../src/model/token-registry.js";
import { bindStrategy, type BindContext, type BoundStrategy } from "../../../src/strategy/bind/bind.js";
import { defineStrategy, type Needs, type Schedule } from "../../../src/strategy/define.js";
import { StrategyConfigError } from "../../../src/strategy/errors.js";
import { scheduleText } from "../../../src/strategy/bind/schedule.js";
import { token } from "../../../src/strategy/bind/token-param.js";

const context: BindContext = { registry: new TokenRegistry(KNOWN_TOKENS), crossChain: false, fundedChains: null };

interface Options {
  readonly schedule?: Schedule | (() => Schedule);
  readonly timezone?: string;
  readonly readTimeout?: string;
  readonly needs?: () => Needs;
  readonly state?: z.ZodType;
}

function strategy(options: Options = {}) {
  return defineStrategy({
    name: "example",
    summary: "An example.",
    params: z.object({
      token: token("WETH.eth"),
      others: z.array(token()).default([]),
      weights: z.record(token(), z.number()).default({}),
      signal: token("WETH.polygon", { traded: false }),
      fast: z.int().min(1).default(10),
      mode: z.enum(["calm", "wild"]).default("calm"),
    }),
    schedule: "0 * * * *",
    decide: ({ hold }) => hold({ reason: "nothing" }),
    ...options,
  });
}

function bind(params: unknown, definition = strategy(), more: Partial<BindContext> = {}): BoundStrategy {
  const loaded = { definition, file: "example.ts", source: "abc" };
  return bindStrategy(loaded, { params, allocation: 0.5 }, { ...context, ...more });
}

function issues(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(StrategyConfigError);
    return (error as StrategyConfigError).issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  }
  throw new Error("it was bound");
}

test("defaults are filled in and tokens get their full names, in arrays and as keys too", () => {
  const { params, traded, tokens, paramsJson } = bind({ others: ["WBTC", "SOL"], weights: { WBTC: 0.5 } });
  expect(params).toEqual({
    token: "WETH.eth",
    others: ["WBTC.eth", "SOL.svm"],
    weights: { "WBTC.eth": 0.5 },
    signal: "WETH.polygon",
    fast: 10,
    mode: "calm",
  });
  expect(paramsJson).toEqual(params);
  expect(traded).toEqual(["WETH.eth", "WBTC.eth", "SOL.svm"]);
  expect(tokens).toEqual(traded);
});

test("a token without a price in a known market is refused, whether it is traded or its bars are needed", () => {
  const looks = strategy({
    needs: () => ({ prices: ["SOL.svm"], bars: [{ token: "WBTC.eth", interval: "1h", count: 2 }] }),
  });
  expect(issues(() => bind({ others: ["SOL"] }, looks, { priced: ["WETH.eth", "USDC.eth"] }))).toEqual([
    expect.stringMatching(/^params: SOL\.svm can never be traded, .* no prices of it \(it has WETH\.eth, USDC\.eth\)/),
    expect.stringMatching(/^needs: WBTC\.eth can never be traded, nor have bars/),
  ]);
  const nothing = { fundedChains: ["svm"], priced: ["WBTC.eth"] };
  expect(issues(() => bind({}, looks, nothing))).toEqual([expect.stringContaining("WETH.eth can never be bought")]);
  expect(bind({}, looks, { priced: ["WETH.eth", "WBTC.eth"] }).tokens).toContain("WBTC.eth");
});

test("params are deeply read-only, except for numbers in flat memory", () => {
  const { params } = bind({ others: ["WBTC"], weights: { WBTC: 0.5 } });
  const { others, weights } = params as { others: string[]; weights: Record<string, number> };
  expect(() => others.push("SOL.svm")).toThrow(TypeError);
  expect(() => (weights["WBTC.eth"] = 1)).toThrow(TypeError);
  const list = defineStrategy({
    ...strategy(),
    params: z.object({ levels: z.array(z.number()).transform((all) => Float64Array.from(all)) }),
  });
  expect(bind({ levels: [1, 2] }, list)).toMatchObject({
    params: { levels: Float64Array.of(1, 2) },
    paramsJson: { levels: [1, 2] },
  });
});

test.each([
  [{ fats: 3 }, "params.fats: there is no such param. Did you mean fast?"],
  [{ fast: 0 }, /^params\.fast: /],
  [{ fast: "3" }, /^params\.fast: /],
  [{ mode: "clam" }, /^params\.mode: .*/],
  [{ token: "WETTH.eth" }, /^params\.token: There is no token "WETTH\.eth"\. Did you mean WETH\.eth\?/],
  [{ token: "WETH" }, /^params\.token: "WETH" could be WETH\.eth, WETH\.polygon/],
  [{ others: ["WBTC", "nope"] }, /^params\.others\.1: There is no token "nope"/],
  [{ weights: { nope: 1 } }, /^params\.weights\.nope: There is no token "nope"/],
  [3, /^params: /],
])("params %j are refused by path and nearest name", (params, message) => {
  const [first] = issues(() => bind(params));
  if (typeof message === "string") expect(first).toBe(message);
  else expect(first).toMatch(message);
});

test.each([
  [z.coerce.bigint(), /^params: "n" is 1n, and params are journalled as JSON\. Take plain values/],
  [z.unknown().transform(() => Infinity), /^params: "n" is Infinity, and params are journalled/],
  [z.unknown().transform(() => ({ at: [Number.NaN] })), /^params: "0" is NaN, and params are journalled/],
  [z.unknown().transform(() => new Map([["a", 1]])), /^params: "n" is Map\(1\) .*, and params are journalled/],
  [z.unknown().transform(() => () => 1), /^params: "n" is \[Function.*, and params are journalled/],
  [z.unknown().transform(() => [undefined]), /^params: "0" is undefined, and params are journalled/],
  [z.unknown().transform(() => /a/), /^params: "n" is \/a\/, and params are journalled/],
  [z.unknown().transform(() => new Date(Number.NaN)), /^params: "n" is Invalid Date, and params are journalled/],
  [z.unknown().transform(() => new Error("x")), /^params: "n" is .*Error: x.*, and params are journalled/s],
  [z.unknown().transform(() => new DataView(new ArrayBuffer(1))), /^params: "n" is DataView.*, and params are jou/s],
  [z.unknown().transform(() => Float64Array.of(Number.NaN)), /^params: "0" is NaN, and params are journalled/],
  [z.unknown().transform(() => new URLSearchParams("a=1")), /^params: "n" is URLSearchParams .*, and params are jour/],
  [
    z.unknown().transform(() => {
      throw new Error("planted");
    }),
    "params: it threw: planted",
  ],
  [z.unknown().refine(() => Promise.resolve(true)), /^params: it threw: .*[Pp]romise/],
])(
  "a schema of params that throws, waits, or gives what no journal can keep is refused with that reason: %#",
  (n, message) => {
    const [first] = issues(() => bind({ n: 1 }, defineStrategy({ ...strategy(), params: z.object({ n }) })));
    expect(first).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  },
);

test("params that their schema reads back from the journal unchanged are accepted: dates, and omitted members", () => {
  const params = z.object({
    from: z.coerce.date(),
    to: z
      .date()
      .optional()
      .default(undefined as never),
  });
  const { paramsJson } = bind({ from: "2026-01-01" }, defineStrategy({ ...strategy(), params }));
  expect(paramsJson).toEqual({ from: "2026-01-01T00:00:00.000Z" });
});

test("a misspelt param is reported at any depth, unless the schema takes any key", () => {
  const exit = z.object({ stop: z.number().default(5) });
  interface Node {
    next?: Node | undefined;
  }
  const chain: z.ZodType<Node> = z.object({
    get next() {
      return chain.optional();
    },
  });
  const params = z.object({
    exit: exit.default({ stop: 5 }),
    exits: z.array(exit.optional()).default([]),
    chain: chain.nullable().default(null),
    notes: z.looseObject({}).default({}),
  });
  const deep = defineStrategy({ ...strategy(), params });
  const given = { exit: { stop: 1 }, exits: [{ stop: 2 }], chain: { next: { next: {} } }, notes: { any: 1 } };
  expect(bind(given, deep).params).toEqual(given);
  expect(bind({}, deep).params).toMatchObject({ exit: { stop: 5 }, chain: null });
  const misspelt = { exit: { stopp: 1 }, exits: [{ stopp: 2 }], chain: { next: { nxt: {} } } };
  expect(issues(() => bind(misspelt, deep))).toEqual([
    "params.exit.stopp: there is no such param",
    "params.exits.0.stopp: there is no such param",
    "params.chain.next.nxt: there is no such param",
  ]);
});

test("params of zod/mini work: tokens are resolved, and a misspelt param is reported", () => {
  const params = mini.object({ token: token("WBTC"), fast: mini._default(mini.int(), 10) }) as unknown as z.ZodObject;
  const small = defineStrategy({ ...strategy(), params });
  expect(bind({ fast: 3 }, small)).toMatchObject({ params: { token: "WBTC.eth", fast: 3 }, traded: ["WBTC.eth"] });
  expect(issues(() => bind({ fasst: 3 }, small))).toEqual(["params.fasst: there is no such param. Did you mean fast?"]);
});

test("all errors are reported at once", () => {
  expect(issues(() => bind({ fast: 0, fats: 1, token: "x" }))).toHaveLength(3);
});

test("a token that can never be bought is refused: its chain has no known cash token, or no balance", () => {
  const unfunded = { fundedChains: ["eth", "base", "svm"] };
  const nowhere = `0x${"1".repeat(40)}.mantle`;
  expect(issues(() => bind({ token: nowhere }))).toMatchObject([
    expect.stringMatching(/^params: .*no cash token is known on mantle/),
  ]);
  expect(issues(() => bind({ token: "WETH.polygon" }, strategy(), unfunded))).toMatchObject([
    expect.stringMatching(/^params: .*holds nothing on polygon/),
  ]);
  expect(bind({ token: "WETH.polygon" }, strategy(), { ...unfunded, crossChain: true }).traded).toContain(
    "WETH.polygon",
  );
  expect(bind({ signal: "WETH.arbitrum" }, strategy(), unfunded).traded).not.toContain("WETH.arbitrum");
});

test.each<[Schedule, string | undefined, RunSchedule, string]>([
  ["0  * * * * ", undefined, { patterns: { main: "0 * * * *" }, timezone: "UTC" }, "0 * * * * (UTC)"],
  [
    { main: "0 9 * * *" },
    "Europe/Berlin",
    { patterns: { main: "0 9 * * *" }, timezone: "Europe/Berlin" },
    "0 9 * * * (Europe/Berlin)",
  ],
  [
    { main: "0 * * * *", guard: "*/15 * * * * *" },
    undefined,
    { patterns: { main: "0 * * * *", guard: "*/15 * * * * *" }, timezone: "UTC" },
    "main: 0 * * * *; guard: */15 * * * * * (UTC)",
  ],
  [{ guard: "0 * * * *" }, undefined, { patterns: { guard: "0 * * * *" }, timezone: "UTC" }, "guard: 0 * * * * (UTC)"],
])("the schedule %o of a strategy in the zone %s has its names and its words", (schedule, timezone, known, words) => {
  const bound = bind({}, strategy({ schedule: () => schedule, ...(timezone === undefined ? {} : { timezone }) }));
  expect([bound.schedule, scheduleText(bound.schedule)]).toEqual([known, words]);
});

test("schedules may follow from params, and wrong ones are named", () => {
  expect(bind({}, strategy({ schedule: () => ({ a: "* * * * *" }) })).cadences).toMatchObject([
    { name: "a", period: 60_000 },
  ]);
  expect(issues(() => bind({}, strategy({ schedule: { late: "99 * * * *" } })))[0]).toMatch(/^schedule\.late: /);
});

test.each(["0 0 30 2 *", "0 0 31 4 *"])("the schedule %s names a day that does not exist", (schedule) => {
  const message = `schedule.main: "${schedule}" never fires: write a date that exists and is to come`;
  expect(issues(() => bind({}, strategy({ schedule })))).toEqual([message]);
});

test.each(["0 0 0 1 1 * 2020", "2020-01-01T00:00:00Z"])(
  "the schedule %s is refused if it is over, and accepted if that is not known",
  (schedule) => {
    const late = { now: Date.UTC(2021, 0, 1) };
    const message = `schedule.main: "${schedule}" never fires again: write a date that exists and is to come`;
    expect(issues(() => bind({}, strategy({ schedule }), late))).toEqual([message]);
    expect(bind({}, strategy({ schedule }), { now: Date.UTC(2019, 0, 1) }).cadences).toHaveLength(1);
    expect(bind({}, strategy({ schedule })).cadences).toHaveLength(1);
  },
);

test("no strategy can be called unassigned", () => {
  const loaded = { definition: strategy(), file: "example.ts", source: "abc" };
  const run = (): unknown => bindStrategy(loaded, { name: "unassigned", allocation: 0.5 }, context);
  expect(issues(run)).toEqual([expect.stringMatching(/^name: "unassigned" is the name of what/)]);
});

test("needs are resolved: names in full, intervals in milliseconds, the larger count of equal bars", () => {
  const needs = (): Needs => ({
    prices: ["SOL"],
    bars: [
      { token: "WBTC", interval: "1h", count: 5 },
      { token: "WBTC.eth", interval: "60m", count: 9 },
    ],
  });
  const { bars, tokens } = bind({}, strategy({ needs }));
  expect(bars).toEqual([{ token: "WBTC.eth", interval: 3_600_000, count: 9 }]);
  expect(tokens).toEqual(["SOL.svm", "WBTC.eth", "WETH.eth"]);
});

test.each([
  [{ prices: ["nope"] }, /^needs\.prices\.0: There is no token/],
  [{ bars: [{ token: "nope", interval: "1h", count: 1 }] }, /^needs\.bars\.0\.token: /],
  [{ bars: [{ token: "WBTC", interval: "an hour", count: 1 }] }, /^needs\.bars\.0\.interval: /],
  [{ bars: [{ token: "WBTC", interval: "0s", count: 1 }] }, /^needs\.bars\.0\.interval: /],
  [
    { bars: [{ token: "WBTC", interval: "1.5ms", count: 1 }] },
    /^needs\.bars\.0\.interval: 1\.5ms is not a whole number/,
  ],
  [
    { bars: [{ token: "WBTC", interval: "1m", count: 1e12 }] },
    /^needs\.bars\.0\.interval: .* bars of 1m reach further/,
  ],
  [{ bars: [{ token: "WBTC", interval: "99999w", count: 1 }] }, /^needs\.bars\.0\.interval: .* reach further back/],
  [{ bars: [{ token: "WBTC", interval: "1h", count: 0 }] }, /^needs\.bars\.0\.count: /],
  [{ bars: [{ token: "WBTC", interval: "1h", count: 1.5 }] }, /^needs\.bars\.0\.count: /],
])("needs %j are refused", (needs, message) => {
  expect(issues(() => bind({}, strategy({ needs: () => needs })))[0]).toMatch(message);
});

test.each([
  [{ bars: {} }, /^needs: bars must be an array of \{ token, interval, count \}/],
  [{ bars: [{ token: "WBTC", interval: 5, count: 1 }] }, /^needs: bars must be an array/],
  [{ prices: "WETH.eth" }, /^needs: prices must be an array of token names \(it is 'WETH\.eth'\)$/],
  [{ price: ["WETH.eth"] }, /^needs: there is no "price" in it, only prices and bars\. Did you mean prices\?$/],
  [Promise.resolve({}), /^needs: it must give \{ prices, bars \} \(it is Promise/],
  ["WETH.eth", /^needs: it must give \{ prices, bars \}/],
])("needs of the shape %j are refused, with the right form", (needs, message) => {
  expect(issues(() => bind({}, strategy({ needs: () => needs as Needs })))[0]).toMatch(message);
});

test("an invalid schedule that follows from the params is refused", () => {
  const schedule = (): Schedule => undefined as never;
  expect(issues(() => bind({}, strategy({ schedule })))).toEqual([
    'schedule: it gave undefined, not a cron pattern such as "0 * * * *", or several by name',
  ]);
});

test("needs that throw are reported as an error of the strategy, not of the program", () => {
  const needs = (): Needs => {
    throw new Error("oops");
  };
  expect(issues(() => bind({}, strategy({ needs })))).toEqual(["needs: it threw: oops"]);
});

test("the version follows the source and the params", () => {
  const version = bind({}).version;
  expect(bind({}).version).toBe(version);
  expect(bind({ fast: 11 }).version).not.toBe(version);
  const other = { definition: strategy(), file: "example.ts", source: "abd" };
  expect(bindStrategy(other, { allocation: 0.5 }, context).version).not.toBe(version);
});

test("config may give a strategy another name", () => {
  const loaded = { definition: strategy(), file: "example.ts", source: "abc" };
  expect(bindStrategy(loaded, { name: "second", allocation: 0.5 }, context).name).toBe("second");
});

test("a state whose schema changes it at each start is refused", () => {
  const counting = z.object({
    a: z
      .number()
      .default(0)
      .transform((n) => n + 1),
  });
  const splitting = z.object({
    a: z
      .string()
      .default("1,2")
      .transform((text) => text.split(",")),
  });
  for (const state of [counting, splitting])
    expect(issues(() => bind({}, strategy({ state })))).toEqual([expect.stringContaining("(a transform?)")]);
  const shortening = z.object({
    a: z
      .string()
      .default("")
      .transform((text) => text.slice(0, 3)),
  });
  expect(() => bind({}, strategy({ state: shortening }))).not.toThrow();
});

test("a state without a first value is refused before anything starts", () => {
  const state = z.object({ count: z.number() });
  expect(issues(() => bind({}, strategy({ state })))).toMatchObject([
    expect.stringContaining("state: its schema needs"),
  ]);
});

test.each(["soon", "", "10", "0s", "-5s", "1 hour"])(
  "a readTimeout of %j is refused with what can be written",
  (readTimeout) => {
    expect(() => bind({}, strategy({ readTimeout }))).toThrow(
      /readTimeout: "[^"]*" is no length of time: write one such as "90s"/,
    );
  },
);

test("a readTimeout is known in milliseconds, and null where the strategy gives none", () => {
  expect([bind({}, strategy({ readTimeout: "1m30s" })).readTimeout, bind({}).readTimeout]).toEqual([90_000, null]);
});
