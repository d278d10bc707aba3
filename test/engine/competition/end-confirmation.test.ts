import { expect, test } from "vitest";
import { ContenderError } from "../../../src/core/errors.js";
import type { MaybePromise } from "../../../src/core/maybe.js";
import { sleep } from "../../../src/core/time/clock.js";
import type { EngineSettings } from "../../../src/engine/settings.js";
import type { CompetitionStatus } from "../../../src/model/competition.js";
import { buyer, idler } from "../strategies.js";
import { DAY, HOUR, makeWorld, MINUTE, pass, runToEnd, START, type TestWorld, type WorldOptions } from "../world.js";

const SECOND = 1_000;
const SETTINGS = { endDoubt: 10 * MINUTE };

class Refused extends ContenderError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const NONE: CompetitionStatus = {
  active: false,
  competition: null,
  participating: null,
  message: "No active competition found",
};

/** A status, or the error that every call with the key gets; null: the truth. */
type Told = CompetitionStatus | Error | null;

/** What one answer may say against going on. */
const ODD = {
  none: () => NONE,
  other: ({ competition }) => ({
    active: true,
    competition: { ...competition, id: "other", name: "Autumn", state: "active", startAt: null, endAt: null },
    participating: true,
    message: null,
  }),
  "not in it": ({ competition }) => ({
    active: true,
    competition: { ...competition, state: "active", startAt: null, endAt: null },
    participating: false,
    message: "Competition is active",
  }),
  "key refused": () => new Refused("UNAUTHORIZED", "The service does not accept the API key"),
  disqualified: () => new Refused("DEACTIVATED", "The team was disqualified: wash trading"),
  "all fail": () => new Refused("SERVICE_FAILED", "Internal Server Error"),
} satisfies Record<string, (world: TestWorld) => Told>;

type Odd = keyof typeof ODD;

/** A bot whose calls with the key are answered otherwise at some milliseconds after the start. */
function told(world: TestWorld, answer: (after: number) => Told, options: { healthy?: boolean; slow?: number } = {}) {
  const asked: number[] = [];
  const now = (): number => world.clock.now() - START;
  const keyed = async <T>(truth: () => MaybePromise<T>): Promise<T> => {
    const given = answer(now());
    if (given instanceof Error) throw given;
    return await truth();
  };
  const { venue } = world;
  const engine = world.bot({
    venue: {
      ...venue,
      async quote(request, asOf) {
        await sleep(world.clock, options.slow ?? 0);
        return await venue.quote(request, asOf);
      },
      async status() {
        asked.push(now() / SECOND);
        const given = answer(now());
        if (given instanceof Error) throw given;
        return given ?? venue.status();
      },
      upcoming: (asOf) => keyed(() => venue.upcoming(asOf)),
      leaderboard: (id, asOf) => keyed(() => venue.leaderboard(id, asOf)),
      async health() {
        if (options.healthy === false) throw new Refused("NETWORK", "nobody listens there");
        return { status: "ok" };
      },
    },
  });
  const notes = (): string[] =>
    world.journal.notes.filter(({ kind }) => kind.startsWith("end-")).map(({ level, kind }) => `${level} ${kind}`);
  return { engine, asked, notes };
}

const world = (settings: Partial<EngineSettings> = {}, more: WorldOptions = {}) =>
  makeWorld({ strategies: [idler()], settings: { ...SETTINGS, ...settings }, ...more });

const ALL = Object.keys(ODD) as (keyof typeof ODD)[];

test.each(ALL)("one odd answer among good ones does not end the bot, and is noted: %s", async (odd) => {
  const it = world();
  const { engine, asked, notes } = told(it, (after) => (after === MINUTE ? ODD[odd](it) : null));
  void engine.run();
  await pass(it, 2 * MINUTE);
  expect(engine.status()).toMatchObject({ phase: "trading", doubt: null });
  expect(asked).toEqual([0, 15, 30, 45, 60, 65, 75, 90, 105, 120]);
  const level = odd === "none" || odd === "other" ? "info" : "warn";
  expect(notes()).toEqual([`${level} end-in-doubt`, "warn end-refuted"]);
});

