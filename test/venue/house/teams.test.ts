import { describe, expect, it } from "vitest";
import type { Log } from "../../../src/core/log.js";
import { houseTeams, type ExchangeOptions, type HouseOptions, type Registration } from "../../../src/venue/index.js";
import { makeExchange, now, START } from "../fixture.js";

const DAY = 86_400_000;
const TOKENS = ["WETH.eth", "WBTC.eth", "WETH.base", "SOL.svm"];

function makeHouse(
  options: Partial<ExchangeOptions> = {},
  house: Partial<HouseOptions> = {},
  others: Registration[] = [],
) {
  const world = makeExchange(options);
  for (const other of others) world.exchange.addTeam(other);
  const { teams, close } = houseTeams(world.exchange, { seed: "house", tokens: TOKENS, ...house });
  const [cash, equal, random] = teams.map(({ id }) => id) as [string, string, string];
  const plan = { name: "Spring", teams: [cash, equal, random], startAt: START, durationMs: 2 * DAY };
  const { id } = world.exchange.createCompetition(plan);
  return { ...world, close, cash, equal, random, id };
}

describe("the house teams", () => {
  it("are three with different names", () => {
    const { exchange } = makeHouse();
    expect(exchange.teams().map(({ name }) => name)).toEqual([
      "house-hold-cash",
      "house-equal-weights",
      "house-random",
    ]);
  });

  it("include one that keeps its cash", () => {
    const { exchange, clock, cash } = makeHouse();
    clock.runUntil(START + 2 * DAY);
    expect(exchange.trades(cash)).toEqual([]);
    expect(now(exchange.portfolio(cash)).totalValue).toBe(15_000);
  });

  it("include one that buys every token of each chain in equal weights, at once, and holds", () => {
    const { exchange, clock, equal } = makeHouse();
    clock.runUntil(START);
    const trades = exchange.trades(equal);
    const { tokens, totalValue } = now(exchange.portfolio(equal));
    clock.runUntil(START + DAY);
    expect(exchange.trades(equal)).toBe(trades);
    const value = (name: string) => tokens.find(({ token }) => token === name)?.value ?? 0;
    expect(value("WETH.eth") / value("WBTC.eth")).toBeCloseTo(1, 2);
    expect(value("WETH.base") / (2 * value("WETH.eth"))).toBeCloseTo(1, 2);
    expect(value("SOL.svm")).toBeGreaterThan(4900);
    expect(value("USDC.eth") + value("USDC.base") + value("USDC.svm")).toBeLessThan(0.01);
    expect(totalValue).toBeGreaterThan(15_000 * 0.985);
    expect(trades).toHaveLength(60);
  });

  it("respect a small cap when they buy, and do bounded work for a large purse", () => {
    const defaults = { maxTradeShare: 0.01, startBalances: { "USDC.eth": "100000000" }, slippage: "printed" as const };
    const { exchange, clock, equal } = makeHouse({ defaults });
    clock.runUntil(START);
    expect(exchange.trades(equal)).toHaveLength(100);
  });

  it("buy nothing if only cash has a price", () => {
    const { exchange, clock, equal, prices } = makeHouse();
    for (const token of TOKENS) prices.set(token, null);
    clock.runUntil(START + DAY);
    expect(exchange.trades(equal)).toEqual([]);
  });

  it("include one that trades at random, about four times an hour, without losing much to slippage", () => {
    const { exchange, clock, random } = makeHouse();
    clock.runUntil(START + DAY);
    const { length } = exchange.trades(random);
    expect(length).toBeGreaterThan(70);
    expect(length).toBeLessThan(130);
    expect(new Set(exchange.trades(random).map(({ to }) => to)).size).toBeGreaterThan(4);
    // Of this one it never has a whole token.
    expect(exchange.trades(random).map(({ from }) => from)).toContain("WBTC.eth");
    expect(now(exchange.portfolio(random)).totalValue).toBeGreaterThan(14_500);
  });

  it("include one that sells a hundredth to a twentieth of a holding at a time", () => {
    const { exchange, clock, random } = makeHouse({ defaults: { slippage: "printed" } });
    const held = new Map(exchange.balances(random).map(({ token, amount }) => [token, amount]));
    clock.runUntil(START + DAY / 8);
    const trades = [...exchange.trades(random)].sort((a, b) => a.at - b.at);
    for (const { from, to, fromAmount, toAmount } of trades) {
      const share = fromAmount.div(held.get(from) ?? 0).toNumber();
      expect(share).toBeGreaterThan(0.0099);
      expect(share).toBeLessThan(0.0501);
      held.set(from, (held.get(from) as typeof fromAmount).minus(fromAmount));
      held.set(to, toAmount.plus(held.get(to) ?? 0));
    }
    expect(trades.length).toBeGreaterThan(5);
  });

  it("ignore the exchange's refusals, and report none", () => {
    const warnings: string[] = [];
    const log: Log = { debug() {}, info() {}, warn: (message) => warnings.push(message), error() {} };
    const { exchange, clock, random } = makeHouse({ defaults: { minTradeAmount: "1000000" } }, { log });
    clock.runUntil(START + DAY / 8);
    expect([exchange.trades(random), warnings]).toEqual([[], []]);
  });

  it("trade the same with the same seed, whichever other teams there are", () => {
    const run = (seed: string, others: Registration[] = []) => {
      const { exchange, clock, random } = makeHouse({}, { seed }, others);
      clock.runUntil(START + DAY / 4);
      return exchange.trades(random).map(({ at, from, to, fromAmount }) => [at, from, to, fromAmount.toFixed()]);
    };
    expect(run("a", [{ name: "alpha" }])).toEqual(run("a"));
    expect(run("b")).not.toEqual(run("a"));
  });

  it("stop with the competition, and begin anew with the next one", () => {
    const { exchange, clock, random, equal } = makeHouse();
    clock.runUntil(START + 3 * DAY);
    const { length } = exchange.trades(random);
    clock.runUntil(START + 4 * DAY);
    expect(exchange.trades(random)).toHaveLength(length);
    expect(clock.next()).toBeNull();
    exchange.createCompetition({ name: "B", teams: [random, equal], startAt: START + 5 * DAY, durationMs: DAY });
    clock.runUntil(START + 6 * DAY);
    expect(exchange.trades(random).length).toBeGreaterThan(length);
    expect(exchange.trades(equal)).toHaveLength(120);
  });

  it("stay out of a competition that they did not join", () => {
    const { exchange, clock, random, id } = makeHouse();
    clock.runUntil(START);
    now(exchange.end(id));
    const { length } = exchange.trades(random);
    exchange.createCompetition({ name: "B", startAt: START, durationMs: DAY });
    clock.runUntil(START + DAY);
    expect(exchange.trades(random)).toHaveLength(length);
  });

  it("stop when they are closed, or a team is removed", () => {
    const { exchange, clock, random, close } = makeHouse();
    clock.runUntil(START + DAY / 2);
    exchange.deactivateTeam(random, "enough");
    const { length } = exchange.trades(random);
    clock.runUntil(START + DAY);
    expect(exchange.trades(random)).toHaveLength(length);
    close();
    exchange.close();
    expect(clock.next()).toBeNull();
  });

  it("accept prices that come later, or fail", async () => {
    const warnings: string[] = [];
    const log: Log = { debug() {}, info() {}, warn: (message) => warnings.push(message), error() {} };
    let broken = false;
    const price = (token: string) =>
      broken ? Promise.reject(new Error("no answer")) : Promise.resolve({ token, usd: 1, readAt: 0 });
    const { exchange, clock, equal, random } = makeHouse({ prices: { price } }, { log });
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    await clock.drive(START + DAY / 8, settled);
    expect(exchange.trades(equal)).toHaveLength(60);
    const { length } = exchange.trades(random);
    expect(length).toBeGreaterThan(5);
    broken = true;
    await clock.drive(START + DAY / 4, settled);
    expect(exchange.trades(random)).toHaveLength(length);
    expect(warnings).toContain("A house team could not trade");
  });
});
