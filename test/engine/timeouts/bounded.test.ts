import { expect, test } from "vitest";
import { SimulatedClock } from "../../../src/core/time/simulated-clock.js";
import { attemptWithin, LateAnswerError } from "../../../src/engine/timeouts/bounded.js";
import { buyer } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, START } from "../world.js";

test("an answer that is there at once is passed on at once, and leaves no timer behind", () => {
  const clock = new SimulatedClock(0);
  expect(attemptWithin({ clock, timeout: 10 }, () => 5)).toEqual({ ok: true, value: 5 });
  expect(clock.next()).toBeNull();
});

test("an answer that comes too late has failed, whether or not it obeys its signal", async () => {
  const clock = new SimulatedClock(0);
  const signals: AbortSignal[] = [];
  const late = attemptWithin({ clock, timeout: 10 }, ({ signal }) => {
    if (signal !== undefined) signals.push(signal);
    return new Promise(() => {});
  });
  clock.runUntil(10);
  expect(await late).toMatchObject({ ok: false, error: expect.any(LateAnswerError) as LateAnswerError });
  expect(signals[0]?.aborted).toBe(true);
});

test("the error of a late answer names what is left of the limits, because a request may have waited for its turn", async () => {
  const clock = new SimulatedClock(0);
  const limitsLeft = () => ({ trade: 90, price: null, account: 3, all: 2_000 });
  const late = attemptWithin({ clock, timeout: 10, limitsLeft }, () => new Promise(() => {}));
  clock.runUntil(10);
  const { error } = (await late) as { error: LateAnswerError };
  expect(error.message).toContain("requests left: trade 90, account 3, all 2000");
  expect(error.remedy).toContain("nearly used up");
});

test("a promise that settles in time counts, whether it resolves or rejects", async () => {
  const clock = new SimulatedClock(0);
  const bound = { clock, timeout: 10 };
  expect(await attemptWithin(bound, () => Promise.resolve(5))).toEqual({ ok: true, value: 5 });
  expect(await attemptWithin(bound, () => Promise.reject(new Error("no")))).toMatchObject({ ok: false });
  expect(clock.next()).toBeNull();
});

test("a price that never comes delays a tick, and does not stop the strategy", async () => {
  const world = makeWorld({ strategies: [buyer()], duration: HOUR });
  const lost = (token: string): boolean => token === "WETH.eth" && world.clock.now() === START + 20 * MINUTE;
  const engine = world.bot({
    venue: {
      ...world.venue,
      scope() {
        const scope = world.venue.scope();
        return {
          ...scope,
          price: (token, options) => (lost(token) ? new Promise(() => {}) : scope.price(token, options)),
        };
      },
    },
  });
  expect(await runToEnd(world, 3 * HOUR, engine)).toMatchObject({ code: "COMPETITION_OVER" });
  expect(world.journal.ticks.map(({ at }) => (at - START) / MINUTE)).toEqual(
    [10, 20, 30, 40, 50, 60].slice(0, world.journal.ticks.length),
  );
  expect(world.journal.ticks.length).toBeGreaterThanOrEqual(5);
});

test("a status that never comes is requested again, so that the end is noticed", async () => {
  const world = makeWorld({ strategies: [buyer()], duration: HOUR });
  const engine = world.bot({
    venue: {
      ...world.venue,
      status: (options) => (world.clock.now() === START + MINUTE ? new Promise(() => {}) : world.venue.status(options)),
    },
  });
  const ended = engine.run();
  await pass(world, HOUR + MINUTE);
  expect(await ended).toMatchObject({ code: "COMPETITION_OVER" });
});
