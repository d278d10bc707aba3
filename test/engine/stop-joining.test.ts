import { expect, test } from "vitest";
import type { Venue } from "../../src/model/venue.js";
import { buyer } from "./strategies.js";
import { makeWorld, MINUTE, pass, SETTINGS, type TestWorld } from "./world.js";

/** A bot that died over a trade (at 0:10) whose answer was lost, and that was never made. */
async function deadOverATrade(): Promise<TestWorld> {
  const world = makeWorld({ strategies: [buyer()] });
  const { clock } = world;
  let dead = false;
  const mortal = new Proxy(world.venue, {
    get: (venue, member: keyof Venue) => (dead || member === "execute" ? () => new Promise(() => {}) : venue[member]),
  });
  const at = (when: number, run: () => void) => clock.at(when, () => !dead && run());
  void world.bot({ venue: mortal, clock: { now: () => clock.now(), at } }).run();
  await pass(world, 10 * MINUTE + 5_000);
  dead = true;
  return world;
}

test("a stop while an earlier run's trade is looked for leaves it to the next start, and says so", async () => {
  const world = await deadOverATrade();
  const states = (): string[] => world.journal.intents.map(({ state }) => state);
  expect(states()).toEqual(["SENT"]);
  const engine = world.bot();
  const ended = engine.run();
  await pass(world, 20_000);
  expect(engine.status().phase).toBe("connecting");
  engine.stop("Ctrl-C");
  await pass(world, 1_000);
  const result = await ended;
  expect(result).toMatchObject({ code: "STOPPED", exitCode: 0, unknown: [world.journal.intents[0]?.intent.id] });
  expect(world.journal.notes.map(({ kind }) => kind)).toContain("unsettled");
  await pass(world, 10 * MINUTE);
  expect(states()).toEqual(["UNKNOWN"]);
});

test("a person may say what became of it while it is looked for, and the bot joins", async () => {
  const world = await deadOverATrade();
  const engine = world.bot({ venue: { ...world.venue, trades: () => Promise.reject(new Error("503")) } });
  void engine.run();
  await pass(world, 5 * MINUTE);
  expect(engine.status().phase).toBe("connecting");
  const id = world.journal.intents[0]?.intent.id ?? "";
  await engine.resolve(id, { kind: "not-executed", reason: "the service's people say so" });
  await pass(world, 20_000);
  expect(engine.status().phase).toBe("trading");
  expect(world.journal.intents[0]?.state).toBe("NOT_EXECUTED");
});

test("a stop is obeyed at once where the bot had waited for the competition that it joins", async () => {
  const world = await deadOverATrade();
  const { venue } = world;
  const begins = world.clock.now() + MINUTE;
  const none = { active: false, competition: null, participating: null, message: null };
  const status: Venue["status"] = (options) => (world.clock.now() < begins ? none : venue.status(options));
  const trades: Venue["trades"] = () => Promise.reject(new Error("503"));
  const engine = world.bot({ settings: { ...SETTINGS, wait: true }, venue: { ...venue, status, trades } });
  const ended = engine.run();
  await pass(world, 10 * MINUTE);
  expect(engine.status().phase).toBe("waiting");
  engine.stop("Ctrl-C");
  await pass(world, 1_000);
  const result = await Promise.race([ended, Promise.resolve(null)]);
  expect(result).toMatchObject({ code: "STOPPED", unknown: [world.journal.intents[0]?.intent.id] });
});
