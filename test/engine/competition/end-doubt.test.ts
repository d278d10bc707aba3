import { expect, test } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import type { CompetitionStatus } from "../../../src/model/competition.js";
import { buyer, idler } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, START, type TestWorld } from "../world.js";

const NONE: CompetitionStatus = {
  active: false,
  competition: null,
  participating: null,
  message: "No active competition found",
};
const SECOND = 1_000;
const SETTINGS = { endDoubt: 5 * SECOND };

/** A bot that is told other things of the competition; null: the truth. */
function told(world: TestWorld, answer: (after: number) => CompetitionStatus | "fails" | null, quoteTakes = 0) {
  const asked: number[] = [];
  const engine = world.bot({
    venue: {
      ...world.venue,
      async quote(request, options) {
        await sleep(world.clock, quoteTakes);
        return await world.venue.quote(request, options);
      },
      status(options) {
        const after = world.clock.now() - START;
        asked.push(after / SECOND);
        const given = answer(after);
        if (given === "fails") throw new Error("502");
        return given ?? world.venue.status(options);
      },
    },
  });
  const notes = (): string[] =>
    world.journal.notes.filter(({ kind }) => kind.startsWith("end-")).map(({ level, kind }) => `${level} ${kind}`);
  return { engine, asked, notes };
}

test("one status without a competition does not end the bot, and is told", async () => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const { engine, asked, notes } = told(world, (after) => (after === MINUTE ? NONE : null));
  void engine.run();
  await pass(world, 2 * MINUTE);
  expect(engine.status().phase).toBe("trading");
  expect(asked).toEqual([0, 15, 30, 45, 60, 65, 75, 90, 105, 120]);
  expect(notes()).toEqual(["info end-in-doubt", "warn end-refuted"]);
});

test("three in a row, five seconds apart, end it", async () => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const { engine, notes } = told(world, (after) => (after >= MINUTE ? NONE : null));
  const result = await runToEnd(world, HOUR, engine);
  expect(result).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0, endedAt: START + MINUTE + 10 * SECOND });
  expect(notes()).toEqual(["info end-in-doubt"]);
  expect(world.journal.notes.find(({ kind }) => kind === "end-in-doubt")?.text).toContain("if 2 more readings say so");
});

test("two, and then a good one, do not, and the next time is counted anew", async () => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const wrong = (after: number): boolean => [60, 65, 75, 80].includes(after / SECOND);
  const { engine, notes } = told(world, (after) => (wrong(after) ? NONE : null));
  void engine.run();
  await pass(world, 5 * MINUTE);
  expect(engine.status().phase).toBe("trading");
  expect(notes()).toEqual(["info end-in-doubt", "warn end-refuted", "info end-in-doubt", "warn end-refuted"]);
});

test("readings that come too soon are not counted", async () => {
  const world = makeWorld({ strategies: [idler()], settings: { endDoubt: 10 * SECOND } });
  const { engine, asked } = told(world, (after) => (after < MINUTE ? null : NONE));
  const { endedAt } = await runToEnd(world, HOUR, engine);
  expect(asked.filter((at) => at >= 60)).toEqual([60, 70, 75, 80]);
  expect(endedAt).toBe(START + 80 * SECOND);
});

test("a reading that fails in between says nothing, and another one follows soon", async () => {
  const world = makeWorld({ strategies: [idler()], settings: { ...SETTINGS, watchEvery: MINUTE } });
  const { engine } = told(world, (after) => (after < MINUTE ? null : after === 65 * SECOND ? "fails" : NONE));
  expect(await runToEnd(world, HOUR, engine)).toMatchObject({ endedAt: START + 71 * SECOND });
});

test.each([
  ["the competition is named as ended", { state: "completed" as const, endAt: null }],
  ["its end has passed", { state: "other" as const, endAt: START + MINUTE }],
])("where %s it ends at once", async (_, change) => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const over = { ...NONE, competition: { ...world.competition, ...change } };
  const { engine } = told(world, (after) => (after >= MINUTE ? over : null));
  expect(await runToEnd(world, HOUR, engine)).toMatchObject({ code: "COMPETITION_OVER", endedAt: START + MINUTE });
});

