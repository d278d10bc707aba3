import { expect, test } from "vitest";
import { sleep, type Clock } from "../../src/core/time/clock.js";
import type { EngineSettings } from "../../src/engine/settings.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { buyer, deciding, idler } from "./strategies.js";
import { flush, HOUR, makeWorld, MINUTE, pass, START, usualPrice } from "./world.js";

const eager = deciding("eager", ({ swap }) =>
  ["first", "second", "third", "fourth"].map((reason) =>
    swap({ from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason }),
  ),
);

test("a stop sends nothing new, even if a reading without an answer delays the bot", async () => {
  let boards = 0;
  const world = makeWorld({
    strategies: [eager],
    duration: 2 * HOUR,
    settings: { leaderboardEvery: 10 * MINUTE },
    venue: (venue) => ({
      ...venue,
      leaderboard: (id, options) => (boards++ === 0 ? venue.leaderboard(id, options) : new Promise(() => {})),
      quote: async (request, options) => {
        await sleep(world.clock, 1_000);
        return venue.quote(request, options);
      },
    }),
  });
  const ended = world.engine.run();
  await pass(world, 10 * MINUTE + 1_500);
  const made = (): string[] => world.exchange.trades(world.team.id).map(({ reason }) => reason?.split(" ")[1] ?? "");
  expect(made()).toEqual(["first"]);
  world.engine.stop("SIGTERM");
  await flush();
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "DROPPED", "DROPPED", "DROPPED"]);
  await pass(world, 30 * MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect(made()).toEqual(["first"]);
});

test("a person's swap is answered even if the journal fails during the trade", async () => {
  const journal = new MemoryJournal();
  const step = journal.step.bind(journal);
  journal.step = (one) => {
    if (one.to === "FILLED") journal.close();
    step(one);
  };
  const world = makeWorld({ journal, strategies: [{ definition: idler(), allocation: 0.5 }], duration: HOUR });
  const ended = world.engine.run();
  await pass(world, MINUTE);
  const swap = { from: "USDC.eth", to: "WETH.eth", size: { usd: 20 }, reason: "by hand" };
  const answer = world.engine.swap(swap).then(
    () => "filled",
    (error: unknown) => String(error),
  );
  await pass(world, HOUR);
  expect(await ended).toMatchObject({ code: "FAILED", exitCode: 1, error: "JOURNAL_FAILED" });
  expect(await Promise.race([answer, flush().then(() => "still waiting")])).toContain("before it was known");
});

test("a stop fails with 1 if the journal fails meanwhile, and names the unknown trade", async () => {
  const world = makeWorld({
    strategies: [buyer()],
    venue: (venue) => ({
      ...venue,
      execute: async (request, options) => {
        await sleep(world.clock, 2_000);
        return venue.execute(request, options);
      },
    }),
  });
  const ended = world.engine.run();
  await pass(world, 10 * MINUTE + 1_000);
  const [trade] = world.journal.intents;
  expect(trade?.state).toBe("SENT");
  world.engine.stop("SIGTERM");
  world.journal.close();
  await pass(world, MINUTE);
  const result = await ended;
  expect(result).toMatchObject({ code: "FAILED", exitCode: 1, error: "JOURNAL_FAILED", unknown: [trade?.intent.id] });
  expect(result.reason).toMatch(/^SIGTERM; the end could not be written to the journal: /);
  expect(result.remedy).toContain(`contender resolve ${trade?.intent.id ?? ""}`);
});

test("a run that could not be begun in the journal is not reported a second time, as a failed end", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  world.journal.close();
  expect(await world.engine.run()).toMatchObject({ code: "FAILED", exitCode: 1, error: "JOURNAL_FAILED" });
  expect(world.lines.filter(({ message }) => message.includes("could not be written"))).toEqual([]);
});

