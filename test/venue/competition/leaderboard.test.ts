import { describe, expect, it } from "vitest";
import { makeCompetition, makeExchange, now, order, refusal, START } from "../fixture.js";

const TEAMS = ["delta", "alpha", "charlie", "bravo"];
const names = (standings: readonly { teamName: string }[]): string[] => standings.map(({ teamName }) => teamName);

describe("the leaderboard", () => {
  it("ranks equal values by name, from 1", () => {
    const { exchange, team } = makeCompetition({}, TEAMS);
    const { standings } = exchange.leaderboard(team);
    expect(names(standings)).toEqual(["alpha", "bravo", "charlie", "delta"]);
    expect(standings.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
  });

  it("ranks by the value of the last snapshot, highest first", () => {
    const { exchange, registry, team, prices, clock } = makeCompetition({}, TEAMS);
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1000"));
    expect(names(exchange.leaderboard(team).standings).at(-1)).toBe("delta");
    prices.set("WETH.eth", 5000);
    expect(names(exchange.leaderboard(team).standings).at(-1)).toBe("delta");
    clock.runUntil(START + 120_000);
    expect(names(exchange.leaderboard(team).standings)[0]).toBe("delta");
  });

  it("lists removed teams without a rank and with the reason, and closes the gap", () => {
    const { exchange, ids, team } = makeCompetition({}, TEAMS);
    expect(exchange.leaderboard(team).inactive).toEqual([]);
    exchange.deactivateTeam(ids[1] as string, "fewer than 3 trades a day");
    const { standings, inactive } = exchange.leaderboard(team);
    expect(standings.map(({ rank, teamName }) => [rank, teamName])).toEqual([
      [1, "bravo"],
      [2, "charlie"],
      [3, "delta"],
    ]);
    expect(inactive).toEqual([
      {
        rank: null,
        teamId: ids[1],
        teamName: "alpha",
        portfolioValue: 15_000,
        active: false,
        deactivationReason: "fewer than 3 trades a day",
      },
    ]);
  });

  it("is the same object until something changes", () => {
    const { exchange, registry, team } = makeCompetition({}, TEAMS);
    const board = exchange.leaderboard(team);
    expect(exchange.leaderboard(team)).toBe(board);
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1000"));
    expect(exchange.leaderboard(team)).not.toBe(board);
  });

  it("gives the state of its competition, even without a team", () => {
    const { exchange } = makeExchange();
    const { id } = exchange.createCompetition({ name: "A" });
    const state = () => exchange.standings(id).competition.state;
    expect(state()).toBe("pending");
    now(exchange.start(id));
    expect(state()).toBe("active");
    now(exchange.end(id));
    expect(state()).toBe("completed");
  });

  it("is closed to teams that do not take part; the exchange's operator may read it", () => {
    const { exchange, competition } = makeCompetition();
    const stranger = exchange.addTeam({ name: "stranger" }).id;
    expect(refusal(() => exchange.leaderboard(stranger))?.code).toBe("NOT_PARTICIPATING");
    expect(refusal(() => exchange.leaderboard(stranger, competition))?.code).toBe("NOT_PARTICIPATING");
    expect(refusal(() => exchange.leaderboard(stranger, "nothing"))?.code).toBe("UNKNOWN_COMPETITION");
    expect(names(exchange.standings().standings)).toEqual(["alpha"]);
    now(exchange.end(competition));
    expect(names(exchange.standings(competition).standings)).toEqual(["alpha"]);
  });
});

describe("status", () => {
  it("says which team takes part in what", () => {
    const { exchange, team, competition } = makeCompetition();
    const stranger = exchange.addTeam({ name: "stranger" }).id;
    const active = { active: true, competition: { id: competition } };
    expect(exchange.status(team)).toMatchObject({ ...active, participating: true });
    expect(exchange.status(stranger)).toMatchObject({
      ...active,
      participating: false,
      message: "Your team is not participating in this competition",
    });
    now(exchange.end(competition));
    expect(exchange.status(team)).toEqual({
      active: false,
      competition: null,
      participating: false,
      message: "No active competition found",
    });
  });
});
