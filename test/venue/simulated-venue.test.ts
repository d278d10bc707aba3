import { describe, expect, it } from "vitest";
import { Decimal, plain } from "../../src/core/number/decimal.js";
import { ContenderError } from "../../src/core/errors.js";
import { UnknownTokenError } from "../../src/model/token-registry.js";
import type { PriceSource } from "../../src/model/venue.js";
import { simulatedVenue } from "../../src/venue/index.js";
import { makeCompetition, makeExchange, now, START } from "./fixture.js";

const BUY = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(100) };

function makeVenue() {
  const world = makeCompetition();
  return { ...world, venue: simulatedVenue(world.exchange, world.team, world.registry) };
}

class LineError extends ContenderError {
  readonly code = "LINE";
}

describe("the simulated venue", () => {
  it("answers every read at once, as the port has it", () => {
    const { venue, team, competition, exchange } = makeVenue();
    exchange.createCompetition({ name: "Summer", settings: { allowCrossChain: true } });
    expect(now(venue.price("WETH.eth"))).toEqual({ token: "WETH.eth", usd: 2500, readAt: START });
    expect(now(venue.quote(BUY))).toMatchObject({ from: "USDC.eth", to: "WETH.eth", fromPrice: 1 });
    expect(now(venue.balances()).map(({ token, sent }) => [token, sent])).toContainEqual(["USDC.svm", 5000]);
    expect(now(venue.portfolio())).toMatchObject({ totalValue: 15_000, source: "snapshot" });
    expect(now(venue.trades())).toEqual([]);
    expect(now(venue.profile())).toMatchObject({ id: team, name: "alpha" });
    expect(now(venue.status())).toMatchObject({ active: true, participating: true, competition: { id: competition } });
    expect(now(venue.leaderboard()).standings).toMatchObject([{ rank: 1, teamName: "alpha" }]);
    expect(now(venue.leaderboard(competition)).competition.name).toBe("Spring");
    expect(now(venue.upcoming())).toMatchObject([{ name: "Summer", state: "pending", allowCrossChainTrading: true }]);
    expect(venue.limitsLeft()).toEqual({ trade: null, price: null, account: null, all: null });
  });

  it("uses the current price for cap and slippage, even for an amount quoted before", () => {
    const { venue, prices } = makeVenue();
    const sale = { from: "USDC.eth", to: "WETH.eth", amount: new Decimal(2_000), reason: "again" };
    const slippage = (): number => now(venue.quote(sale)).slippage;
    expect(slippage()).toBeLessThan(1.2);
    prices.set("USDC.eth", 3);
    // Of $6,000 it is 3 % instead of 1 %, and the cap of a quarter of $25,000 is above it.
    expect(slippage()).toBeGreaterThan(2.6);
    prices.set("USDC.eth", 10);
    expect(now(venue.execute(sale))).toMatchObject({ kind: "rejected", code: "OVER_CAP" });
    prices.set("USDC.eth", 1);
    expect(slippage()).toBeLessThan(1.2);
    expect(now(venue.execute(sale))).toMatchObject({ kind: "filled" });
  });

  it("gives the time of each price's reading, also the second time", () => {
    const { venue, clock } = makeVenue();
    void venue.price("WETH.eth");
    clock.runUntil(START + 7);
    expect(now(venue.price("WETH.eth"))).toEqual({ token: "WETH.eth", usd: 2500, readAt: START + 7 });
  });

  it("asks a source that does not know the past for each price anew", async () => {
    let usd = 1;
    const price: PriceSource["price"] = (token) => Promise.resolve({ token, usd: usd++, readAt: 0 });
    const { exchange, registry } = makeExchange({ prices: { price } });
    const venue = simulatedVenue(exchange, exchange.addTeam({ name: "alpha" }).id, registry);
    expect([(await venue.price("WETH.eth")).usd, (await venue.price("WETH.eth")).usd]).toEqual([1, 2]);
  });

  it("gives the competition's settings as rules", () => {
    const { venue } = makeVenue();
    expect(now(venue.rules())).toEqual({
      maxTradeShare: 0.25,
      minTradeAmount: "0.000001",
      crossChain: false,
      minTradesPerDay: null,
      slippage: "computed",
      rateLimits: [],
      snapshotIntervalMs: 120_000,
      chains: null,
      texts: null,
      unread: [],
      source: "service",
      readAt: START,
    });
  });

  it("gives null for a token without a price, and names an unknown one", () => {
    const { venue, prices } = makeVenue();
    prices.set("WETH.eth", null);
    expect(now(venue.price("WETH.eth")).usd).toBeNull();
    expect(() => venue.price("WETH.moon")).toThrow(UnknownTokenError);
  });

  it("fills a trade", () => {
    const { venue } = makeVenue();
    const result = now(venue.execute({ ...BUY, reason: "[abcd-123456] buys" }));
    if (result.kind !== "filled") throw new Error(result.kind);
    expect(plain(result.trade.fromAmount)).toBe("100");
    expect(now(venue.trades())).toEqual([result.trade]);
  });

  it("gives the reason why it made no trade, and never throws", () => {
    const { venue, exchange, competition, team, prices } = makeVenue();
    const code = (request: object) => now(venue.execute({ ...BUY, reason: "r", ...request }));
    expect(code({ reason: "" })).toMatchObject({ kind: "rejected", code: "MISSING_FIELD" });
    expect(code({ amount: new Decimal(0) })).toMatchObject({ kind: "rejected", code: "BAD_AMOUNT" });
    expect(code({ amount: new Decimal(5001) })).toMatchObject({ kind: "rejected", code: "INSUFFICIENT_BALANCE" });
    expect(code({ to: "SOL.svm" })).toMatchObject({ kind: "rejected", code: "CROSS_CHAIN" });
    expect(code({ to: "WETH.moon" })).toMatchObject({ kind: "rejected", code: "NO_PRICE" });
    expect(code({ slippageTolerance: 1e-7 })).toMatchObject({ kind: "rejected", code: "SLIPPAGE" });
    prices.set("WETH.eth", null);
    expect(code({})).toEqual({ kind: "rejected", code: "NO_PRICE", text: "Unable to determine price for tokens" });
    exchange.deactivateTeam(team, "idle");
    expect(code({})).toMatchObject({ kind: "rejected", code: "DEACTIVATED" });
    now(exchange.start(endAndAnnounce(exchange, competition, team)));
    prices.set("WETH.eth", 1);
    expect(code({})).toMatchObject({ kind: "filled" });
  });

  it("makes no trade whose time is over, and reports that as the gateway does", () => {
    const { venue } = makeVenue();
    expect(now(venue.execute({ ...BUY, reason: "r" }, { sendBy: START - 1 }))).toEqual({
      kind: "rejected",
      code: "NOT_SENT",
      text: "its time was over at 2025-02-28T23:59:59.999Z",
    });
    expect(now(venue.trades())).toEqual([]);
    expect(now(venue.execute({ ...BUY, reason: "r" }, { sendBy: START }))).toMatchObject({ kind: "filled" });
  });

  it("refuses every read once a person removed the team", () => {
    const { venue, exchange, team } = makeVenue();
    exchange.deactivateTeam(team, "idle");
    const reads = [
      () => venue.price("WETH.eth"),
      () => venue.quote(BUY),
      () => venue.balances(),
      () => venue.portfolio(),
      () => venue.trades(),
      () => venue.profile(),
      () => venue.status(),
      () => venue.rules(),
      () => venue.leaderboard(),
      () => venue.upcoming(),
    ];
    for (const read of reads) expect(read).toThrow("Your team has been deactivated from the competition: idle");
  });

  it("rejects a trade whose price cannot be read, since nothing was booked", async () => {
    const failures: PriceSource["price"][] = [
      () => Promise.reject(new LineError("no answer")),
      () => {
        throw new LineError("no answer");
      },
    ];
    for (const price of failures) {
      const { exchange, registry } = makeExchange({ prices: { price } });
      const team = exchange.addTeam({ name: "alpha" }).id;
      await exchange.start(exchange.createCompetition({ name: "A", teams: [team] }).id);
      const result = await simulatedVenue(exchange, team, registry).execute({ ...BUY, reason: "r" });
      expect(result).toEqual({ kind: "rejected", code: "NO_PRICE", text: "no answer" });
    }
  });

  it("does not call a broken exchange a refusal", async () => {
    const { exchange, registry } = makeExchange({ prices: { price: () => Promise.reject(new TypeError("a bug")) } });
    const team = exchange.addTeam({ name: "alpha" }).id;
    await exchange.start(exchange.createCompetition({ name: "A", teams: [team] }).id);
    const result = await simulatedVenue(exchange, team, registry).execute({ ...BUY, reason: "r" });
    expect(result).toMatchObject({ kind: "unknown", error: { message: "a bug" } });
  });

  it("hands the caller's signal to the price source", async () => {
    const signals: unknown[] = [];
    const price: PriceSource["price"] = (token, options) => {
      signals.push(options?.signal);
      return Promise.resolve({ token, usd: 1, readAt: 0 });
    };
    const { exchange, registry } = makeExchange({ prices: { price } });
    const team = exchange.addTeam({ name: "alpha" }).id;
    const { signal } = new AbortController();
    await simulatedVenue(exchange, team, registry).quote(BUY, { signal });
    expect(signals).toEqual([signal, signal]);
  });
});

