import { expect, test } from "vitest";
import { sleep } from "../../src/core/time/clock.js";
import { ContenderError } from "../../src/core/errors.js";
import type { CompetitionStatus } from "../../src/model/competition.js";
import type { Venue } from "../../src/model/venue.js";
import { buyer, deciding, idler } from "./strategies.js";
import { DAY, HOUR, makeWorld, MINUTE, pass, runToEnd, START, type TestWorld } from "./world.js";

class Refused extends ContenderError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** A venue whose status is answered by a function from some moment on. */
const statusFrom =
  (at: () => boolean, answer: () => CompetitionStatus | Promise<CompetitionStatus>) =>
  (venue: Venue): Venue => ({ ...venue, status: (options) => (at() ? answer() : venue.status(options)) });

const refuse = (code: string, message = code): never => {
  throw new Refused(code, message);
};

test("a competition that has not begun ends the bot with exit code 2, and names the next one", async () => {
  const result = await runToEnd(makeWorld({ strategies: [buyer()], startIn: HOUR }));
  expect(result).toMatchObject({
    code: "NOT_BEGUN",
    exitCode: 2,
    reason: "No competition is active; to come: Spring",
    competition: null,
  });
  expect(result.remedy).not.toBe("");
});

test("a bot that waits samples prices until the competition begins, and trades then", async () => {
  const priced = new Set<number>();
  const instants = new Map<number, number>();
  const world = makeWorld({
    strategies: [buyer()],
    startIn: HOUR,
    duration: HOUR,
    settings: { wait: true },
    ports: {
      onPrice(_token, { readAt }, askedAt) {
        priced.add(readAt);
        instants.set(readAt, askedAt);
      },
    },
  });
  const result = await runToEnd(world);
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
  expect([...priced].filter((at) => at < START + HOUR).length).toBeGreaterThan(55);
  // A sample is for its instant, before the competition and in it.
  for (const at of [START + 30 * MINUTE, START + HOUR + 10 * MINUTE]) expect(instants.get(at)).toBe(at);
  expect(Math.min(...world.exchange.trades(world.team.id).map(({ at }) => at))).toBe(START + HOUR + 10 * MINUTE);
  expect(
    world.lines.filter(({ message }) => message.includes("Waiting for a competition to begin: Spring")),
  ).toHaveLength(1);
});

test("a team that does not take part ends with exit code 3", async () => {
  const result = await runToEnd(makeWorld({ strategies: [buyer()], participating: false }));
  expect(result).toMatchObject({ code: "NOT_PARTICIPATING", exitCode: 3 });
});

test("a competition that is already over is done: exit code 0", async () => {
  const over: CompetitionStatus = {
    active: false,
    competition: {
      id: "c",
      name: "Winter",
      description: null,
      state: "completed",
      startAt: START - 2,
      endAt: START - 1,
    },
    participating: null,
    message: null,
  };
  const world = makeWorld({
    strategies: [buyer()],
    venue: statusFrom(
      () => true,
      () => over,
    ),
  });
  expect(await runToEnd(world)).toMatchObject({
    code: "COMPETITION_OVER",
    exitCode: 0,
    reason: "The competition Winter is over already",
  });
});

test("a bot that comes too late for the last competition ends, even if it may wait", async () => {
  const world = makeWorld({
    strategies: [buyer()],
    duration: HOUR,
    settings: { wait: true },
    ports: { lastEnd: START + HOUR },
  });
  world.clock.runUntil(START + HOUR + MINUTE);
  expect(await runToEnd(world)).toMatchObject({
    code: "COMPETITION_OVER",
    exitCode: 0,
    reason: "The competition was over before the bot could join it",
  });
});

test.each([
  ["UNAUTHORIZED", "UNAUTHORIZED", 3],
  ["DEACTIVATED", "DISQUALIFIED", 4],
  ["NOT_PARTICIPATING", "NOT_PARTICIPATING", 3],
  ["COMPETITION_ENDED", "COMPETITION_OVER", 0],
  ["NETWORK", "UNREACHABLE", 3],
])("%s at the start ends it as %s, exit code %i", async (code, end, exitCode) => {
  const world = makeWorld({
    strategies: [buyer()],
    venue: (venue) => ({ ...venue, profile: () => refuse(code, "no") }),
  });
  expect(await runToEnd(world)).toMatchObject({ code: end, exitCode });
});