test("a stop while the bot joins opens no books after the end was written", async () => {
  const world = makeWorld({
    strategies: [{ definition: idler(), allocation: 0.5 }],
    duration: HOUR,
    venue: (venue) => ({
      ...venue,
      balances: async (options) => {
        await sleep(world.clock, 2_000);
        return venue.balances(options);
      },
    }),
  });
  const ended = world.engine.run();
  await pass(world, 1_000);
  world.engine.stop("SIGTERM");
  expect(await ended).toMatchObject({ code: "STOPPED" });
  await pass(world, MINUTE);
  expect(world.journal.entries).toEqual([]);
  expect(world.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("a stop reads prices only if the settings say so: then the last equity point is by prices of the end", async () => {
  const risen = async (settings: Partial<EngineSettings>) => {
    const world = makeWorld({
      strategies: [{ definition: idler(), allocation: 0.5 }],
      settings,
      competition: { startBalances: { "WETH.eth": "2" } },
      prices: (token, at) => (token === "WETH.eth" && at > START + 10 * MINUTE ? 3_000 : usualPrice(token)),
      venue: (venue) => ({
        ...venue,
        price: (token, options) => {
          if (world.clock.now() > START + 10 * MINUTE) asked.push(token);
          return venue.price(token, options);
        },
      }),
    });
    const asked: string[] = [];
    const ended = world.engine.run();
    await pass(world, 10 * MINUTE + 30_000);
    world.engine.stop("SIGTERM");
    return { equity: (await ended).equity, last: world.journal.equityPoints.at(-1)?.total, asked };
  };
  expect(await risen({})).toEqual({ equity: 5_000, last: 5_000, asked: [] });
  expect(await risen({ pricesAtEnd: true })).toEqual({ equity: 6_000, last: 6_000, asked: ["WETH.eth"] });
});

test("a standing read at the end is not marked as old, however long a fast clock runs until the report", async () => {
  const world = makeWorld({
    strategies: [{ definition: idler(), allocation: 0.5 }],
    settings: { pricesAtEnd: true, readTimeout: 2 * MINUTE },
    competition: { startBalances: { "WETH.eth": "2" } },
    venue: (venue) => ({
      ...venue,
      price: async (token, options) => {
        if (world.clock.now() >= START + 10 * MINUTE) await sleep(world.clock, MINUTE);
        return venue.price(token, options);
      },
    }),
  });
  const ended = world.engine.run();
  await pass(world, 10 * MINUTE + 30_000);
  const stoppedAt = world.clock.now();
  world.engine.stop("SIGTERM");
  await pass(world, 10 * MINUTE);
  const { standing, endedAt } = await ended;
  expect(standing).toMatchObject({ readAt: stoppedAt, atEnd: true });
  expect(endedAt).toBeGreaterThan(stoppedAt + MINUTE / 2);
  expect(world.lines.filter(({ message }) => message.startsWith("The standing was read"))).toEqual([]);
});

test("a last reading that arrives after a second stop is neither noted nor reported: the end was written", async () => {
  const boards: (() => void)[] = [];
  const world = makeWorld({
    strategies: [{ definition: idler(), allocation: 0.5 }],
    duration: 2 * HOUR,
    venue: (venue) => ({
      ...venue,
      leaderboard: async (id, options) => {
        if (world.clock.now() > START + 10 * MINUTE) await new Promise<void>((resolve) => boards.push(resolve));
        return venue.leaderboard(id, options);
      },
    }),
  });
  const ended = world.engine.run();
  await pass(world, 10 * MINUTE + 30_000);
  world.engine.stop("Ctrl-C");
  await flush();
  world.engine.stop("Ctrl-C");
  expect(await ended).toMatchObject({ code: "STOPPED" });
  const { journal, lines } = world;
  const written = [journal.notes.length, journal.equityPoints.length, lines.length];
  expect(boards).toHaveLength(1);
  for (const board of boards) board();
  await pass(world, MINUTE);
  expect([journal.notes.length, journal.equityPoints.length, lines.length]).toEqual(written);
});

test("a bot that was stopped has no timer left", async () => {
  const endAt = START + 2 * HOUR;
  const world = makeWorld({
    strategies: [{ definition: idler(), allocation: 0.5 }],
    duration: 2 * HOUR,
    venue: (venue) => ({
      ...venue,
      async status(options) {
        const status = await venue.status(options);
        return { ...status, competition: status.competition && { ...status.competition, endAt } };
      },
    }),
  });
  const set = new Map<symbol, number>();
  const clock: Clock = {
    now: () => world.clock.now(),
    at(at, run) {
      const timer = Symbol();
      set.set(timer, at);
      const cancel = world.clock.at(at, () => {
        set.delete(timer);
        run();
      });
      return () => {
        set.delete(timer);
        cancel();
      };
    },
  };
  const engine = world.bot({ clock });
  const ended = engine.run();
  await pass(world, 10 * MINUTE);
  expect(set.size).toBeGreaterThan(0);
  engine.stop("SIGTERM");
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect([...set.values()]).toEqual([]);
});