test("an end that was known beforehand and has passed is believed at once", async () => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const active = { ...NONE, active: true, competition: { ...world.competition, state: "active" as const } };
  const known = { ...active, competition: { ...active.competition, endAt: START + MINUTE } };
  const { engine } = told(world, (after) => (after < MINUTE ? known : NONE));
  expect(await runToEnd(world, HOUR, engine)).toMatchObject({ code: "COMPETITION_OVER", endedAt: START + MINUTE });
});

test.each([
  ["what is decided then", 0, 48],
  ["what was quoted before", 8 * SECOND, 64],
])("nothing is sent while the end is in doubt: %s", async (_, quoteTakes, from) => {
  const world = makeWorld({
    strategies: [buyer("buyer", "* * * * *")],
    settings: { ...SETTINGS, watchEvery: 4 * SECOND },
  });
  const { engine } = told(
    world,
    (after) => {
      if (after === from * SECOND) return NONE;
      return after > from * SECOND && after < from * SECOND + 20 * SECOND ? "fails" : null;
    },
    quoteTakes,
  );
  void engine.run();
  await pass(world, 3.5 * MINUTE);
  expect(world.journal.intents.map(({ state }) => state)).toEqual(["FILLED", "FILLED", "FILLED"]);
  const refuted = world.journal.notes.find(({ kind }) => kind === "end-refuted");
  expect(refuted?.at).toBeGreaterThanOrEqual(START + (from + 20) * SECOND);
  expect(world.exchange.trades(world.team.id).at(-1)?.at).toBeGreaterThanOrEqual(refuted?.at ?? Infinity);
});

const OVER: CompetitionStatus = {
  ...NONE,
  competition: { id: "c", name: "Winter", description: null, state: "ended", startAt: null, endAt: null },
};

test.each([
  ["is active", NONE],
  ["is active, and names one that has ended", OVER],
])(
  "one status at the start by which no competition %s does not end the bot, whether once or for long",
  async (_, odd) => {
    for (const once of [false, true]) {
      const world = makeWorld({ strategies: [idler()], settings: { ...SETTINGS, once } });
      const { engine, asked, notes } = told(world, (after) => (after === 0 ? odd : null));
      if (once) expect(await runToEnd(world, HOUR, engine)).toMatchObject({ code: "ONCE" });
      else {
        void engine.run();
        await pass(world, MINUTE);
        expect(engine.status().phase).toBe("trading");
      }
      expect(asked.slice(0, 2)).toEqual([0, 5]);
      expect(notes()).toEqual(["info end-in-doubt"]);
    }
  },
);

test.each([
  ["NOT_BEGUN", 2, NONE],
  ["COMPETITION_OVER", 0, OVER],
])("three at the start, five seconds apart, end it: %s", async (code, exitCode, status) => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const { engine, asked } = told(world, () => status);
  const end = await runToEnd(world, HOUR, engine);
  expect(end).toMatchObject({ code, exitCode, endedAt: START + 10 * SECOND });
  expect(asked).toEqual([0, 5, 10]);
});

test("a start that waits for the competition waits at once, and a stop is not kept waiting by the doubt", async () => {
  const waiting = makeWorld({ settings: { ...SETTINGS, wait: true } });
  const { engine, notes } = told(waiting, () => NONE);
  void engine.run();
  await pass(waiting, 0);
  expect(engine.status().phase).toBe("waiting");
  expect(notes()).toEqual([]);

  const doubting = makeWorld({ settings: SETTINGS });
  const stopped = told(doubting, () => NONE);
  const ended = stopped.engine.run();
  await pass(doubting, SECOND);
  stopped.engine.stop("enough");
  expect(await ended).toMatchObject({ code: "STOPPED", endedAt: START + SECOND });
  await pass(doubting, MINUTE);
  expect(stopped.asked).toEqual([0]);
  expect(doubting.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("a status that cannot be read after a doubtful one at the start is an outage, not the end", async () => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const { engine } = told(world, (after) => (after === 0 ? NONE : "fails"));
  expect(await runToEnd(world, HOUR, engine)).toMatchObject({ code: "UNREACHABLE", exitCode: 3 });
});
