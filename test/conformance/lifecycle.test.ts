import { describe, expect, test } from "vitest";
import { recogniseError } from "../../src/contract/index.js";
import { expectRefusal, HOUR, MINUTE, START, startService, USDC, WETH, type TestService } from "./service.js";

const swap = { fromToken: USDC, toToken: WETH, amount: "100" };
const STATUS = "/api/competition/status";

const firstId = ({ sandbox }: TestService): string => sandbox.exchange.competitions()[0]?.id ?? "";

describe("a competition on schedule", () => {
  const scheduled = (): Promise<TestService> =>
    startService({ competitions: [{ name: "Cup", description: "the first", startIn: 10 * MINUTE, duration: HOUR }] });

  test("waits as PENDING among the upcoming, without dates", async () => {
    const service = await scheduled();
    const { competitions } = await service.read("/api/competition/upcoming");
    expect(competitions).toEqual([
      {
        id: firstId(service),
        name: "Cup",
        description: "the first",
        status: "PENDING",
        allowCrossChainTrading: false,
        createdAt: "2025-01-01T00:00:00.000Z",
        updatedAt: "2025-01-01T00:00:00.000Z",
      },
    ]);
    expect(await service.read(STATUS)).toEqual({
      success: true,
      active: false,
      competition: null,
      participating: false,
      message: "No active competition found",
    });
    const board = await service.read(`/api/competition/leaderboard?competitionId=${firstId(service)}`);
    expect(board).toMatchObject({ competition: { status: "PENDING", startDate: null, endDate: null } });
  });

  test("becomes ACTIVE at its time, with a start and no end, and resets the balances", async () => {
    const service = await scheduled();
    service.clock.runUntil(START + 10 * MINUTE);
    expect(await service.read(STATUS)).toMatchObject({
      active: true,
      participating: true,
      competition: { status: "ACTIVE", startDate: "2025-01-01T00:10:00.000Z", endDate: null },
    });
    expect(await service.read("/api/competition/upcoming")).toMatchObject({ competitions: [] });
    expect((await service.execute(swap)).status).toBe(200);
  });

  test("ends by itself: COMPLETED, with an end, and nothing is closed for reading", async () => {
    const service = await scheduled();
    service.clock.runUntil(START + 10 * MINUTE);
    await service.execute(swap);
    service.clock.runUntil(START + 70 * MINUTE);
    expectRefusal(await service.execute(swap), 403, "No active competition");
    expect(await service.read(STATUS)).toMatchObject({ active: false, competition: null, participating: false });
    expect(await service.read("/api/account/trades")).toMatchObject({ trades: [{ fromAmount: 100 }] });
    expect(await service.read("/api/account/portfolio")).toMatchObject({ snapshotTime: "2025-01-01T01:10:00.000Z" });
    const board = await service.read(`/api/competition/leaderboard?competitionId=${firstId(service)}`);
    expect(board).toMatchObject({
      competition: { status: "COMPLETED", endDate: "2025-01-01T01:10:00.000Z" },
      leaderboard: [
        { rank: 1, teamName: "Team 2", portfolioValue: 15_000, active: true },
        { rank: 2, teamName: "Team 1", active: true },
      ],
      inactiveTeams: [],
      hasInactiveTeams: false,
    });
  });
});

test("if a deployment closes after the end, every request says so, and the client sees no disqualification", async () => {
  const service = await startService({
    closeAfterEnd: true,
    competitions: [{ name: "Cup", startIn: 0, duration: HOUR }],
  });
  expect((await service.call(STATUS)).status).toBe(200);
  service.clock.runUntil(START + HOUR);
  const ended = `Your team has been deactivated from the competition: Competition Cup (${firstId(service)}) ended`;
  for (const path of [
    STATUS,
    "/api/account/trades",
    `/api/competition/leaderboard?competitionId=${firstId(service)}`,
  ]) {
    const answered = await service.call(path);
    expectRefusal(answered, 403, ended);
    expect(recogniseError(403, answered.text)).toBe("COMPETITION_ENDED");
  }
  expectRefusal(await service.execute(swap), 403, ended);
});

