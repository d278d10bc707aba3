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

  it("finds the breaches of a long, mostly quiet run as counting each instant does", () => {
    const limits = [
      { scope: "each", count: 12, windowMs: 1_000 },
      { scope: "price", count: 9, windowMs: 1_000 },
      { scope: "all", count: 30, windowMs: 20_000 },
    ] as const;
    const stretch = fc.record({
      gap: fc.constantFrom(100, 99.9, 333.3, 900, 2_000, 60_000),
      many: fc.integer({ min: 1, max: 3_000 }),
      quoteEvery: fc.constantFrom(7, 500, Infinity),
    });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 6 }), fc.integer({ min: 1, max: 4 }), (stretches, each) => {
        const clock = { time: 0 };
        const budget = new RateBudget({ now: () => clock.time, at: () => () => {} }, limits);
        const windows = [limits[1], limits[2], limits[0], limits[0]].map((limit) => new LimitWindow(limit));
        const [priced, all, eachPrice, eachQuote] = windows as [LimitWindow, LimitWindow, LimitWindow, LimitWindow];
        for (const { gap, many, quoteEvery } of stretches)
          for (let i = 0; i < many; i++) {
            clock.time += gap;
            budget.add("price", each);
            for (const window of [priced, all, eachPrice]) window.add(clock.time, each);
            if ((i + 1) % quoteEvery > 0) continue;
            budget.add("quote");
            for (const window of [all, eachQuote]) window.add(clock.time, 1);
          }
        const { price: left, all: leftOfAll } = budget.left();
        const everything = all.left(clock.time);
        expect([left, leftOfAll]).toEqual([Math.min(priced.left(clock.time), everything), everything]);
        const counted = budget.breaches();
        const broken = windows.filter(({ breaches }) => breaches > 0);
        expect(counted.map(({ times }) => times).toSorted()).toEqual(broken.map(({ breaches }) => breaches).toSorted());
        expect(counted.map(({ at, requests }) => [at, requests]).toSorted()).toEqual(
          broken.map(({ firstBreach }) => [firstBreach?.at, firstBreach?.requests]).toSorted(),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("finds the same as counting each request, together, evenly, between milliseconds, and read meanwhile", () => {
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

  it("counts what joins the last of an even row together with it", () => {
    const clock = { time: 0 };
    const limit = { scope: "all", count: 1, windowMs: 5 } as const;
    const budget = new RateBudget({ now: () => clock.time, at: () => () => {} }, [limit]);
    for (const time of [0, 10, 20, 30, 40, 50]) {
      clock.time = time;
      budget.add("price");
      if (time === 20) budget.add("quote");
    }
    expect(budget.breaches()).toMatchObject([{ at: 20, requests: 2, times: 1 }]);
  });

  it.each([
    [0, 0.1],
    [0.3, 0.7],
    [0, 12.3],
    [1, 99.9],
  ])("loses no request of those from %f ms on every %f ms", (start, gap) => {
    for (const within of [2.5, 7, 20, 44.5]) {
      const limit = { scope: "all", count: 1_000, windowMs: within * gap } as const;
      const clock = { time: start };
      const budget = new RateBudget({ now: () => clock.time, at: () => () => {} }, [limit]);
      const plain = new LimitWindow(limit);
      for (let i = 0; i < 51; i++, clock.time += gap) {
        budget.add("price");
        plain.add(clock.time, 1);
      }
      expect(budget.left().all).toBe(plain.left(clock.time));
    }
  });

  it("has no breach without a limit", () => {
    const budget = new RateBudget({ now: () => 0, at: () => () => {} }, []);
    const spend = (): void => budget.add("execute");
    for (let i = 0; i < 100_000; i++) spend();
    expect(budget.breaches()).toEqual([]);
    expect(budget.left()).toEqual({ trade: null, price: null, account: null, all: null });
  });
});
