import { describe, expect, test } from "vitest";
import { ContenderError } from "../../src/core/errors.js";
import type { Venue } from "../../src/model/venue.js";
import { killed, losing } from "./dying-bot.js";
import { buyer } from "./strategies.js";
import { DAY, flush, HOUR, makeWorld, MINUTE, pass, SETTINGS, type TestWorld } from "./world.js";

/** A bot that died over a trade (at 0:10) whose answer was lost, and that was made or never was. */
async function deadOverATrade(made = false, duration = DAY): Promise<TestWorld> {
  const world = makeWorld({ strategies: [buyer()], duration });
  await killed(
    world,
    10 * MINUTE + 5_000,
    losing(world.venue, () => true, made),
  );
  return world;
}

test("a stop while an earlier run's trade is looked for leaves it to the next start, and reports it", async () => {
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

test("a person may resolve a trade while it is looked for, and the bot joins", async () => {
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

test("a stop is obeyed at once if the bot had waited for the competition that it joins", async () => {
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

class Unreachable extends ContenderError {
  readonly code = "UNREACHABLE";
}

test("after a failed attempt to join a conflict is named, a person may settle it, and the end needs one", async () => {
  const world = await deadOverATrade(true);
  const { venue } = world;
  // Its trade is never listed; and what moved it is read, but not to join.
  const balances: Venue["balances"] = (options) =>
    options?.purpose === "trade" ? venue.balances(options) : Promise.reject(new Unreachable("503"));
  const run = () => {
    const engine = world.bot({
      settings: { ...SETTINGS, wait: true },
      venue: { ...venue, trades: () => [], balances },
    });
    return { engine, ended: engine.run() };
  };
  const id = world.journal.intents[0]?.intent.id ?? "";
  const first = run();
  await pass(world, 10 * MINUTE);
  expect(first.engine.status()).toMatchObject({ phase: "waiting", conflicts: [id] });
  first.engine.stop("Ctrl-C");
  await pass(world, 1_000);
  expect(await first.ended).toMatchObject({ code: "STOPPED", exitCode: 4, conflicts: [id] });
  const second = run();
  await pass(world, 10 * MINUTE);
  await second.engine.resolve(id, { kind: "not-executed", reason: "it never came" });
  expect(second.engine.status()).toMatchObject({ phase: "waiting", conflicts: [] });
});

test("a stop continues the look-up of the joined session's trade, and a person may settle it meanwhile", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  const { venue } = world;
  let sent = false;
  const execute: Venue["execute"] = () => {
    sent = true;
    return Promise.reject(new Unreachable("the line is dead"));
  };
  const trades: Venue["trades"] = (options) => (sent ? Promise.reject(new Unreachable("503")) : venue.trades(options));
  const engine = world.bot({ venue: { ...venue, execute, trades } });
  const ended = engine.run();
  await pass(world, 11 * MINUTE);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["UNKNOWN"]);
  engine.stop("Ctrl-C");
  await pass(world, 30_000);
  expect(engine.status().phase).toBe("stopping");
  await engine.resolve(world.journal.intents[0]?.intent.id ?? "", { kind: "not-executed", reason: "they say so" });
  await pass(world, 30_000);
  expect(await ended).toMatchObject({ code: "STOPPED", exitCode: 0, unknown: [] });
});

test("a person's verdict is refused once the bot has begun to join meanwhile: it is asked for again", async () => {
  const world = await deadOverATrade(true);
  const { venue } = world;
  let away = true;
  const lists: (() => void)[] = [];
  const engine = world.bot({
    settings: { ...SETTINGS, wait: true },
    venue: {
      ...venue,
      // Its trade is not in the lists but for the person's, which takes long.
      trades: async (options) => {
        if (options?.purpose === "trade" || away) return [];
        await new Promise<void>((resolve) => lists.push(resolve));
        return venue.trades(options);
      },
      balances: (options) =>
        away && options?.purpose !== "trade" ? Promise.reject(new Unreachable("503")) : venue.balances(options),
    },
  });
  void engine.run();
  await pass(world, 10 * MINUTE);
  const id = world.journal.intents[0]?.intent.id ?? "";
  expect(engine.status()).toMatchObject({ phase: "waiting", conflicts: [id] });
  away = false;
  const said = engine.resolve(id, { kind: "filled", reason: "I saw it" }).catch((error: unknown) => String(error));
  await pass(world, MINUTE);
  for (const list of lists) list();
  await pass(world, 0);
  expect(await said).toMatch(/was not settled: the bot has begun to join/);
  expect(engine.status()).toMatchObject({ phase: "trading", conflicts: [id] });
  const again = engine.resolve(id, { kind: "filled", reason: "I saw it" });
  await flush();
  for (const list of lists) list();
  await again;
  expect(world.journal.intents[0]?.state).toBe("FILLED");
  await pass(world, 20 * MINUTE);
  expect(engine.status()).toMatchObject({ phase: "trading", conflicts: [] });
});

test("a person's verdict is not written once the bot has ended, even if the list for it arrives then", async () => {
  const world = await deadOverATrade(true);
  const { venue } = world;
  const lists: (() => void)[] = [];
  const engine = world.bot({
    settings: { ...SETTINGS, wait: true },
    venue: {
      ...venue,
      trades: async (options) => {
        if (options?.purpose === "trade") return [];
        await new Promise<void>((resolve) => lists.push(resolve));
        return venue.trades(options);
      },
      balances: (options) =>
        options?.purpose === "trade" ? venue.balances(options) : Promise.reject(new Unreachable("503")),
    },
  });
  const result = engine.run();
  await pass(world, 10 * MINUTE);
  const [stored] = world.journal.intents;
  const id = stored?.intent.id ?? "";
  expect(engine.status()).toMatchObject({ phase: "waiting", conflicts: [id] });
  const said = engine.resolve(id, { kind: "filled", reason: "I saw it" }).catch((error: unknown) => String(error));
  engine.stop("enough");
  await pass(world, MINUTE);
  expect(await result).toMatchObject({ conflicts: [id] });
  for (const list of lists) list();
  await flush();
  expect(await said).toMatch(/was not settled: .* has ended, meanwhile/);
  expect(world.journal.intents[0]?.state).toBe("CONFLICT");
});

test("failed attempts to join, however many, leave no listener for the stop behind", async () => {
  const warnings: string[] = [];
  const onWarning = ({ name }: Error): void => void warnings.push(name);
  process.on("warning", onWarning);
  const world = makeWorld({
    strategies: [buyer()],
    settings: { wait: true },
    venue: (venue) => ({ ...venue, balances: () => Promise.reject(new Unreachable("503")) }),
  });
  void world.engine.run();
  await pass(world, 10 * MINUTE);
  process.off("warning", onWarning);
  expect(
    world.lines.filter(({ message }) => message.startsWith("Joining the competition failed")).length,
  ).toBeGreaterThan(20);
  expect(warnings).toEqual([]);
});

describe("while it joins, and an earlier run's trade is unresolved", () => {
  const MISLED = { active: false, competition: null, participating: null, message: null };

  test.each(["at once", "after it has waited for it"])(
    "the end of a competition that is joined %s is noticed",
    async (when) => {
      const world = await deadOverATrade(false, HOUR);
      const begins = when === "at once" ? 0 : world.clock.now() + MINUTE;
      const engine = world.bot({
        settings: { ...SETTINGS, wait: true },
        venue: {
          ...world.venue,
          status: (options) => (world.clock.now() < begins ? MISLED : world.venue.status(options)),
          trades: () => Promise.reject(new Error("503")),
        },
      });
      const ended = engine.run();
      await pass(world, 55 * MINUTE);
      const id = world.journal.intents[0]?.intent.id;
      expect(await Promise.race([ended, flush()])).toMatchObject({
        code: "COMPETITION_OVER",
        exitCode: 4,
        unknown: [id],
      });
    },
  );

  test("the end waits until the look-up had its time, so that a found trade makes it a good end", async () => {
    const world = await deadOverATrade(false, 11 * MINUTE);
    const engine = world.bot();
    const ended = engine.run();
    await pass(world, 5 * MINUTE);
    const result = await Promise.race([ended, flush()]);
    expect(result).toMatchObject({
      code: "COMPETITION_OVER",
      exitCode: 0,
      unknown: [],
      competition: { name: "Spring" },
    });
    expect(world.journal.intents[0]?.state).toBe("NOT_EXECUTED");
  });

  test("an unreadable status does not end it, and neither does a wrong one", async () => {
    const world = await deadOverATrade();
    const { venue } = world;
    let away = true;
    let asked = 0;
    const engine = world.bot({
      settings: { ...SETTINGS, endDoubt: 5_000 },
      venue: {
        ...venue,
        status: (options) => {
          asked++;
          if (asked === 2) return MISLED;
          return asked > 3 && asked < 10 ? Promise.reject(new Unreachable("503")) : venue.status(options);
        },
        trades: (options) => (away ? Promise.reject(new Unreachable("503")) : venue.trades(options)),
      },
    });
    void engine.run();
    await pass(world, 10 * MINUTE);
    expect([engine.status().phase, asked > 20]).toEqual(["connecting", true]);
    away = false;
    await pass(world, 5 * MINUTE);
    expect(engine.status().phase).toBe("trading");
    expect(world.journal.intents[0]?.state).toBe("NOT_EXECUTED");
  });
});
