import { describe, expect, it } from "vitest";
import type { Log } from "../../../src/core/log.js";
import {
  CompetitionStateError,
  TeamError,
  VenueSettingsError,
  type CompetitionPlan,
} from "../../../src/venue/index.js";
import { makeCompetition, makeExchange, now, order, refusal, START } from "../fixture.js";

describe("a competition", () => {
  it("is PENDING without dates, ACTIVE with a start, COMPLETED with both", () => {
    const { exchange, clock } = makeExchange();
    const { id } = exchange.createCompetition({ name: "Spring", description: "Three days" });
    expect(exchange.competition(id)).toMatchObject({ state: "pending", startAt: null, endAt: null, createdAt: START });
    clock.runUntil(START + 1000);
    now(exchange.start(id));
    expect(exchange.competition(id)).toMatchObject({ state: "active", startAt: START + 1000, endAt: null });
    clock.runUntil(START + 5000);
    now(exchange.end(id));
    expect(exchange.competition(id)).toMatchObject({
      state: "completed",
      startAt: START + 1000,
      endAt: START + 5000,
      updatedAt: START + 5000,
      description: "Three days",
    });
  });

  it("takes no other way", () => {
    const { exchange } = makeExchange();
    const { id } = exchange.createCompetition({ name: "Spring" });
    expect(() => exchange.end(id)).toThrow(CompetitionStateError);
    now(exchange.start(id));
    expect(() => exchange.start(id)).toThrow(CompetitionStateError);
    now(exchange.end(id));
    expect(() => exchange.start(id)).toThrow(CompetitionStateError);
    expect(() => exchange.end(id)).toThrow(CompetitionStateError);
    expect(exchange.competition(id).state).toBe("completed");
  });

  it("does not start while another one is active, and is unharmed by the attempt", () => {
    const { exchange, competition } = makeCompetition();
    const next = exchange.createCompetition({ name: "Summer" }).id;
    expect(() => exchange.start(next)).toThrow("Summer cannot start while Spring is active");
    expect(exchange.competition(next).state).toBe("pending");
    expect(exchange.active()?.id).toBe(competition);
    now(exchange.end(competition));
    now(exchange.start(next));
    expect(exchange.active()?.id).toBe(next);
  });

  it("has a team once that is named twice", () => {
    const { exchange } = makeCompetition();
    const late = exchange.addTeam({ name: "late" }).id;
    const next = exchange.createCompetition({ name: "Summer", teams: [late, late] }).id;
    expect(exchange.standings(next).standings).toHaveLength(1);
  });

  it("is listed as upcoming while it is PENDING, beside others", () => {
    const { exchange, competition } = makeCompetition();
    exchange.createCompetition({ name: "Summer", settings: { allowCrossChain: true } });
    exchange.createCompetition({ name: "Autumn" });
    expect(exchange.upcoming().map(({ name, settings }) => [name, settings.allowCrossChain])).toEqual([
      ["Summer", true],
      ["Autumn", false],
    ]);
    expect(exchange.competitions().map(({ id }) => id)).toContain(competition);
  });

  it.each<[string, CompetitionPlan, new (message: string) => Error]>([
    ["no name", { name: "" }, VenueSettingsError],
    ["a start that is no time", { name: "a", startAt: Number.NaN }, VenueSettingsError],
    ["a duration of 0", { name: "a", durationMs: 0 }, VenueSettingsError],
    ["an endless duration", { name: "a", durationMs: Infinity }, VenueSettingsError],
    ["a wrong setting", { name: "a", settings: { maxTradeShare: 2 } }, VenueSettingsError],
    ["an unknown team", { name: "a", teams: ["nobody"] }, TeamError],
  ])("is not announced with %s", (_what, plan, error) => {
    const { exchange } = makeExchange();
    expect(() => exchange.createCompetition(plan)).toThrow(error);
    expect(exchange.competitions()).toEqual([]);
  });

  it("that was not announced is refused by its id", () => {
    const { exchange } = makeExchange();
    expect(refusal(() => exchange.competition("nothing"))?.code).toBe("UNKNOWN_COMPETITION");
  });
});

