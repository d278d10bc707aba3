import { expect, test } from "vitest";
import type { CompetitionStatus } from "../../../src/model/competition.js";
import { idler } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, pass, runToEnd, START, type TestWorld } from "../world.js";

const SECOND = 1_000;
const SETTINGS = { endDoubt: 10 * MINUTE };
const NONE: CompetitionStatus = {
  active: false,
  competition: null,
  participating: null,
  message: "No active competition found",
};
const OVER: CompetitionStatus = {
  ...NONE,
  competition: { id: "c", name: "Winter", description: null, state: "ended", startAt: null, endAt: null },
};

/** A bot whose status says something else at some milliseconds after the start; null: the truth. */
function told(world: TestWorld, answer: (after: number) => CompetitionStatus | "fails" | null) {
  const asked: number[] = [];
  const engine = world.bot({
    venue: {
      ...world.venue,
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

test.each([
  ["is active", NONE],
  ["is active, and names one that has ended", OVER],
])(
  "one status without a competition at the start, %s, does not end the bot, whether once or for long",
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
])("three such statuses at the start, five seconds apart, end it: %s", async (code, exitCode, status) => {
  const world = makeWorld({ strategies: [idler()], settings: SETTINGS });
  const { engine, asked } = told(world, () => status);
  const end = await runToEnd(world, HOUR, engine);
  expect(end).toMatchObject({ code, exitCode, endedAt: START + 10 * SECOND });
  expect(asked).toEqual([0, 5, 10]);
});

test("a start that waits for the competition waits at once, and a stop is not delayed by the doubt", async () => {
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