test("a disqualified bot stops at once, finishes what is in flight and ends with exit code 4", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  const ended = world.engine.run();
  await pass(world, 25 * MINUTE);
  world.exchange.deactivateTeam(world.team.id, "Too few trades");
  await pass(world, MINUTE);
  const result = await ended;
  expect(result).toMatchObject({
    code: "DISQUALIFIED",
    exitCode: 4,
    reason: expect.stringContaining("Too few trades") as string,
  });
  expect(result.standing).not.toBeNull();
  await pass(world, HOUR);
  expect(world.journal.trades).toHaveLength(2);
});

test("a refused trade makes it read the status at once", async () => {
  const world = makeWorld({ strategies: [buyer()], settings: { watchEvery: 6 * HOUR } });
  const ended = world.engine.run();
  await pass(world, 15 * MINUTE);
  world.exchange.deactivateTeam(world.team.id, "Bad manners");
  await pass(world, 10 * MINUTE);
  expect(await ended).toMatchObject({ code: "DISQUALIFIED", endedAt: START + 16 * MINUTE });
});

test("failures of the status never stop the bot", async () => {
  let calls = 0;
  const flaky = (venue: Venue): Venue => ({
    ...venue,
    status: (options) =>
      ++calls > 1 && calls % 2 === 0 ? Promise.reject(new Refused("SERVICE", "502")) : venue.status(options),
  });
  const world = makeWorld({ strategies: [buyer()], duration: HOUR, venue: flaky });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER" });
  expect(world.journal.trades.length).toBeGreaterThan(4);
});

test("a state that this version does not know counts as not active", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  const odd: CompetitionStatus = {
    active: false,
    competition: { ...world.competition, state: "other" },
    participating: true,
    message: null,
  };
  const engine = world.bot({
    venue: statusFrom(
      () => world.clock.now() > START + HOUR,
      () => odd,
    )(world.venue),
  });
  expect(await runToEnd(world, 2 * HOUR, engine)).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
});

test("another competition in place of ours ends ours", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  const other: CompetitionStatus = {
    active: true,
    competition: { ...world.competition, id: "other", name: "Summer" },
    participating: true,
    message: null,
  };
  const engine = world.bot({
    venue: statusFrom(
      () => world.clock.now() > START + HOUR,
      () => other,
    )(world.venue),
  });
  expect(await runToEnd(world, 2 * HOUR, engine)).toMatchObject({
    code: "COMPETITION_OVER",
    reason: "The competition is over: Summer has begun",
    remedy: "Start the bot again to join it.",
  });
});

test("a closed leaderboard leaves the rank unknown, and is no failure", async () => {
  const ranks: (number | null)[] = [];
  const closed = (venue: Venue): Venue => ({ ...venue, leaderboard: () => refuse("LEADERBOARD_RESTRICTED") });
  const world = makeWorld({ strategies: [buyer()], duration: HOUR, venue: closed });
  const result = await runToEnd(world);
  for (const { strategies } of world.journal.ticks)
    ranks.push((strategies[0]?.view as { competition: { rank: number | null } }).competition.rank);
  expect(new Set(ranks)).toEqual(new Set([null]));
  expect(result).toMatchObject({ code: "COMPETITION_OVER", standing: null });
});

test("balances that cannot be read at the start are tried again with the next reading of the status", async () => {
  let calls = 0;
  const world = makeWorld({
    strategies: [buyer()],
    duration: HOUR,
    venue: (venue) => ({
      ...venue,
      balances: (options) => (++calls === 1 ? refuse("SERVICE", "503") : venue.balances(options)),
    }),
  });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER" });
  expect(world.journal.trades.length).toBeGreaterThan(4);
  expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "join-failed" }));
});

