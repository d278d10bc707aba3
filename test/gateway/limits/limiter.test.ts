import { describe, expect, test } from "vitest";
import { isPromise } from "../../../src/core/maybe.js";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { effectiveLimits, type LimitSettings } from "../../../src/gateway/limits/settings.js";
import { EXECUTE, PRICE, QUOTE, SMALL, START, STATUS, world } from "./limiter-world.js";

describe("while there is room", () => {
  test("a slot is granted at once", () => {
    expect(isPromise(world().limiter.take(QUOTE, "read"))).toBe(false);
  });

  test("a slot that was not used is free again at once", () => {
    const { ask, slots, given } = world();
    ask("a", PRICE);
    slots[0]?.unused();
    ask("b", PRICE);
    expect(given).toEqual(["a", "b"]);
  });

  test("a request of another scope does not wait behind one that must", () => {
    const { ask, given } = world();
    ask("price", PRICE);
    ask("price that waits", PRICE);
    ask("quote", QUOTE);
    expect(given).toEqual(["price", "quote"]);
  });
});

describe("when there is none", () => {
  test("a request waits one window after the answer to the one that holds the slot", async () => {
    const { ask, slots, given, pass } = world();
    ask("a", PRICE);
    ask("b", PRICE);
    await pass(3_000);
    expect(given).toEqual(["a"]);
    slots[0]?.answered();
    await pass(1_000);
    expect(given).toEqual(["a"]);
    await pass(5);
    expect(given).toEqual(["a", "b"]);
  });

  test("a request without an answer counts until its deadline, and a window from then", async () => {
    const { ask, slots, given, pass } = world();
    ask("a", PRICE);
    ask("b", PRICE);
    await pass(100);
    slots[0]?.lost();
    await pass(5_000 - 100 + 1_000);
    expect(given).toEqual(["a"]);
    await pass(5);
    expect(given).toEqual(["a", "b"]);
  });

  test("trades go before earlier reads, and in their own order", async () => {
    const { ask, slots, given, pass } = world();
    ask("1", QUOTE);
    ask("2", QUOTE);
    ask("quote", QUOTE, "read");
    ask("execute", EXECUTE, "trade");
    ask("quote for a trade", QUOTE, "trade");
    slots.splice(0).forEach((slot) => slot.answered());
    await pass(1_010);
    expect(given.slice(2)).toEqual(expect.arrayContaining(["execute", "quote for a trade"]));
    slots.splice(0).forEach((slot) => slot.answered());
    await pass(1_010);
    expect(given[4]).toBe("quote");
  });

  test("operations that wait for the same limit take turns", async () => {
    const { ask, slots, given, pass } = world({
      ...SMALL,
      overrides: { ...SMALL.overrides, trade: "off", price: "off" },
    });
    for (const name of ["x", "y", "z"]) ask(name, STATUS);
    for (let i = 0; i < 3; i++) ask(`price ${i}`, PRICE);
    for (let i = 0; i < 3; i++) ask(`quote ${i}`, QUOTE);
    for (let round = 0; round < 3; round++) {
      slots.splice(0).forEach((slot) => slot.answered());
      await pass(1_010);
    }
    const first = given.slice(3, 5).map((name) => name.split(" ")[0]);
    expect(first.sort()).toEqual(["price", "quote"]);
    expect(given).toHaveLength(9);
  });

  test("a newcomer to a free slot whose timer has not fired yet does not overtake those waiting", () => {
    let now = START;
    const { ask, slots, given } = world(
      {
        ...SMALL,
        overrides: {
          ...SMALL.overrides,
          all: [
            { count: 1, windowMs: 1_000 },
            { count: 1e6, windowMs: 60_000 },
          ],
        },
      },
      { clock: { now: () => now, at: () => () => undefined } },
    );
    ask("first", PRICE);
    slots[0]?.answered();
    ask("waits", PRICE);
    now += 1_010;
    ask("comes late", STATUS);
    expect(given).toEqual(["first"]);
    return Promise.resolve().then(() => expect(given).toEqual(["first", "waits"]));
  });

  test("a waiting request that is aborted leaves, and takes no other's turn", async () => {
    const { ask, slots, given, pass } = world();
    const controller = new AbortController();
    ask("a", PRICE);
    ask("b", PRICE, "read", controller.signal);
    ask("c", PRICE);
    controller.abort(new Error("no longer wanted"));
    slots[0]?.answered();
    await pass(1_010);
    expect(given).toEqual(["a", "b: no longer wanted", "c"]);
  });

  test("when every waiting request has left, no timer is set any more", async () => {
    const { ask, slots, pass, clock } = world();
    const controller = new AbortController();
    ask("a", PRICE);
    slots[0]?.answered();
    ask("b", PRICE, "read", controller.signal);
    expect(clock.next()).not.toBeNull();
    controller.abort(new Error("left"));
    await pass(0);
    expect(clock.next()).toBeNull();
  });

  test("a timer is cancelled when another request is to be served earlier", async () => {
    const { ask, slots, pass, clock } = world({
      ...SMALL,
      overrides: {
        ...SMALL.overrides,
        price: [{ count: 1, windowMs: 50_000 }],
        trade: [{ count: 1, windowMs: 5_000 }],
      },
    });
    const controller = new AbortController();
    ask("a", PRICE);
    ask("b", QUOTE);
    for (const slot of slots) slot.answered();
    ask("late", PRICE, "read", controller.signal);
    const late = clock.next() ?? 0;
    ask("early", QUOTE, "read", controller.signal);
    expect(clock.next()).toBeLessThan(late);
    controller.abort(new Error("left"));
    await pass(0);
    expect(clock.next()).toBeNull();
  });

  test("an already aborted signal is refused without a slot", async () => {
    const { ask, given, pass, limiter } = world();
    ask("a", PRICE, "read", AbortSignal.abort(new Error("too late")));
    await pass(0);
    expect(given).toEqual(["a: too late"]);
    expect(limiter.left("price")).toBe(1);
  });

  test("closing refuses every waiting and every later request", async () => {
    const { ask, given, pass, limiter } = world();
    ask("a", PRICE);
    ask("b", PRICE);
    limiter.close(new Error("closed"));
    ask("c", QUOTE);
    await pass(10_000);
    expect(given).toEqual(["a", "b: closed", "c: closed"]);
  });
});

