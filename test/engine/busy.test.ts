import { expect, test } from "vitest";
import { z } from "zod";
import { sleep } from "../../src/core/time/clock.js";
import { defineStrategy } from "../../src/strategy/define.js";
import { buyer, idler } from "./strategies.js";
import { flush, HOUR, makeWorld, MINUTE, pass, runToEnd, START, type TestWorld } from "./world.js";

test("an engine is busy from its start to its first tick, while a trade is under way, and until it has ended", async () => {
  const world = makeWorld({ strategies: [buyer("buyer", "*/10 * * * *")], duration: HOUR });
  expect(world.engine.busy()).toBe(false);
  const ended = world.engine.run();
  await flush();
  expect(world.engine.busy()).toBe(false);
  world.clock.runUntil(START + 10 * MINUTE);
  expect(world.engine.busy()).toBe(true);
  await flush();
  expect([world.engine.busy(), world.journal.trades.length]).toEqual([false, 1]);
  world.engine.stop("enough");
  expect(world.engine.busy()).toBe(true);
  await pass(world, HOUR);
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect(world.engine.busy()).toBe(false);
});

test("ticks that need no promise leave an engine idle, and a read that waits keeps it busy", async () => {
  const world = makeWorld({ strategies: [idler("idler", "* * * * *")], duration: HOUR });
  void world.engine.run();
  await flush();
  for (let minute = 1; minute < 5; minute++) {
    world.clock.runUntil(START + minute * MINUTE);
    expect(world.engine.busy()).toBe(false);
  }
  const slow: TestWorld = makeWorld({
    strategies: [
      defineStrategy({
        ...{ name: "slow", summary: "Reads slowly.", params: z.object({}), schedule: "* * * * *" },
        inputs: z.null(),
        read: () => sleep(slow.clock, 5_000).then(() => null),
        decide: ({ hold }) => hold({ reason: "nothing" }),
      }),
    ],
    duration: HOUR,
  });
  void slow.engine.run();
  await flush();
  slow.clock.runUntil(START + MINUTE);
  await flush();
  expect(slow.engine.busy()).toBe(true);
  slow.clock.runUntil(START + MINUTE + 5_000);
  await flush();
  expect(slow.engine.busy()).toBe(false);
});

test("the known end of a competition is noticed a second later, however rarely its status is read", async () => {
  const world = makeWorld({
    strategies: [idler("idler", "* * * * *")],
    duration: HOUR,
    settings: { watchEvery: Infinity, leaderboardEvery: Infinity, balancesEvery: Infinity, rulesEvery: Infinity },
  });
  // The service says beforehand when it ends, and then puts it off.
  let endAt = START + 30 * MINUTE;
  const reads: number[] = [];
  const engine = world.bot({
    venue: {
      ...world.venue,
      status: async (options) => {
        reads.push(world.clock.now() - START);
        if (world.clock.now() > START + 20 * MINUTE) endAt = START + HOUR;
        const status = await world.venue.status(options);
        return { ...status, competition: status.competition && { ...status.competition, endAt } };
      },
    },
  });
  expect(await runToEnd(world, 3 * HOUR, engine)).toMatchObject({
    code: "COMPETITION_OVER",
    endedAt: START + HOUR + 1_000,
  });
  expect(reads).toEqual([0, 30 * MINUTE + 1_000, HOUR + 1_000]);
});