test("a failed attempt to join writes nothing later: its late trade list makes no own trade a foreign one", async () => {
  let [reads, lists] = [0, 0];
  const world: TestWorld = makeWorld({
    strategies: [buyer()],
    duration: HOUR,
    venue: (venue) => ({
      ...venue,
      balances: (options) => (++reads === 1 ? refuse("SERVICE", "503") : venue.balances(options)),
      trades: async (options) => {
        if (++lists === 1) await sleep(world.clock, 20 * MINUTE);
        return await venue.trades(options);
      },
    }),
  });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER" });
  expect(world.journal.notes.filter(({ kind }) => kind === "foreign-trades")).toEqual([]);
});

test("a stop finishes what is in flight, compares books and balances, and ends with exit code 0", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  const ended = world.engine.run();
  await pass(world, 15 * MINUTE);
  world.engine.stop("Ctrl-C");
  expect(world.engine.status().phase).toBe("stopping");
  await pass(world, MINUTE);
  expect(await ended).toMatchObject({ code: "STOPPED", exitCode: 0, reason: "Ctrl-C" });
  await pass(world, HOUR);
  expect(world.journal.trades).toHaveLength(1);
  expect(world.engine.status().phase).toBe("ended");
});

test("a second stop does not wait for a trade without an answer", async () => {
  const world = makeWorld({
    strategies: [buyer()],
    settings: {
      execution: { ...(await import("../../src/execution/index.js")).DEFAULT_EXECUTION, deadlineMs: 100 * HOUR },
    },
    venue: (venue) => ({ ...venue, execute: () => new Promise(() => {}) }),
  });
  let over = false;
  const ended = world.engine.run().finally(() => (over = true));
  await pass(world, 11 * MINUTE);
  world.engine.stop("Ctrl-C");
  await pass(world, MINUTE);
  expect(over).toBe(false);
  world.engine.stop("Ctrl-C");
  expect(await ended).toMatchObject({ code: "STOPPED" });
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["SENT"]);
});

test("trades that cannot be settled in time are left to the next start, and named", async () => {
  let sent = false;
  const world = makeWorld({
    strategies: [buyer()],
    settings: { finishWithin: MINUTE },
    venue: (venue) => ({
      ...venue,
      execute: () => {
        sent = true;
        return new Promise(() => {});
      },
      trades: (options) => (sent ? refuse("SERVICE", "500") : venue.trades(options)),
    }),
  });
  const ended = world.engine.run();
  await pass(world, 11 * MINUTE);
  world.engine.stop("Ctrl-C");
  await pass(world, 10 * MINUTE);
  await ended;
  expect(world.journal.notes).toContainEqual(expect.objectContaining({ kind: "unsettled" }));
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["UNKNOWN"]);
});

test("a key that is refused while a trade is unknown ends the bot at once, and leaves the trade to the next start", async () => {
  let reset = false;
  const asked: string[] = [];
  const closed = <T>(what: string, answer: () => T): T => {
    if (reset) asked.push(what);
    return reset ? refuse("UNAUTHORIZED", "not accepted") : answer();
  };
  const world = makeWorld({
    strategies: [buyer()],
    ports: { keySource: "the file /bot/key" },
    venue: (venue) => ({
      ...venue,
      execute: async (request, options) => {
        await venue.execute(request, options);
        reset = true;
        return { kind: "unknown", error: new Error("lost") };
      },
      status: (options) => closed("status", () => venue.status(options)),
      trades: (options) => closed("trades", () => venue.trades(options)),
      balances: (options) => closed("balances", () => venue.balances(options)),
      leaderboard: (id, options) => closed("leaderboard", () => venue.leaderboard(id, options)),
    }),
  });
  const ended = world.engine.run();
  await pass(world, 11 * MINUTE);
  const { code, exitCode, remedy, unknown, endedAt } = await ended;
  expect([code, exitCode, unknown.length]).toEqual(["UNAUTHORIZED", 3, 1]);
  expect(endedAt).toBeLessThanOrEqual(START + 11 * MINUTE);
  expect(remedy).toMatch(/worked until now: it was probably reset.*comes from the file \/bot\/key.*start again/);
  expect(world.lines).toContainEqual({ level: "error", message: "Stopping: not accepted" });
  expect(world.lines).toContainEqual({ level: "warn", message: expect.stringContaining("left to the next start") });
  expect(asked).not.toContain("leaderboard");
  const before = asked.length;
  await pass(world, 10 * MINUTE);
  expect(asked.length).toBe(before);
});