describe("the reserve", () => {
  const tenth: LimitSettings = {
    reservePercent: 10,
    overrides: {
      ...SMALL.overrides,
      trade: [
        { count: 10, windowMs: 1_000 },
        { count: 1e6, windowMs: 60_000 },
      ],
      all: "off",
    },
  };

  test("ends reads where it begins, and serves trades", () => {
    const { ask, given } = world(tenth);
    for (let i = 0; i < 12; i++) ask("read", QUOTE);
    expect(given).toHaveLength(9);
    ask("trade", EXECUTE, "trade");
    ask("trade", EXECUTE, "trade");
    expect(given.slice(9)).toEqual(["trade"]);
  });
});

describe("limits that change", () => {
  test("forget no spent request", () => {
    const { ask, given, limiter } = world();
    ask("a", QUOTE);
    limiter.setLimits(
      effectiveLimits([], { ...SMALL, overrides: { ...SMALL.overrides, trade: [{ count: 1, windowMs: 60_000 }] } }),
    );
    ask("b", QUOTE);
    expect(given).toEqual(["a"]);
  });

  test("release the waiting requests that fit now", async () => {
    const { ask, given, limiter, pass } = world();
    ask("a", PRICE);
    ask("b", PRICE);
    limiter.setLimits(effectiveLimits([], { ...SMALL, overrides: { ...SMALL.overrides, price: "off" } }));
    await pass(0);
    expect(given).toEqual(["a", "b"]);
  });
});

describe("a limit of a day", () => {
  const HOURS = 3_600_000;
  const DAY = 24 * HOURS;

  test("that is learned later still holds after hours and a thousand requests, and no longer than a day", async () => {
    const off = { price: "off", trade: "off", account: "off", all: "off", each: "off" } as const;
    const { ask, slots, given, limiter, clock } = world({ reservePercent: 0, overrides: off });
    const answered = (count: number, operation = PRICE): void => {
      for (let i = 0; i < count; i++) ask("one", operation);
      for (const slot of slots.splice(0)) slot.answered();
    };
    answered(2);
    const overrides = { ...off, price: [{ count: 5, windowMs: DAY }] };
    limiter.setLimits(effectiveLimits([], { reservePercent: 0, overrides }));
    answered(2);
    clock.runUntil(START + 2 * HOURS);
    // As many as make the limiter forget what no window reaches back to.
    answered(1_100, STATUS);
    expect(limiter.left("price")).toBe(1);
    // A request is counted a little longer than its window: clocks differ.
    clock.runUntil(START + DAY + 86_401);
    answered(1_100, STATUS);
    expect(limiter.left("price")).toBe(1);
    clock.runUntil(START + DAY + 86_402);
    expect(limiter.left("price")).toBe(5);
    expect(given.every((name) => name === "one")).toBe(true);
  });
});

