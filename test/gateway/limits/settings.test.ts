import { expect, test } from "vitest";
import { PUBLIC_RATE_LIMITS } from "../../../src/model/public-rate-limits.js";
import { effectiveLimits } from "../../../src/gateway/limits/settings.js";
import type { RateScope } from "../../../src/model/rules.js";

const counts = (limits: ReturnType<typeof effectiveLimits>, scope: RateScope): [number, number][] =>
  (limits.get(scope) ?? []).map(({ count, windowMs }) => [count, windowMs]);

test("without rules and config the limits of the public service hold", () => {
  const limits = effectiveLimits([]);
  for (const { scope, count, windowMs } of PUBLIC_RATE_LIMITS)
    expect(counts(limits, scope)).toContainEqual([count, windowMs]);
});

test("a scope in the rules has the rules' limits alone, the others keep the public service's", () => {
  const limits = effectiveLimits([{ scope: "trade", count: 7, windowMs: 1_000 }]);
  expect(counts(limits, "trade")).toEqual([[7, 1_000]]);
  expect(counts(limits, "price")).toEqual([[300, 60_000]]);
});

test("a service known to have only its printed limits gets those, and config's", () => {
  const limits = effectiveLimits([{ scope: "trade", count: 7, windowMs: 1_000 }], {
    unsaid: [],
    overrides: { all: [{ count: 50, windowMs: 60_000 }] },
  });
  expect([...limits].flatMap(([scope]) => counts(limits, scope))).toEqual([
    [7, 1_000],
    [50, 60_000],
  ]);
});

test("config overrules the limit of the same scope and window, up or down, and leaves the other windows", () => {
  const limits = effectiveLimits([], {
    overrides: { all: [{ count: 50, windowMs: 60_000 }], price: [{ count: 900, windowMs: 60_000 }] },
  });
  expect(counts(limits, "all")).toEqual([
    [10_000, 3_600_000],
    [50, 60_000],
  ]);
  expect(counts(limits, "price")).toEqual([[900, 60_000]]);
});

test("limits of config for several windows of a scope replace one each", () => {
  const own = [
    { count: 4_000, windowMs: 60_000 },
    { count: 20_000, windowMs: 3_600_000 },
  ];
  expect(counts(effectiveLimits([], { overrides: { all: own } }), "all")).toEqual([
    [4_000, 60_000],
    [20_000, 3_600_000],
  ]);
});

test("config's `off` lifts every limit of a scope", () => {
  expect(counts(effectiveLimits([], { overrides: { each: "off" } }), "each")).toEqual([]);
});

test("a tenth of every limit but those of prices is reserved for trades, and never the whole of a limit", () => {
  const limits = effectiveLimits([
    { scope: "trade", count: 100, windowMs: 60_000 },
    { scope: "account", count: 1, windowMs: 60_000 },
  ]);
  const reserve = (scope: RateScope): number[] => (limits.get(scope) ?? []).map((limit) => limit.reserve);
  expect([reserve("trade"), reserve("account"), reserve("price"), reserve("all"), reserve("each")]).toEqual([
    [10],
    [0],
    [0],
    [300, 1_000],
    [10],
  ]);
  expect(effectiveLimits([], { reservePercent: 0 }).get("trade")?.[0]?.reserve).toBe(0);
});