test.each([1, 2])("unsettled conflicts make the exit code 4, and name the command for each: %i", async (count) => {
  const other = deciding(
    "other",
    ({ swap }) => swap({ from: "USDC.svm", to: "SOL.svm", size: { usd: 50 }, reason: "too" }),
    "0 1 * * *",
  );
  const world = makeWorld({
    strategies: [buyer("buyer", "0 1 * * *"), { ...other, needs: () => ({ prices: ["SOL.svm", "USDC.svm"] }) }]
      .slice(0, count)
      .map((definition) => ({ definition, allocation: 0.5 })),
    duration: 4 * HOUR,
    venue: (venue) => ({
      ...venue,
      // The trade is made, but neither its answer nor the list ever says so.
      execute: async (request, options) => {
        await venue.execute(request, options);
        return { kind: "unknown", error: new Refused("SERVICE", "502") };
      },
      trades: () => [],
    }),
  });
  const result = await runToEnd(world);
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 4 });
  expect(result.conflicts).toHaveLength(count);
  const [first = ""] = result.conflicts;
  const each = count === 1 ? "" : `, for each of ${result.conflicts.join(", ")}`;
  expect(result.remedy).toContain(
    `then${each}: \`contender resolve ${first} --as filled --reason …\` (or \`--as not-executed\`)`,
  );
});

test("an unreadable final standing is replaced by the last one known, with its age", async () => {
  const world = makeWorld({ strategies: [idler()], duration: 2 * HOUR });
  const engine = world.bot({
    venue: {
      ...world.venue,
      leaderboard: (id, options) =>
        world.clock.now() > START + HOUR ? refuse("SERVICE", "500") : world.venue.leaderboard(id, options),
    },
  });
  const result = await runToEnd(world, DAY, engine);
  expect(result.standing).toMatchObject({ readAt: START + HOUR, atEnd: false });
  expect(world.lines).toContainEqual({ level: "warn", message: "The standing was read 1h before the end" });
});

test("--once is one tick of every strategy, its trades, and the end", async () => {
  const world = makeWorld({
    strategies: [buyer("a"), buyer("b")].map((definition) => ({ definition, allocation: 0.5 })),
    settings: { once: true },
  });
  const result = await runToEnd(world, MINUTE);
  expect(result).toMatchObject({ code: "ONCE", exitCode: 0 });
  expect(world.journal.trades).toHaveLength(2);
  expect(world.journal.ticks).toHaveLength(1);
});

test("a strategy that could never buy its token is refused before the first decision", async () => {
  const { defineStrategy } = await import("../../src/strategy/define.js");
  const { token } = await import("../../src/strategy/bind/token-param.js");
  const { z } = await import("zod");
  const stuck = defineStrategy({
    name: "stuck",
    summary: "Wants what it cannot have.",
    params: z.object({ token: token("WETH.polygon") }),
    schedule: "* * * * *",
    decide: ({ hold }) => hold({ reason: "nothing" }),
  });
  const world = makeWorld({ strategies: [stuck] });
  expect(await runToEnd(world)).toMatchObject({
    code: "CONFIG",
    exitCode: 2,
    reason: expect.stringContaining("WETH.polygon can never be bought") as string,
  });
  expect(world.journal.ticks).toEqual([]);
});

test("a journal that cannot be written ends it with exit code 1, and nothing more is sent", async () => {
  const world = makeWorld({ strategies: [buyer()] });
  const ended = world.engine.run();
  await pass(world, 15 * MINUTE);
  world.journal.close();
  await pass(world, HOUR);
  expect(await ended).toMatchObject({ code: "FAILED", exitCode: 1 });
  expect(world.exchange.trades(world.team.id)).toHaveLength(1);
});