describe("several competitions", () => {
  test("one is active at a time; due ones wait, and balances begin anew while trades stay", async () => {
    const service = await startService({
      competitions: [
        { name: "First", startIn: 0, duration: HOUR },
        { name: "Second", startIn: 0, duration: HOUR, settings: { allowCrossChain: true } },
        { name: "Third" },
        { name: "Fourth" },
      ],
    });
    service.clock.runUntil(START + 1);
    const names = async (): Promise<unknown[]> =>
      (
        (await service.read("/api/competition/upcoming"))["competitions"] as {
          name: string;
          allowCrossChainTrading: boolean;
        }[]
      ).map(({ name, allowCrossChainTrading }) => [name, allowCrossChainTrading]);
    expect(await names()).toEqual([
      ["Second", true],
      ["Third", false],
      ["Fourth", false],
    ]);
    await service.execute(swap);
    service.clock.runUntil(START + HOUR);
    expect(await service.read(STATUS)).toMatchObject({ competition: { name: "Second", status: "ACTIVE" } });
    expect(await names()).toEqual([
      ["Third", false],
      ["Fourth", false],
    ]);
    const { balances } = await service.read("/api/account/balances");
    expect(balances).toHaveLength(3);
    await service.execute(swap);
    const trades = (await service.read("/api/account/trades"))["trades"] as { competitionId: string }[];
    expect(trades.map(({ competitionId }) => competitionId)).toEqual([
      service.sandbox.exchange.competitions()[1]?.id,
      firstId(service),
    ]);
  });
});

describe("the leaderboard", () => {
  test("ranks by value, and lists a disqualified team apart, without a rank, with the reason", async () => {
    const service = await startService({ teams: 3 });
    await service.execute({ ...swap, amount: "2000" }, 0);
    await service.execute({ ...swap, amount: "1000" }, 2);
    service.sandbox.exchange.deactivateTeam(service.sandbox.teams[2]?.teamId ?? "", "too few trades");
    const board = await service.read("/api/competition/leaderboard", 1);
    expect(board).toMatchObject({
      leaderboard: [
        { rank: 1, teamName: "Team 2", portfolioValue: 15_000, active: true, deactivationReason: null },
        { rank: 2, teamName: "Team 1", active: true },
      ],
      inactiveTeams: [{ teamName: "Team 3", active: false, deactivationReason: "too few trades" }],
      hasInactiveTeams: true,
    });
    expect(board["leaderboard"]).toHaveLength(2);
    expect((board["inactiveTeams"] as object[])[0]).not.toHaveProperty("rank");
  });

  test("a team that a next competition takes in is active again", async () => {
    const service = await startService({ competitions: [{ startIn: 0, duration: HOUR }, { startIn: 2 * HOUR }] });
    service.sandbox.exchange.deactivateTeam(service.sandbox.teams[0]?.teamId ?? "", "too few trades");
    service.clock.runUntil(START + HOUR);
    expect((await service.call(STATUS)).status).toBe(403);
    service.clock.runUntil(START + 2 * HOUR);
    expect((await service.call(STATUS)).status).toBe(200);
  });

  test("house teams take part, and trade", async () => {
    const service = await startService({ houseTeams: true, teams: 1 });
    service.clock.runUntil(START + 6 * HOUR);
    const board = await service.read("/api/competition/leaderboard");
    const names = (board["leaderboard"] as { teamName: string }[]).map(({ teamName }) => teamName);
    expect(names.toSorted()).toEqual(["Team 1", "house-equal-weights", "house-hold-cash", "house-random"]);
    const house = service.sandbox.exchange.teams().find(({ name }) => name === "house-random");
    expect(service.sandbox.exchange.trades(house?.id ?? "").length).toBeGreaterThan(5);
  });
});

test("the portfolio is a lagging snapshot: taken at the start, every two minutes, and after each trade", async () => {
  const { read, clock, execute } = await startService();
  const time = async (): Promise<unknown> => (await read("/api/account/portfolio"))["snapshotTime"];
  expect(await read("/api/account/portfolio")).toMatchObject({ source: "snapshot", totalValue: 15_000 });
  clock.runUntil(START + 119_999);
  expect(await time()).toBe("2025-01-01T00:00:00.000Z");
  clock.runUntil(START + 150_000);
  expect(await time()).toBe("2025-01-01T00:02:00.000Z");
  await execute(swap);
  expect(await time()).toBe("2025-01-01T00:02:30.000Z");
});

test("before any snapshot the portfolio is computed for the answer, and says so", async () => {
  const { read } = await startService({ competitions: [] });
  const portfolio = await read("/api/account/portfolio");
  expect(portfolio).toMatchObject({ source: "live-calculation", totalValue: 15_000 });
  expect(portfolio).not.toHaveProperty("snapshotTime");
});