test.each<[Odd, string, number, RegExp]>([
  ["none", "END_UNCONFIRMED", 3, /no competition is active by the status, for 10m without another answer/],
  ["other", "COMPETITION_OVER", 0, /Autumn has begun/],
  ["not in it", "NOT_PARTICIPATING", 3, /^The team is not in Spring, for 10m/],
  ["key refused", "UNAUTHORIZED", 3, /does not accept the API key, for 10m/],
  ["disqualified", "DISQUALIFIED", 4, /disqualified: wash trading/],
  ["all fail", "END_UNCONFIRMED", 3, /Every call with the API key fails while the service's health is well, for 10m/],
])(
  "an odd answer that lasts for ten minutes ends the bot, which sends no trade meanwhile: %s as %s, exit code %i",
  async (...row) => {
    const [odd, code, exitCode, reason] = row;
    const it = world({ wait: true }, { strategies: [buyer("buyer", "* * * * *")] });
    const { engine, asked, notes } = told(it, (after) => (after >= MINUTE ? ODD[odd](it) : null));
    const ended = runToEnd(it, HOUR, engine);
    const result = await ended;
    expect(result).toMatchObject({ code, exitCode, endedAt: START + 11 * MINUTE });
    expect(result.reason).toMatch(reason);
    expect(result.standing).toMatchObject({ readAt: expect.any(Number) as number, teams: 2 });
    expect(notes()).toHaveLength(1);
    expect(it.exchange.trades(it.team.id)).toEqual([]);
    expect(it.journal.intents.length).toBeGreaterThanOrEqual(10);
    expect(new Set(it.journal.intents.map(({ state }) => state))).toEqual(new Set(["DROPPED"]));
    const pauses = asked.filter((at) => at >= 60).map((at, i, all) => at - (all[i - 1] ?? at));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30);
  },
);

test("the pauses between readings are five seconds, then ten, then at most thirty", async () => {
  const it = world({ watchEvery: HOUR });
  const { engine, asked } = told(it, (after) => (after >= HOUR ? NONE : null));
  await runToEnd(it, 2 * HOUR, engine);
  const after = asked.filter((at) => at >= 3600).map((at) => at - 3600);
  expect(after.slice(0, 5)).toEqual([0, 5, 15, 35, 65]);
  expect(after.at(-1)).toBe(600);
});

test.each<[Odd, string, number]>([
  ["none", "COMPETITION_OVER", 0],
  ["other", "COMPETITION_OVER", 0],
  ["not in it", "COMPETITION_OVER", 0],
  ["key refused", "COMPETITION_OVER", 0],
  ["disqualified", "DISQUALIFIED", 4],
  ["all fail", "COMPETITION_OVER", 0],
])("after the known end an odd answer is believed at once: %s as %s, exit code %i", async (odd, code, exitCode) => {
  for (const source of ["service", "config", "span"]) {
    const endDate = source === "config" ? { endDate: START + MINUTE } : {};
    const it = world(endDate, { ports: source === "span" ? { lastEnd: START + MINUTE } : {} });
    const active = { ...NONE, active: true, competition: { ...it.competition, state: "active" as const } };
    const known = { ...active, competition: { ...active.competition, endAt: START + MINUTE } };
    const { engine, notes } = told(it, (after) =>
      after >= MINUTE ? ODD[odd](it) : source === "service" ? known : null,
    );
    expect(await runToEnd(it, HOUR, engine)).toMatchObject({ code, exitCode, endedAt: START + MINUTE });
    expect(notes()).toEqual([]);
  }
});

test.each([
  ["as active", { active: true, state: "active" as const }],
  ["as one to come", { active: false, state: "pending" as const }],
])("past our known end, a status that names the next competition %s ends the bot at once", async (_, next) => {
  const it = world({ endDate: START + MINUTE });
  const { engine, notes } = told(it, (after) => {
    if (after < MINUTE) return null;
    const competition = { ...it.competition, id: "next", name: "Autumn", state: next.state, endAt: START + DAY };
    return { ...NONE, active: next.active, competition };
  });
  const end = { code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE };
  expect(await runToEnd(it, HOUR, engine)).toMatchObject(end);
  expect(notes()).toEqual([]);
});

test.each([
  ["the status names ours as ended", { state: "completed" as const, endAt: null }],
  ["the status says that its end has passed", { state: "other" as const, endAt: START + MINUTE }],
])("if %s the bot ends at once with exit code 0", async (_, change) => {
  const it = world();
  const over = { ...NONE, competition: { ...it.competition, ...change } };
  const { engine } = told(it, (after) => (after >= MINUTE ? over : null));
  const end = { code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE };
  expect(await runToEnd(it, HOUR, engine)).toMatchObject(end);
});

test("a 403 that names the end of the competition ends the bot at once with exit code 0", async () => {
  const it = world();
  const ended = new Refused("COMPETITION_ENDED", "Competition Spring (c) ended");
  const { engine } = told(it, (after) => (after >= MINUTE ? ended : null));
  const end = { code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE };
  expect(await runToEnd(it, HOUR, engine)).toMatchObject(end);
});

test.each([[false], [true]])(
  "the bot ends at once if the leaderboard names our competition as ended (another one is active: %s)",
  async (another) => {
    const it = world();
    const { engine, notes } = told(it, (after) => (after >= MINUTE && another ? ODD.other(it) : null));
    const ended = engine.run();
    await pass(it, MINUTE - SECOND);
    await it.exchange.end(it.competition.id);
    await pass(it, SECOND);
    expect(await ended).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE });
    expect(notes()).toEqual([]);
  },
);

test("a status that names an earlier competition as ended does not end the bot", async () => {
  const it = world();
  const before = {
    ...NONE,
    competition: { ...it.competition, id: "before", state: "completed" as const, endAt: START - 1 },
  };
  const { engine } = told(it, (after) => (after === MINUTE ? before : null));
  void engine.run();
  await pass(it, 5 * MINUTE);
  expect(engine.status().phase).toBe("trading");
});