describe("a limit of each operation", () => {
  test("keeps a reserve of those that trades need, and none of those of prices", () => {
    const overrides = { price: "off", trade: "off", all: "off", each: [{ count: 10, windowMs: 60_000 }] } as const;
    for (const [operation, room] of [
      [PRICE, 10],
      [QUOTE, 9],
      [STATUS, 9],
    ] as const) {
      const { ask, given } = world({ reservePercent: 10, overrides });
      for (let i = 0; i < 11; i++) ask("read", operation);
      expect(given, operation.id).toHaveLength(room);
      ask("trade", operation, "trade");
      expect(given, operation.id).toHaveLength(10);
    }
  });
});

describe("after a 429", () => {
  test("its scope rests for the time given, the others continue, and no slot is held meanwhile", async () => {
    const { ask, given, limiter, pass } = world();
    expect(limiter.punish(QUOTE, { retryAfter: "2" })).toEqual({ scope: "trade", ms: 2_000 });
    ask("quote", QUOTE);
    ask("price", PRICE);
    expect([given, limiter.left("trade"), limiter.left("all")]).toEqual([["price"], 0, 2]);
    await pass(1_990);
    expect(given).toEqual(["price"]);
    await pass(20);
    expect(given).toEqual(["price", "quote"]);
  });

  test("a pause longer than the scope's windows pauses everything", () => {
    expect(world().limiter.punish(QUOTE, { retryAfter: "1800" })).toEqual({ scope: "all", ms: 1_800_000 });
  });

  test("an operation without a scope pauses everything", () => {
    expect(world().limiter.punish(STATUS, { retryAfter: "2" }).scope).toBe("all");
  });

  test("without a hint the pause is as long as the scope's longest window, or a minute", () => {
    expect(world().limiter.punish(QUOTE, {}).ms).toBe(60_000);
    expect(world().limiter.punish(STATUS, {}).ms).toBe(60_000);
  });

  test("a shorter pause does not end a longer one", async () => {
    const { ask, given, limiter, pass } = world();
    limiter.punish(QUOTE, { retryAfter: "5" });
    limiter.punish(QUOTE, { retryAfter: "1" });
    ask("quote", QUOTE);
    await pass(4_900);
    expect(given).toEqual([]);
  });
});

describe("a clock that is set back by an hour", () => {
  test("makes no request wait longer than a deadline and a window", async () => {
    let offset = 0;
    const clock = new SimulatedClock(START);
    const jumping = {
      now: () => clock.now() - offset,
      at: (at: number, run: () => void) => clock.at(at + offset, run),
    };
    const { ask, given, slots, limiter } = world(SMALL, { clock: jumping });
    ask("a", PRICE);
    slots[0]?.answered();
    limiter.punish(QUOTE, { retryAfter: "5" });
    offset = 3_600_000;
    ask("b", PRICE);
    ask("quote", QUOTE);
    await clock.drive(clock.now() + 6_100, () => new Promise((resolve) => setImmediate(resolve)));
    expect(given).toEqual(expect.arrayContaining(["a", "b", "quote"]));
  });
});

describe("the remaining requests", () => {
  test("account for requests in flight and just ended, and are null without a limit", () => {
    const { ask, slots, limiter } = world();
    expect([limiter.left("trade"), limiter.left("all"), limiter.left("account")]).toEqual([2, 3, 30]);
    ask("a", QUOTE);
    ask("b", PRICE);
    slots[0]?.answered();
    expect([limiter.left("trade"), limiter.left("price"), limiter.left("all")]).toEqual([1, 0, 1]);
    limiter.setLimits(effectiveLimits([], { overrides: { trade: "off" } }));
    expect(limiter.left("trade")).toBeNull();
  });
});
