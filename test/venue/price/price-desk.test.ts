import { describe, expect, it } from "vitest";
import { isPromise } from "../../../src/core/maybe.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { PriceDesk } from "../../../src/venue/price/price-desk.js";

function makeDesk(options: { cacheMs?: number; valuationMs?: number } = {}) {
  const clock = new SimulatedClock(0);
  let usd: number | null = 10;
  let reads = 0;
  const source = {
    price: (token: string) => {
      reads++;
      return { token, usd, readAt: clock.now() };
    },
  };
  const desk = new PriceDesk({ clock, source, cacheMs: 0, valuationMs: 0, ...options });
  return { clock, desk, set: (to: number | null) => (usd = to), reads: () => reads };
}

describe("PriceDesk", () => {
  it("asks each time if nothing is cached", () => {
    const { desk, set } = makeDesk();
    expect(desk.price("WETH.eth")).toBe(10);
    set(11);
    expect(desk.price("WETH.eth")).toBe(11);
  });

  it("repeats a price until the cache expires, to the millisecond", () => {
    const { desk, set, clock } = makeDesk({ cacheMs: 3_600_000 });
    void desk.price("WETH.eth");
    set(11);
    clock.runUntil(3_599_999);
    expect(desk.price("WETH.eth")).toBe(10);
    clock.runUntil(3_600_000);
    expect(desk.price("WETH.eth")).toBe(11);
  });

  it("repeats no price on a clock that was set back to before its reading", () => {
    let [time, usd] = [3_600_000, 10];
    const clock = { now: () => time, at: () => () => {} };
    const source = { price: (token: string) => ({ token, usd, readAt: time }) };
    for (const cacheMs of [0, 60_000]) {
      [time, usd] = [3_600_000, 10];
      const desk = new PriceDesk({ clock, source, cacheMs, valuationMs: 0 });
      void desk.price("WETH.eth");
      [time, usd] = [0, 11];
      expect(desk.price("WETH.eth")).toBe(11);
    }
  });

  it("does not cache a missing price", () => {
    const { desk, set } = makeDesk({ cacheMs: 3_600_000 });
    set(null);
    expect(desk.price("WETH.eth")).toBeNull();
    set(12);
    expect(desk.price("WETH.eth")).toBe(12);
  });

  it.each([0, -1, Number.NaN, Infinity])("treats %d as no price", (wrong) => {
    const { desk, set } = makeDesk();
    set(wrong);
    expect(desk.price("WETH.eth")).toBeNull();
    expect(desk.last("WETH.eth")).toBeNull();
  });

  it("lets valuations use older prices than trades", () => {
    const { desk, set, clock, reads } = makeDesk({ valuationMs: 60_000 });
    void desk.refresh(["WETH.eth"]);
    clock.runUntil(30_000);
    set(11);
    void desk.refresh(["WETH.eth"]);
    expect([reads(), desk.last("WETH.eth")]).toEqual([1, 10]);
    expect(desk.price("WETH.eth")).toBe(11);
    expect(desk.last("WETH.eth")).toBe(11);
  });

  it("answers later if its source does, and caches the answer", async () => {
    const clock = new SimulatedClock(0);
    const source = { price: (token: string) => Promise.resolve({ token, usd: 7, readAt: 0 }) };
    const desk = new PriceDesk({ clock, source, cacheMs: 0, valuationMs: 0 });
    const price = desk.price("SOL.svm");
    expect(isPromise(price)).toBe(true);
    expect(desk.last("SOL.svm")).toBeNull();
    expect(await price).toBe(7);
    expect(desk.last("SOL.svm")).toBe(7);
  });
});