describe("a scope", () => {
  it("makes equal reads one, until the next trade or its end, if prices may change meanwhile", () => {
    const { prices, ...world } = makeExchange();
    const asked: PriceSource = { price: (token) => ({ token, usd: prices.get(token) ?? null, readAt: 0 }) };
    const { exchange, team, registry } = makeCompetition({ prices: asked, registry: world.registry });
    const venue = simulatedVenue(exchange, team, registry);
    const scope = venue.scope();
    const quote = scope.quote(BUY);
    expect(scope.quote(BUY)).toBe(quote);
    expect(scope.quote({ ...BUY, amount: new Decimal(101) })).not.toBe(quote);
    expect(now(scope.price("WETH.eth")).usd).toBe(2500);
    prices.set("WETH.eth", 2600);
    expect(now(scope.price("WETH.eth")).usd).toBe(2500);
    void venue.execute({ ...BUY, reason: "r" });
    expect(now(scope.price("WETH.eth")).usd).toBe(2600);
    expect(now(scope.trades())).toHaveLength(1);
    prices.set("WETH.eth", 2700);
    scope.close();
    expect(now(scope.price("WETH.eth")).usd).toBe(2700);
    prices.set("WETH.eth", 2800);
    expect(now(scope.price("WETH.eth")).usd).toBe(2800);
  });

  it("keeps quotes until the next trade or its end", () => {
    const { venue } = makeVenue();
    const scope = venue.scope();
    const quote = scope.quote(BUY);
    expect(scope.quote(BUY)).toBe(quote);
    expect(scope.quote({ ...BUY, amount: new Decimal(101) })).not.toBe(quote);
    expect(scope.quote({ ...BUY, to: "USDT.eth" })).not.toBe(quote);
    void venue.execute({ ...BUY, reason: "r" });
    const second = scope.quote(BUY);
    expect(second).not.toBe(quote);
    expect(scope.quote(BUY)).toBe(second);
    scope.close();
    expect(scope.quote(BUY)).not.toBe(scope.quote(BUY));
    expect(scope.quote(BUY)).not.toBe(second);
  });

  it("forgets what was read while a trade was under way, because it may be older than the trade", async () => {
    const { prices, ...world } = makeExchange();
    const asked: PriceSource = {
      price: (token) => Promise.resolve({ token, usd: prices.get(token) ?? null, readAt: 0 }),
    };
    const { exchange, registry } = makeExchange({ prices: asked, registry: world.registry });
    const team = exchange.addTeam({ name: "alpha" }).id;
    await exchange.start(exchange.createCompetition({ name: "Spring", teams: [team] }).id);
    const venue = simulatedVenue(exchange, team, registry);
    const scope = venue.scope();
    const trade = venue.execute({ ...BUY, reason: "r" });
    expect(now(scope.trades())).toEqual([]);
    const before = now(scope.balances());
    expect(await trade).toMatchObject({ kind: "filled" });
    expect(now(scope.trades())).toHaveLength(1);
    expect(now(scope.balances())).not.toEqual(before);
  });

  it("shares a request that is under way, and asks again after a failure", async () => {
    let asked = 0;
    const price: PriceSource["price"] = (token) =>
      ++asked === 1 ? Promise.reject(new LineError("no answer")) : Promise.resolve({ token, usd: 5, readAt: 0 });
    const { exchange, registry } = makeExchange({ prices: { price } });
    const scope = simulatedVenue(exchange, exchange.addTeam({ name: "alpha" }).id, registry).scope();
    const results = await Promise.allSettled([scope.price("WETH.eth"), scope.price("WETH.eth")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(asked).toBe(1);
    expect((await scope.price("WETH.eth")).usd).toBe(5);
    expect((await scope.price("WETH.eth")).usd).toBe(5);
    expect(asked).toBe(2);
  });

  it("keeps the reads of different methods and tokens apart", () => {
    const { venue, competition } = makeVenue();
    const scope = venue.scope();
    expect(now(scope.price("USDC.eth")).usd).toBe(1);
    expect(now(scope.price("WETH.eth")).usd).toBe(2500);
    expect(now(scope.balances())).toHaveLength(3);
    expect(now(scope.portfolio()).totalValue).toBe(15_000);
    expect(now(scope.profile()).name).toBe("alpha");
    expect(now(scope.status()).active).toBe(true);
    expect(now(scope.rules()).crossChain).toBe(false);
    expect(now(scope.leaderboard()).standings).toHaveLength(1);
    expect(now(scope.leaderboard(competition)).standings).toHaveLength(1);
    expect(now(scope.upcoming())).toEqual([]);
  });
});

function endAndAnnounce(exchange: ReturnType<typeof makeVenue>["exchange"], ended: string, team: string): string {
  now(exchange.end(ended));
  return exchange.createCompetition({ name: "B", teams: [team] }).id;
}
