import { expect, test } from "vitest";
import { effectiveLimits } from "../../src/gateway/limits/settings.js";
import { plannedUse } from "../../src/gateway/planned-use.js";

const limits = effectiveLimits([]);

test("requests count for their scope, for everything, and for their endpoint, by window", () => {
  const rows = plannedUse({ getPrice: 60, getTokenInfo: 15, getHealth: 99 }, limits);
  const planned = (scope: string, windowMs: number) =>
    rows.filter((row) => row.scope === scope && row.windowMs === windowMs).map((row) => row.planned);
  expect(planned("price", 60_000)).toEqual([75]);
  expect(planned("all", 60_000)).toEqual([75]);
  expect(planned("all", 3_600_000)).toEqual([4_500]);
  expect(planned("each", 60_000).sort()).toEqual([15, 60]);
});

test("the share is of what the reserve leaves, the tightest limit comes first, and above 1 it does not fit", () => {
  const rows = plannedUse({ getBalances: 20, getTrades: 10, getPrice: 10 }, limits);
  expect(rows[0]).toEqual({
    scope: "account",
    operation: null,
    count: 30,
    windowMs: 60_000,
    reserve: 3,
    planned: 30,
    share: 30 / 27,
  });
  expect(rows.map(({ share }) => share)).toEqual([...rows.map(({ share }) => share)].sort((a, b) => b - a));
});

test("limits without a planned request, and scopes without a limit, are left out", () => {
  expect(plannedUse({}, limits)).toEqual([]);
  expect(
    plannedUse({ getPrice: 1 }, effectiveLimits([], { overrides: { price: "off", all: "off", each: "off" } })),
  ).toEqual([]);
});
