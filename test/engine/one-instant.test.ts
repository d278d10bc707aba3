import { expect, test } from "vitest";
import { z } from "zod";
import { sleep } from "../../src/core/time/clock.js";
import { defineStrategy } from "../../src/strategy/define.js";
import { buyer } from "./strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, type TestWorld } from "./world.js";

const halves = (names: readonly string[], schedule?: string) =>
  names.map((name) => ({ definition: buyer(name, schedule), allocation: 1 / names.length }));

test("strategies that decide at one instant trade in config order, each after the plans of those before it", async () => {
  const world = makeWorld({ strategies: halves(["z", "a"]), duration: 15 * MINUTE });
  await runToEnd(world);
  expect(world.journal.intents.map(({ intent }) => intent.strategy)).toEqual(["z", "a"]);
  const steps = world.journal.steps.filter(({ to }) => to === "SENT").map(({ intent }) => intent);
  expect(steps).toEqual(world.journal.intents.map(({ intent }) => intent.id));
  const once = makeWorld({
    ...{ strategies: halves(["z", "a"]), duration: 15 * MINUTE },
    settings: { risk: { maxTradesPerDay: 1 } },
  });
  await runToEnd(once);
  expect(once.journal.intents.map(({ intent }) => intent.strategy)).toEqual(["z"]);
});

test("each due strategy gets the names of its own schedules that fired", async () => {
  const told: string[] = [];
  const named = (name: string, schedule: Record<string, string>) =>
    defineStrategy({
      ...{ name, summary: "Tells.", params: z.object({}), schedule },
      decide({ due, hold }) {
        told.push(`${name} ${due.join("+")}`);
        return hold({ reason: "told" });
      },
    });
  const strategies = [
    { definition: named("a", { slow: "*/10 * * * *", fast: "*/5 * * * *" }), allocation: 0.5 },
    { definition: named("b", { only: "*/10 * * * *" }), allocation: 0.5 },
  ];
  await runToEnd(makeWorld({ strategies, duration: 12 * MINUTE }));
  expect(told).toEqual(["a fast", "a slow+fast", "b only"]);
});

test.each([
  ["at once", false, MINUTE],
  ["later", true, MINUTE],
  ["later, and are not sampled", true, Infinity],
])(
  "nothing is queued before it is written, and a failing journal ends the bot: prices that come %s",
  async (_when, later, sampleEvery) => {
    const world: TestWorld = makeWorld({
      strategies: halves(["z", "a"]),
      duration: HOUR,
      settings: { sampleEvery },
      venue: (venue) => ({
        ...venue,
        scope() {
          const scope = venue.scope();
          const price: typeof scope.price = async (...args) => {
            await sleep(world.clock, 10);
            return scope.price(...args);
          };
          return later ? { ...scope, price, close: () => scope.close() } : scope;
        },
      }),
    });
    const queued: number[] = [];
    const write = world.journal.tick.bind(world.journal);
    let ticks = 0;
    world.journal.tick = (tick) => {
      queued.push(...world.engine.status().strategies.map(({ open }) => open));
      if (++ticks === 2) throw new Error("disk full");
      write(tick);
    };
    const ended = world.engine.run();
    await pass(world, 30 * MINUTE);
    expect(await ended).toMatchObject({ code: "FAILED", reason: "disk full" });
    expect(queued).toEqual([0, 0, 0, 0]);
    expect(world.journal.intents).toHaveLength(2);
  },
);