describe("the start", () => {
  it("resets the balances of its teams, and of no others", () => {
    const { exchange, registry, team, competition } = makeCompetition();
    const other = exchange.addTeam({ name: "other" }).id;
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "100"));
    now(exchange.end(competition));
    const held = exchange.balances(team);
    const settings = { startBalances: { "SOL.svm": "7" } };
    now(exchange.start(exchange.createCompetition({ name: "B", teams: [other], settings }).id));
    expect(exchange.balances(other).map(({ token, sent }) => [token, sent])).toEqual([["SOL.svm", 7]]);
    expect(exchange.balances(team)).toBe(held);
  });

  it("makes its teams active again, also one that was disqualified before", () => {
    const { exchange, team, competition } = makeCompetition();
    exchange.deactivateTeam(team, "cheated");
    now(exchange.end(competition));
    expect(exchange.team(team).deactivation).toMatchObject({ cause: "disqualified", reason: "cheated" });
    now(exchange.start(exchange.createCompetition({ name: "B", teams: [team] }).id));
    expect(exchange.team(team).deactivation).toBeNull();
    expect(refusal(() => exchange.checkAccess(team))).toBeNull();
    expect(exchange.standings().standings).toHaveLength(1);
  });
});

describe("the end", () => {
  it("deactivates every team with the competition's name and id, and closes nothing for reading", () => {
    const { exchange, registry, team, competition } = makeCompetition({}, ["alpha", "beta"]);
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "100"));
    now(exchange.end(competition));
    expect(exchange.teams().map(({ deactivation }) => deactivation)).toEqual(
      [1, 2].map(() => ({ cause: "ended", reason: `Competition Spring (${competition}) ended` })),
    );
    expect(refusal(() => exchange.checkAccess(team))).toBeNull();
    expect(exchange.trades(team)).toHaveLength(1);
    expect(now(exchange.portfolio(team)).source).toBe("snapshot");
    expect(exchange.status(team)).toMatchObject({ active: false, competition: null, participating: false });
    expect(refusal(() => exchange.execute(team, {}))?.code).toBe("NO_COMPETITION");
    expect(refusal(() => exchange.rules(team))?.code).toBe("NO_COMPETITION");
    expect(refusal(() => exchange.leaderboard(team))?.code).toBe("NO_COMPETITION");
  });

  it("keeps the leaderboard by id as the teams stood, also through the next competition", () => {
    const { exchange, registry, ids, competition } = makeCompetition({}, ["alpha", "beta", "gamma"]);
    void exchange.execute(ids[0] as string, order(registry, "USDC.eth", "WETH.eth", "1000"));
    exchange.deactivateTeam(ids[2] as string, "cheated");
    now(exchange.end(competition));
    const { standings, inactive } = exchange.leaderboard(ids[0] as string, competition);
    expect(standings.map(({ rank, teamName, active }) => [rank, teamName, active])).toEqual([
      [1, "beta", true],
      [2, "alpha", true],
    ]);
    expect(inactive).toMatchObject([{ rank: null, teamName: "gamma", active: false, deactivationReason: "cheated" }]);
    const next = exchange.createCompetition({ name: "B", teams: ids }).id;
    now(exchange.start(next));
    expect(exchange.leaderboard(ids[0] as string, competition).standings).toEqual(standings);
  });

  it("refuses a trade whose price arrives after it", async () => {
    const { exchange, registry, clock } = makeExchange({
      prices: { price: (token) => Promise.resolve({ token, usd: 1, readAt: 0 }) },
    });
    const team = exchange.addTeam({ name: "alpha" }).id;
    const { id } = exchange.createCompetition({ name: "Spring", teams: [team] });
    await exchange.start(id);
    const trade = exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1"));
    const ended = exchange.end(id);
    await expect(trade).rejects.toMatchObject({ code: "NO_COMPETITION" });
    await ended;
    expect(exchange.trades(team)).toEqual([]);
    expect(exchange.competition(id).endAt).toBe(clock.now());
  });

  it("refuses a trade whose price arrives in the next competition", async () => {
    const { exchange, registry } = makeExchange({
      prices: { price: (token) => Promise.resolve({ token, usd: 1, readAt: 0 }) },
    });
    const team = exchange.addTeam({ name: "alpha" }).id;
    const [first, second] = ["A", "B"].map((name) => exchange.createCompetition({ name, teams: [team] }).id);
    await exchange.start(first as string);
    const trade = exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1"));
    void exchange.end(first as string);
    void exchange.start(second as string);
    await expect(trade).rejects.toMatchObject({ code: "NO_COMPETITION" });
    expect(exchange.balances(team)).toHaveLength(3);
  });

  it("does not let a late snapshot of it touch the next competition, nor the other way round", async () => {
    const waiting: (() => void)[] = [];
    const { exchange } = makeExchange({
      prices: {
        price: (token) => new Promise((resolve) => waiting.push(() => resolve({ token, usd: 1, readAt: 0 }))),
      },
    });
    const answer = async (): Promise<void> => {
      for (const resolve of waiting.splice(0)) resolve();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const team = exchange.addTeam({ name: "alpha" }).id;
    const first = exchange.createCompetition({ name: "A", teams: [team] }).id;
    const settings = { startBalances: { "USDC.eth": "1" } };
    const second = exchange.createCompetition({ name: "B", teams: [team], settings }).id;
    const started = exchange.start(first);
    await answer();
    await started;
    const ended = exchange.end(first);
    const begun = exchange.start(second);
    await answer();
    await ended;
    await begun;
    expect(exchange.standings(first).standings[0]?.portfolioValue).toBe(15_000);
    expect(exchange.standings(second).standings[0]?.portfolioValue).toBe(1);
    expect((await exchange.portfolio(team)).totalValue).toBe(1);
  });
});

