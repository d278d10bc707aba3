import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateBudget } from "../../src/backtest/budget.js";
import { LimitWindow } from "../../src/backtest/limit-window.js";
import { PUBLIC_RATE_LIMITS } from "../../src/model/public-rate-limits.js";

describe("a sliding window", () => {
  it("counts what lies in any window of its length, as counting each request by itself does", () => {
    const instants = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 5 })), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 30 }), (steps, count) => {
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
    for (const request of requests) budget.counter(request).add();
    expect(budget.left()).toEqual({ trade: 98, price: 297, account: 29, all: 2_993 });
    clock.time += 60_000;
    expect(budget.left()).toEqual({ trade: 100, price: 300, account: 30, all: 3_000 });
  });

  it("tells the first breach of each limit, and how many there were", () => {
    const clock = { time: 0 };
    const budget = at(clock);
    const spend = budget.counter("trades");
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 31; i++) spend.add();
      clock.time += 60_000;
    }
    expect(budget.breaches()).toEqual({
      first: [{ at: 0, scope: "account", requests: 31, limit: 30, window: 60_000 }],
      counts: [3],
    });
  });

  it("finds the breaches of a long run, quiet for the most part, that counting each instant finds", () => {
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
        const [price, quote] = [budget.counter("price"), budget.counter("quote")];
        const windows = [limits[1], limits[2], limits[0], limits[0]].map((limit) => new LimitWindow(limit));
        const [priced, all, eachPrice, eachQuote] = windows as [LimitWindow, LimitWindow, LimitWindow, LimitWindow];
        for (const { gap, many, quoteEvery } of stretches)
          for (let i = 0; i < many; i++) {
            clock.time += gap;
            price.add(each);
            for (const window of [priced, all, eachPrice]) window.add(clock.time, each);
            if ((i + 1) % quoteEvery > 0) continue;
            quote.add();
            for (const window of [all, eachQuote]) window.add(clock.time, 1);
          }
        const { price: left, all: leftOfAll } = budget.left();
        expect([left, leftOfAll]).toEqual([priced.left(clock.time), all.left(clock.time)]);
        const counted = budget.breaches();
        const broken = windows.filter(({ breaches }) => breaches > 0);
        expect(counted.counts.toSorted()).toEqual(broken.map(({ breaches }) => breaches).toSorted());
        expect(counted.first.map(({ at, requests }) => [at, requests]).toSorted()).toEqual(
          broken.map(({ firstBreach }) => [firstBreach?.at, firstBreach?.requests]).toSorted(),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("has no breach where there is no limit", () => {
    const budget = new RateBudget({ now: () => 0, at: () => () => {} }, []);
    const spend = budget.counter("execute");
    for (let i = 0; i < 100_000; i++) spend.add();
    expect(budget.breaches().first).toEqual([]);
    expect(budget.left()).toEqual({ trade: null, price: null, account: null, all: null });
  });
});