test("an outage in which health fails too never ends the bot, and is no doubt", async () => {
  const it = world();
  const { engine, notes } = told(it, (after) => (after >= MINUTE ? ODD["all fail"]() : null), { healthy: false });
  void engine.run();
  await pass(it, 5 * HOUR);
  expect(engine.status()).toMatchObject({ phase: "trading", doubt: null });
  expect(notes()).toEqual([]);
});

test.each(["DEADLINE", "RATE_LIMITED", "NETWORK"])(
  "%s for hours, while health answers, never ends the bot",
  async (code) => {
    const it = world();
    const { engine, notes } = told(it, (after) => (after >= MINUTE ? new Refused(code, "no") : null));
    void engine.run();
    await pass(it, 2 * HOUR);
    expect(engine.status().phase).toBe("trading");
    expect(notes()).toEqual([]);
  },
);

test("a status that alone fails, while other calls with the key work, never ends the bot", async () => {
  const it = world();
  const bot = it.bot({
    venue: {
      ...it.venue,
      health: () => ({ status: "ok" }),
      status: () => (it.clock.now() > START + MINUTE ? Promise.reject(ODD["all fail"]()) : it.venue.status()),
    },
  });
  void bot.run();
  await pass(it, 2 * HOUR);
  expect(bot.status()).toMatchObject({ phase: "trading", doubt: null });
});

test("an outage in between restarts the ten minutes of failing calls", async () => {
  const it = world();
  const away = (after: number): boolean => after >= 5 * MINUTE && after < 8 * MINUTE;
  const { engine } = told(it, (after) => {
    if (away(after)) return new Refused("NETWORK", "nobody listens there");
    return after >= MINUTE ? (after >= 8 * MINUTE ? ODD["key refused"]() : ODD["all fail"]()) : null;
  });
  const { endedAt, code } = await runToEnd(it, HOUR, engine);
  expect(code).toBe("UNAUTHORIZED");
  expect(endedAt).toBeGreaterThanOrEqual(START + 18 * MINUTE);
});

test("the last of several odd answers must be read three times before it decides how the bot ends", async () => {
  const it = world();
  const { engine } = told(it, (after) => (after < MINUTE ? null : after < 11 * MINUTE ? NONE : ODD["disqualified"]()));
  const { endedAt, code } = await runToEnd(it, HOUR, engine);
  expect(code).toBe("DISQUALIFIED");
  expect(endedAt).toBeGreaterThan(START + 11 * MINUTE);
});

test("status reports what is in doubt and since when", async () => {
  const it = world();
  const { engine } = told(it, (after) => (after >= MINUTE ? ODD["all fail"]() : null));
  void engine.run();
  await pass(it, 5 * MINUTE);
  const reason = expect.stringContaining("Every call with the API key fails") as string;
  expect(engine.status()).toMatchObject({ phase: "trading", doubt: { since: START + MINUTE, reason } });
});

test.each<["key refused" | "all fail"]>([["key refused"], ["all fail"]])(
  "a bot that waits for a competition waits through calls that fail for days, and joins: %s",
  async (odd) => {
    const it = world({ wait: true }, { startIn: 3 * DAY, duration: HOUR });
    const { engine } = told(it, (after) => (after > MINUTE && after < 3 * DAY - HOUR ? ODD[odd]() : null));
    const result = await runToEnd(it, 4 * DAY, engine);
    expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, competition: { name: "Spring" } });
  },
);

test("a key that is refused once while the bot joins is tried again", async () => {
  const it = world();
  let refused = 0;
  const engine = it.bot({
    venue: {
      ...it.venue,
      balances: (asOf) => (refused++ === 0 ? Promise.reject(ODD["key refused"]()) : it.venue.balances(asOf)),
    },
  });
  void engine.run();
  await pass(it, MINUTE);
  expect(engine.status().phase).toBe("trading");
});

test.each([
  ["what is decided then", 0, 48],
  ["what was quoted before", 8 * SECOND, 64],
])("trades wait while the end is in doubt, and are sent after it: %s", async (_, slow, from) => {
  const it = world({ watchEvery: 4 * SECOND }, { strategies: [buyer("buyer", "* * * * *")] });
  const answer = (after: number): Told => {
    if (after === from * SECOND) return NONE;
    return after > from * SECOND && after < from * SECOND + 20 * SECOND ? new Refused("NETWORK", "no") : null;
  };
  const { engine } = told(it, answer, { slow });
  void engine.run();
  await pass(it, 3.5 * MINUTE);
  expect(it.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "FILLED", "FILLED"]);
  const refuted = it.journal.notes.find(({ kind }) => kind === "end-refuted")?.at ?? Infinity;
  expect(refuted).toBeGreaterThanOrEqual(START + (from + 20) * SECOND);
  expect(it.exchange.trades(it.team.id).at(-1)?.at).toBeGreaterThanOrEqual(refuted);
});
