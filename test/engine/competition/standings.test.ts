import { expect, test } from "vitest";
import { Standings } from "../../../src/engine/competition/standings.js";
import type { Competition, Leaderboard, Standing } from "../../../src/model/competition.js";

const competition: Competition = {
  id: "c",
  name: "Spring",
  description: null,
  state: "active",
  startAt: 1,
  endAt: 100,
};
const team = { id: "us", name: "Us" };
const entry = (teamId: string, rank: number | null, portfolioValue: number): Standing => ({
  teamId,
  rank,
  portfolioValue,
  teamName: teamId,
  active: rank !== null,
  deactivationReason: null,
});
const board = (standings: readonly Standing[], inactive: readonly Standing[] = []): Leaderboard => ({
  competition,
  standings,
  inactive,
});

test("before a leaderboard is read, everything about our rank is unknown", () => {
  const standings = new Standings(competition, team);
  expect(standings.view(40)).toMatchObject({
    rank: null,
    teams: null,
    gapAhead: null,
    gapBehind: null,
    leaderValue: null,
    timeLeft: 60,
  });
  expect(standings.final(0)).toBeNull();
});

test("rank, gaps and the leader's value come from the leaderboard", () => {
  const standings = new Standings(competition, team);
  standings.take(board([entry("a", 1, 120), entry("us", 2, 100), entry("b", 3, 70)]), 5);
  expect(standings.view(40)).toMatchObject({
    rank: 2,
    teams: 3,
    gapAhead: 20,
    gapBehind: 30,
    leaderValue: 120,
    leaderboardReadAt: 5,
  });
});

test("the first team has none ahead, the last none behind, and a team that is not on the board has no gaps", () => {
  const standings = new Standings(competition, team);
  standings.take(board([entry("us", 1, 100)]), 5);
  expect(standings.view(40)).toMatchObject({ gapAhead: null, gapBehind: null });
  standings.take(board([entry("a", 1, 100)], [entry("us", null, 50)]), 6);
  expect(standings.view(40)).toMatchObject({ rank: null, gapAhead: null, gapBehind: null, teams: 1, leaderValue: 100 });
  expect(standings.final(0)).toMatchObject({ rank: null, value: 50, teams: 2 });
});

test("a change of rank is logged, no change is not", () => {
  const standings = new Standings(competition, team);
  const take = (rank: number): string | null =>
    standings.take(board([entry("a", 3 - rank, 1), entry("us", rank, 1)]), 1);
  expect([take(2), take(2), take(1), take(2)]).toEqual([
    "Rank 2 of 2",
    null,
    "Rank 1 of 2, up from 2",
    "Rank 2 of 2, down from 1",
  ]);
});

test("fields that a later status leaves out stay known", () => {
  const standings = new Standings(competition, team);
  standings.update({ ...competition, startAt: null, endAt: null, state: "ending" });
  expect(standings.view(40)).toMatchObject({ startAt: 1, endAt: 100, state: "ending" });
});