describe("a schedule", () => {
  it("starts and ends a competition by the clock", () => {
    const { exchange, clock } = makeExchange();
    const { id } = exchange.createCompetition({ name: "Spring", startAt: START + 10_000, durationMs: 60_000 });
    clock.runUntil(START + 9_999);
    expect(exchange.active()).toBeNull();
    clock.runUntil(START + 10_000);
    expect(exchange.active()?.id).toBe(id);
    clock.runUntil(START + 69_999);
    expect(exchange.competition(id).state).toBe("active");
    clock.runUntil(START + 10_000_000);
    expect(exchange.competition(id)).toMatchObject({ state: "completed", endAt: START + 70_000 });
    expect(clock.next()).toBeNull();
  });

  it("counts the duration from a manual start too", () => {
    const { exchange, clock } = makeExchange();
    const { id } = exchange.createCompetition({ name: "Spring", startAt: START + 10_000, durationMs: 60_000 });
    clock.runUntil(START + 5_000);
    now(exchange.start(id));
    clock.runUntil(START + 200_000);
    expect(exchange.competition(id)).toMatchObject({ startAt: START + 5_000, endAt: START + 65_000 });
  });

  it("does nothing more once the competition was ended manually", () => {
    const { exchange, clock } = makeExchange();
    const { id } = exchange.createCompetition({ name: "Spring", startAt: START, durationMs: 60_000 });
    clock.runUntil(START + 1_000);
    now(exchange.end(id));
    clock.runUntil(START + 100_000);
    expect(exchange.competition(id).endAt).toBe(START + 1_000);
  });

  it("waits for the active competition to end, in the order of the starts", () => {
    const { exchange, clock, competition } = makeCompetition();
    const plan = { durationMs: 5_000 };
    const later = exchange.createCompetition({ name: "C", startAt: START + 2_000, ...plan }).id;
    const sooner = exchange.createCompetition({ name: "B", startAt: START + 1_000, ...plan }).id;
    clock.runUntil(START + 10_000);
    expect([later, sooner].map((id) => exchange.competition(id).state)).toEqual(["pending", "pending"]);
    now(exchange.end(competition));
    expect(exchange.active()?.id).toBe(sooner);
    clock.runUntil(START + 15_000);
    expect(exchange.active()?.id).toBe(later);
  });

  it("notifies listeners of each transition, after its snapshot", () => {
    const { exchange, clock } = makeExchange();
    const team = exchange.addTeam({ name: "alpha" }).id;
    const seen: [string, string][] = [];
    const unlisten = exchange.onTransition(({ state }) => seen.push([state, now(exchange.portfolio(team)).source]));
    exchange.createCompetition({ name: "A", teams: [team], startAt: START, durationMs: 1_000 });
    exchange.createCompetition({ name: "B", teams: [team], startAt: START + 2_000 });
    clock.runUntil(START + 1_500);
    unlisten();
    clock.runUntil(START + 5_000);
    expect(seen).toEqual([
      ["active", "snapshot"],
      ["completed", "snapshot"],
    ]);
    expect(exchange.active()?.name).toBe("B");
  });

  it("stops when the exchange is closed, and notifies no listener any more", () => {
    const { exchange, clock, competition } = makeCompetition();
    const told: string[] = [];
    exchange.onTransition(({ state }) => told.push(state));
    exchange.createCompetition({ name: "B", startAt: START + 1_000 });
    exchange.close();
    now(exchange.end(competition));
    expect([clock.next(), told]).toEqual([null, []]);
    exchange.createCompetition({ name: "C", startAt: START + 1_000 });
    expect(clock.next()).toBeNull();
  });

  it("reports failures, and continues", () => {
    const errors: unknown[] = [];
    const log: Log = { debug() {}, info() {}, warn() {}, error: (_message, fields) => errors.push(fields) };
    const { exchange, clock } = makeExchange({ log });
    exchange.onTransition(() => {
      throw new Error("a listener broke");
    });
    const { id } = exchange.createCompetition({ name: "Spring", startAt: START });
    clock.runUntil(START);
    expect(errors).toEqual([{ competition: id, error: "a listener broke" }]);
    expect(exchange.active()?.id).toBe(id);
  });
});
