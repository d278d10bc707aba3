import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateBudget } from "../../../src/backtest/world/budget.js";
import { LimitWindow } from "../../../src/backtest/world/limit-window.js";
import { PUBLIC_RATE_LIMITS } from "../../../src/model/public-rate-limits.js";

describe("a sliding window", () => {
  it("counts the requests in any window of its length, as counting each by itself does", () => {
    // Close together more lie in the window than there is room for at first.
    const instants = fc.constantFrom(400, 20).chain((max) =>
      fc.array(fc.tuple(fc.integer({ min: 0, max }), fc.integer({ min: 1, max: 5 })), {
        ...{ maxLength: 300, size: "max" },
      }),
    );
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 300 }), (steps, count) => {
        const window = new LimitWindow({ scope: "price", count, windowMs: 1_000 });
        const all: number[] = [];
        const broken = new Set<number>();
        let at = 0;
        for (const [passed, requests] of steps) {
          at += passed;
          all.push(...Array.from({ length: requests }, () => at));
          window.add(at, requests);
          const within = all.filter((one) => one > at - 1_000).length;
          if (within > count) broken.add(at);
          expect(window.left(at)).toBe(Math.max(0, count - within));
        }
        expect(window.breaches).toBe(broken.size);
      }),
    );
  });
});

describe("a rate budget", () => {
  const at = (clock: { time: number }) =>
    new RateBudget({ now: () => clock.time, at: () => () => {} }, PUBLIC_RATE_LIMITS);

  it("counts each request against its scope, its endpoint and all", () => {
    const clock = { time: 1_000_000 };
    const budget = at(clock);
    const requests = ["price", "price", "execute", "quote", "balances", "status", "price"] as const;
    for (const request of requests) budget.add(request);
    expect(budget.left()).toEqual({ trade: 98, price: 297, account: 29, all: 2_993 });
    clock.time += 60_000;
    expect(budget.left()).toEqual({ trade: 100, price: 300, account: 30, all: 3_000 });
  });

  it("leaves of a scope no more than is left of all, as the gateway does", () => {
    const limits = (["all", "trade"] as const).map((scope, i) => ({ scope, count: 5 + 95 * i, windowMs: 60_000 }));
    const budget = new RateBudget({ now: () => 0, at: () => () => {} }, limits);
    budget.add("price", 3);
    expect(budget.left()).toEqual({ trade: 2, price: 2, account: 2, all: 2 });
    expect(new RateBudget({ now: () => 0, at: () => () => {} }, []).left()).toEqual({
      ...{ trade: null, price: null, account: null, all: null },
    });
  });

  it("reports the first breach of each limit, and their number", () => {
    const clock = { time: 0 };
    const budget = at(clock);
    const spend = (): void => budget.add("trades");
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 31; i++) spend();
      clock.time += 60_000;
    }
    expect(budget.breaches()).toEqual([{ at: 0, scope: "account", requests: 31, limit: 30, window: 60_000, times: 3 }]);
  });

  it("finds what a window for each limit and operation finds, asked together, evenly or between milliseconds", () => {
    const reads = ["price", "quote", "execute", "balances"] as const;
    const ask = fc.record({
      gap: fc.constantFrom(0, 0, 1, 1, 2, 3, 10, 0.1, 0.7),
      read: fc.constantFrom(...reads),
      requests: fc.integer({ min: 1, max: 3 }),
    });
    const stretch = fc.record({
      asks: fc.array(ask, { minLength: 1, maxLength: 3 }),
      times: fc.integer({ min: 1, max: 6 }),
      looking: fc.nat(4).map((n) => n === 0),
    });
    const limit = fc.record({
      scope: fc.constantFrom("each", "all", "price", "trade", "account"),
      count: fc.integer({ min: 1, max: 12 }),
      windowMs: fc.constantFrom(1, 2, 3, 5, 10),
    });
    fc.assert(
      fc.property(
        fc.array(stretch, { maxLength: 8, size: "max" }),
        fc.array(limit, { maxLength: 3 }),
        (all, limits) => {
          const clock = { time: 0 };
          const budget = new RateBudget({ now: () => clock.time, at: () => () => {} }, limits);
          const plain = limits.flatMap((one) =>
            (one.scope === "each" ? reads : [one.scope]).map((of) => ({ of, window: new LimitWindow(one) })),
          );
          const scopes = { price: "price", quote: "trade", execute: "trade", balances: "account" };
          for (const { asks, times, looking } of all) {
            for (let i = 0; i < times; i++)
              for (const { gap, read, requests } of asks) {
                clock.time += gap;
                budget.add(read, requests);
                for (const { of, window } of plain)
                  if (of === "all" || of === read || of === scopes[read]) window.add(clock.time, requests);
              }
            if (!looking) continue;
            const left = (scope: string): number | null =>
              plain.reduce<number | null>((least, { of, window }) => {
                if ((of !== scope && of !== "all") || window.limit.scope === "each") return least;
                return Math.min(least ?? Infinity, window.left(clock.time));
              }, null);
            const { price, trade, account, all: everything } = budget.left();
            expect([price, trade, account, everything]).toEqual(["price", "trade", "account", "all"].map(left));
          }
          const found = budget.breaches();
          const broken = plain.flatMap(({ window: { firstBreach, breaches, limit: of } }) =>
            firstBreach === null ? [] : [JSON.stringify([firstBreach.at, firstBreach.requests, of.scope, breaches])],
          );
          expect(
            found.map(({ at, requests, scope, times }) => JSON.stringify([at, requests, scope, times])).sort(),
          ).toEqual(broken.sort());
          expect(found.map((one) => one.at)).toEqual(found.map((one) => one.at).sort((a, b) => a - b));
        },
      ),
      { numRuns: 400 },
    );
  });

  it("has no breach where there is no limit", () => {
    const budget = new RateBudget({ now: () => 0, at: () => () => {} }, []);
    const spend = (): void => budget.add("execute");
    for (let i = 0; i < 100_000; i++) spend();
    expect(budget.breaches()).toEqual([]);
    expect(budget.left()).toEqual({ trade: null, price: null, account: null, all: null });
  });
});
