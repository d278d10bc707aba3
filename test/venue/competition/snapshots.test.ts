import { describe, expect, it } from "vitest";
import { plain } from "../../../src/core/number/decimal.js";
import type { Log } from "../../../src/core/log.js";
import { makeCompetition, makeExchange, now, order, START } from "../fixture.js";

describe("a portfolio", () => {
  it("is computed for the answer before the first snapshot", () => {
    const { exchange, prices } = makeExchange();
    const team = exchange.addTeam({ name: "alpha" }).id;
    expect(now(exchange.portfolio(team))).toMatchObject({
      totalValue: 15_000,
      source: "live-calculation",
      snapshotAt: null,
    });
    prices.set("USDC.base", 0.5);
    expect(now(exchange.portfolio(team)).totalValue).toBe(12_500);
  });

  it("stands still between snapshots, while prices move", () => {
    const { exchange, registry, team, prices, clock } = makeCompetition();
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1000"));
    const first = now(exchange.portfolio(team));
    prices.set("WETH.eth", 5000);
    clock.runUntil(START + 119_999);
    expect(now(exchange.portfolio(team))).toBe(first);
    clock.runUntil(START + 120_000);
    const second = now(exchange.portfolio(team));
    expect(second).toMatchObject({ snapshotAt: START + 120_000, source: "snapshot" });
    expect(second.totalValue).toBeGreaterThan(first.totalValue + 900);
    expect(exchange.standings().standings[0]?.portfolioValue).toBe(second.totalValue);
  });

  it("has a new snapshot after each trade of its team, and only of its team", () => {
    const { exchange, registry, ids, clock } = makeCompetition({}, ["alpha", "beta"]);
    const [alpha, beta] = ids as [string, string];
    clock.runUntil(START + 30_000);
    void exchange.execute(alpha, order(registry, "USDC.eth", "WETH.eth", "1000"));
    expect(now(exchange.portfolio(alpha)).snapshotAt).toBe(START + 30_000);
    expect(now(exchange.portfolio(beta)).snapshotAt).toBe(START);
    expect(now(exchange.portfolio(alpha)).tokens.map(({ token }) => token)).toContain("WETH.eth");
  });

  it("values each token at its price, and adds up", () => {
    const { exchange, registry, team } = makeCompetition();
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1000"));
    const { tokens, totalValue } = now(exchange.portfolio(team));
    for (const { amount, price, value } of tokens) expect(value).toBe(amount.toNumber() * (price ?? 0));
    expect(tokens.reduce((sum, { value }) => sum + value, 0)).toBe(totalValue);
    expect(tokens.map(({ amount }) => plain(amount))).toContain("4000");
  });

  it("leaves out a token without a price until it has one again", () => {
    const { exchange, team, prices, clock } = makeCompetition();
    prices.set("USDC.svm", null);
    clock.runUntil(START + 120_000);
    expect(now(exchange.portfolio(team))).toMatchObject({ totalValue: 10_000 });
    expect(now(exchange.portfolio(team)).tokens.map(({ token }) => token)).toEqual(["USDC.eth", "USDC.base"]);
    prices.set("USDC.svm", 1);
    clock.runUntil(START + 240_000);
    expect(now(exchange.portfolio(team)).totalValue).toBe(15_000);
  });

  it("leaves out tokens with an amount of 0", () => {
    const { exchange, registry, team } = makeCompetition({ defaults: { maxTradeShare: 1 } });
    void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "5000"));
    expect(now(exchange.portfolio(team)).tokens.map(({ token }) => token)).not.toContain("USDC.eth");
    expect(exchange.balances(team)[0]).toMatchObject({ token: "USDC.eth", sent: 0 });
  });
});

describe("the interval", () => {
  it("is the competition's own, counted from its start", () => {
    const { exchange, clock } = makeExchange();
    const team = exchange.addTeam({ name: "alpha" }).id;
    const settings = { snapshotIntervalMs: 7_000 };
    exchange.createCompetition({ name: "A", teams: [team], startAt: START + 500, settings });
    clock.runUntil(START + 500 + 7_000 * 3 + 6_999);
    expect(now(exchange.portfolio(team)).snapshotAt).toBe(START + 500 + 21_000);
  });

  it("ends with the competition", () => {
    const { exchange, clock, team, competition } = makeCompetition();
    clock.runUntil(START + 130_000);
    now(exchange.end(competition));
    const last = now(exchange.portfolio(team));
    expect(last.snapshotAt).toBe(START + 130_000);
    clock.runUntil(START + 1_000_000);
    expect(now(exchange.portfolio(team))).toBe(last);
  });
});

describe("a snapshot whose prices fail", () => {
  it("uses the last prices known, and is reported", async () => {
    const warnings: unknown[] = [];
    const log: Log = { debug() {}, info() {}, warn: (_message, fields) => warnings.push(fields), error() {} };
    let broken = false;
    const { exchange, clock } = makeExchange({
      log,
      prices: {
        price: (token) =>
          broken ? Promise.reject(new Error("no answer")) : Promise.resolve({ token, usd: 2, readAt: 0 }),
      },
    });
    const team = exchange.addTeam({ name: "alpha" }).id;
    await exchange.start(exchange.createCompetition({ name: "A", teams: [team] }).id);
    broken = true;
    await clock.drive(START + 120_000, () => new Promise((resolve) => setImmediate(resolve)));
    expect(await exchange.portfolio(team)).toMatchObject({ totalValue: 30_000, snapshotAt: START + 120_000 });
    expect(warnings).toEqual([{ error: "no answer" }]);
  });

  it("is the same whether the source throws or rejects", () => {
    let broken = false;
    const { exchange, clock } = makeExchange({
      prices: {
        price: (token) => {
          if (broken) throw new Error("no answer");
          return { token, usd: 2, readAt: 0 };
        },
      },
    });
    const team = exchange.addTeam({ name: "alpha" }).id;
    now(exchange.start(exchange.createCompetition({ name: "A", teams: [team] }).id));
    broken = true;
    clock.runUntil(START + 120_000);
    expect(now(exchange.portfolio(team))).toMatchObject({ totalValue: 30_000, snapshotAt: START + 120_000 });
  });
});
