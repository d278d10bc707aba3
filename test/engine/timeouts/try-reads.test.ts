import { expect, test } from "vitest";
import { buyer } from "../strategies.js";
import { DAY, HOUR, makeWorld, MINUTE, runToEnd, type WorldOptions } from "../world.js";

const said = (what: string) => (): never => {
  throw new Error(`no ${what} here`);
};

const trying = (options: WorldOptions): WorldOptions => ({
  strategies: [buyer()],
  duration: HOUR,
  ...options,
  settings: { tryReads: true, ...options.settings },
});

test("on joining every read is tried once, and each unusable one is noted with what that means", async () => {
  const world = makeWorld(
    trying({
      settings: { risk: { drawdownStop: { share: 0.5 } } },
      venue: (venue) => ({
        ...venue,
        portfolio: said("portfolio"),
        leaderboard: said("leaderboard"),
        upcoming: said("list"),
        tokenInfo: said("token"),
      }),
    }),
  );
  const result = await runToEnd(world, DAY);
  expect(result.code).toBe("COMPETITION_OVER");
  const notes = world.journal.notes.filter(({ kind }) => kind === "read-unusable");
  expect(new Set(notes.map(({ level }) => level))).toEqual(new Set(["warn"]));
  expect(notes.map(({ text }) => text)).toEqual([
    "The portfolio cannot be used: no portfolio here. The drawdown stop has no portfolio: it goes by the leaderboard alone.",
    "The leaderboard cannot be used: no leaderboard here. Rank and final standing stay unknown, and the drawdown stop has no leaderboard.",
    "The list of upcoming competitions cannot be used: no list here. What is to come stays unknown.",
    expect.stringMatching(/^The token information of \w+\.\w+ cannot be used: no token here\. /),
  ]);
});

test("nothing is noted if every answer can be used, or if one merely comes too late", async () => {
  const world = makeWorld(trying({}));
  await runToEnd(world, DAY);
  const late = makeWorld(
    trying({
      venue: (venue) => ({ ...venue, upcoming: () => new Promise(() => {}) }),
      settings: { readTimeout: MINUTE },
    }),
  );
  await runToEnd(late, DAY);
  for (const { journal } of [world, late])
    expect(journal.notes.filter(({ kind }) => kind === "read-unusable")).toEqual([]);
});
