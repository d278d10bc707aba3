import { expect, test } from "vitest";
import type { Leaderboard } from "../../../src/model/competition.js";
import type { Portfolio } from "../../../src/model/portfolio.js";
import type { Venue } from "../../../src/model/venue.js";
import { deciding } from "../strategies.js";
import { HOUR, makeWorld, MINUTE, runToEnd, START, usualPrice, type TestWorld, type WorldOptions } from "../world.js";

const allIn = deciding("all-in", ({ target, book }) =>
  target({ weights: { "WETH.eth": book.reach("WETH.eth") }, reason: "all in" }),
);

/** WETH halves after three hours. */
const crash: WorldOptions["prices"] = (token, at) =>
  token === "WETH.eth" && at > START + 3 * HOUR ? 1_250 : usualPrice(token);

/** A bot with a drawdown stop at 10 %, on a venue that shows the first portfolio of the competition for ever. */
function onOldest(leaderboard: (venue: Venue) => Partial<Venue>, more: WorldOptions = {}): TestWorld {
  return makeWorld({
    strategies: [allIn],
    duration: 8 * HOUR,
    settings: { risk: { drawdownStop: { share: 0.1 } } },
    prices: crash,
    venue: (venue) => {
      let oldest: Portfolio | null = null;
      const portfolio: Venue["portfolio"] = async () => (oldest ??= await venue.portfolio());
      return { ...venue, portfolio, ...leaderboard(venue) };
    },
    ...more,
  });
}

const notes = ({ journal }: TestWorld, kind: string) => journal.notes.filter((note) => note.kind === kind);

test("the drawdown stop fires by the leaderboard if the portfolio is the oldest snapshot for ever", async () => {
  const world = onOldest(() => ({}));
  const result = await runToEnd(world);
  expect(result).toMatchObject({ code: "DRAWDOWN_STOP", exitCode: 4 });
  expect(result.endedAt).toBeGreaterThan(START + 3 * HOUR);
  expect(result.endedAt).toBeLessThan(START + 4 * HOUR);
  expect(notes(world, "portfolio-stale")).toMatchObject([
    { level: "warn", text: expect.stringContaining("has stood still since 2025-03-01T00:00:00.000Z") as string },
  ]);
  expect(notes(world, "drawdown-blind")).toEqual([]);
});

test("a portfolio that moves again is reported, and is then the source again", async () => {
  const world: TestWorld = onOldest((venue) => {
    let oldest: Portfolio | null = null;
    return {
      portfolio: async () => {
        if (world.clock.now() > START + HOUR) return venue.portfolio();
        return (oldest ??= await venue.portfolio());
      },
      leaderboard: () => {
        if (world.clock.now() > START + 90 * MINUTE) throw new Error("closed");
        return venue.leaderboard();
      },
    };
  });
  expect(await runToEnd(world)).toMatchObject({ code: "DRAWDOWN_STOP" });
  expect(notes(world, "portfolio-stale")).toHaveLength(1);
  expect(notes(world, "portfolio-moves")).toHaveLength(1);
});

test.each<[string, (venue: Venue) => Venue["leaderboard"], string]>([
  [
    "is closed",
    () => () => Promise.reject(new Error("restricted to administrators")),
    "the leaderboard cannot be read: restricted to administrators",
  ],
  [
    "stands still too",
    (venue) => {
      let oldest: Leaderboard | null = null;
      return async () => (oldest ??= await venue.leaderboard());
    },
    "the leaderboard says $15000.00",
  ],
  [
    "does not have the team",
    (venue) => async () => ({ ...(await venue.leaderboard()), standings: [] }),
    "the leaderboard does not have this team",
  ],
])(
  "the drawdown stop warns that it cannot fire if the portfolio stands still and the leaderboard %s",
  async (_, leaderboard, why) => {
    const world = onOldest((venue) => ({ leaderboard: leaderboard(venue) }));
    expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER" });
    const warnings = notes(world, "drawdown-blind");
    expect(warnings[0]).toMatchObject({ level: "warn", text: expect.stringContaining(why) as string });
    expect(warnings.at(-1)?.text).toContain("the portfolio has stood still since 2025-03-01T00:00:00.000Z, and");
    // Ever more rarely.
    expect(warnings.length).toBeLessThan(8);
  },
);

test("a token that drops out of the leaderboard's value for a while is no drawdown", async () => {
  const world: TestWorld = onOldest(
    (venue) => ({
      leaderboard: async () => {
        const board = await venue.leaderboard();
        const out = world.clock.now() > START + 3 * HOUR && world.clock.now() < START + 4 * HOUR;
        const standings = board.standings.map((row) => ({ ...row, portfolioValue: out ? 10_000 : row.portfolioValue }));
        return { ...board, standings };
      },
    }),
    { prices: usualPrice },
  );
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
});

test("a price that the service loses for everybody, in its leaderboard too, is no drawdown", async () => {
  const world = onOldest(() => ({}), {
    prices: (token, at) =>
      token === "WETH.eth" && at > START + 3 * HOUR && at < START + 4 * HOUR ? null : usualPrice(token),
  });
  expect(await runToEnd(world)).toMatchObject({ code: "COMPETITION_OVER", exitCode: 0 });
});
