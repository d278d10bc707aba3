import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain } from "../../../src/core/number/decimal.js";
import { SLIPPAGE_MODELS } from "../../../src/model/slippage.js";
import type { Exchange } from "../../../src/venue/index.js";
import { makeCompetition, makeExchange, now, order, refusal, START } from "../fixture.js";

describe("a trade", () => {
  it("is recorded as it was made, and balances change at once", () => {
    const { exchange, registry, team, competition, clock } = makeCompetition();
    clock.runUntil(START + 1234);
    const trade = now(exchange.execute(team, { ...order(registry, "USDC.eth", "WETH.eth", "100"), reason: "first" }));
    expect(trade).toMatchObject({
      teamId: team,
      competitionId: competition,
      from: "USDC.eth",
      to: "WETH.eth",
      success: true,
      error: null,
      reason: "first",
      at: START + 1234,
    });
    expect(plain(trade.fromAmount)).toBe("100");
    expect(trade.price).toBe(trade.toAmount.div(trade.fromAmount).toNumber());
    expect(exchange.balances(team).map(({ token, sent }) => [token, sent])).toEqual([
      ["USDC.eth", 4900],
      ["USDC.base", 5000],
      ["USDC.svm", 5000],
      ["WETH.eth", trade.toAmount.toNumber()],
    ]);
  });

  it("is listed newest first, over all competitions", () => {
    const { exchange, registry, team, competition } = makeCompetition();
    const buy = (reason: string) => exchange.execute(team, { ...order(registry, "USDC.eth", "WETH.eth", "1"), reason });
    void buy("a");
    void buy("b");
    now(exchange.end(competition));
    now(exchange.start(exchange.createCompetition({ name: "B", teams: [team] }).id));
    void buy("c");
    expect(exchange.trades(team).map(({ reason }) => reason)).toEqual(["c", "b", "a"]);
    expect(exchange.trades(team)).toBe(exchange.trades(team));
    expect(new Set(exchange.trades(team).map(({ competitionId }) => competitionId)).size).toBe(2);
  });

  it("sells the requested amount to the last of 15 digits, and cuts the rest", () => {
    const { exchange, registry, team } = makeCompetition();
    const sold = (amount: string) =>
      plain(now(exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", amount))).fromAmount);
    expect(sold("1e2")).toBe("100");
    expect(sold("1.23456789012345")).toBe("1.23456789012345");
    expect(sold("1.234567890123456789")).toBe("1.23456789012345");
    expect(sold(" 0.000001 ")).toBe("0.000001");
  });

  it("may be of exactly the cap and exactly the balance, and not a digit more", () => {
    const { exchange, registry, team, prices } = makeCompetition();
    prices.set("USDC.eth", 0.9998).set("USDC.base", 0.9998).set("USDC.svm", 0.9998);
    const code = (from: string, amount: string) =>
      refusal(() => exchange.execute(team, order(registry, from, "WETH.eth", amount)))?.code ?? "filled";
    expect(code("USDC.eth", "3750.00001")).toBe("OVER_CAP");
    expect(code("USDC.eth", "3750")).toBe("filled");
    expect(code("USDC.eth", "1250.00000000001")).toBe("INSUFFICIENT_BALANCE");
    expect(code("USDC.eth", "1250")).toBe("filled");
  });

  it("may be of exactly the cap at every price, however doubles round", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), (usd) => {
        const { exchange, registry, team, prices } = makeCompetition();
        for (const token of ["USDC.eth", "USDC.base", "USDC.svm"]) prices.set(token, usd);
        expect(refusal(() => exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "3750")))).toBeNull();
      }),
    );
  });

  it("may cross chains if the competition allows it", () => {
    const { exchange, registry, team } = makeCompetition({ defaults: { allowCrossChain: true } });
    expect(now(exchange.execute(team, order(registry, "USDC.eth", "SOL.svm", "100"))).to).toBe("SOL.svm");
  });

  it("ignores tokens without a price in the portfolio, for the cap", () => {
    const { exchange, registry, team, prices } = makeCompetition();
    prices.set("USDC.svm", null);
    const fields = order(registry, "USDC.eth", "WETH.eth", "3000");
    expect(refusal(() => exchange.execute(team, fields))?.code).toBe("OVER_CAP");
  });
});

describe("slippage", () => {
  const BOUNDS = {
    printed: [0.9 * 0.00005, 1.1 * 0.00005],
    computed: [0.9 * 0.005, 1.1 * 0.005],
    log: [0.95 * 0.035 * Math.log10(1.2), 1.2 * 0.035 * Math.log10(1.2)],
  } as const;

  it.each(SLIPPAGE_MODELS)("of $1,000 stays within the bounds of the %s model, and varies", (slippage) => {
    const { exchange, registry, team } = makeCompetition({
      defaults: { slippage, startBalances: { "USDC.eth": "1000000" } },
    });
    const [least, most] = BOUNDS[slippage];
    const drawn = Array.from({ length: 200 }, () => {
      const { toAmount } = now(exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "1000")));
      return 1 - (toAmount.toNumber() * 2500) / 1000;
    });
    for (const share of drawn) {
      expect(share).toBeGreaterThanOrEqual(least - 1e-12);
      expect(share).toBeLessThanOrEqual(most + 1e-12);
    }
    expect(Math.max(...drawn) - Math.min(...drawn)).toBeGreaterThan((most - least) / 2);
  });

  it("of more than 100 % gives 0, not less", () => {
    const defaults = { maxTradeShare: 1, startBalances: { "USDC.eth": "1000000", "WETH.eth": "1" } };
    const { exchange, registry, team } = makeCompetition({ defaults });
    const fields = order(registry, "USDC.eth", "WETH.eth", "500000");
    expect(now(exchange.quote(team, fields))).toMatchObject({ slippage: 100, exchangeRate: 0 });
    const trade = now(exchange.execute(team, fields));
    expect([plain(trade.toAmount), trade.price]).toEqual(["0", 0]);
    expect(exchange.balances(team).map(({ sent }) => sent)).toEqual([500_000, 1]);
  });

  it("refuses the amount if a double cannot hold what is bought, and moves nothing", () => {
    const { exchange, registry, team, prices } = makeCompetition({ defaults: { slippage: "log" } });
    const refused = { code: "BAD_AMOUNT", args: {} };
    const sale = order(registry, "WETH.eth", "USDC.eth", "1e308");
    expect(refusal(() => exchange.quote(team, sale))).toEqual(refused);
    prices.set("WETH.eth", 1e-307);
    const purchase = order(registry, "USDC.eth", "WETH.eth", "1000");
    expect(refusal(() => exchange.quote(team, purchase))).toEqual(refused);
    expect(refusal(() => exchange.execute(team, purchase))).toEqual(refused);
    expect(exchange.balances(team).map(({ sent }) => sent)).toEqual([5000, 5000, 5000]);
    expect(exchange.trades(team)).toEqual([]);
  });

  it("is given in percent by a quote, and drawn anew for the trade", () => {
    const { exchange, registry, team } = makeCompetition();
    const fields = order(registry, "USDC.eth", "WETH.eth", "1000");
    const quote = now(exchange.quote(team, fields));
    expect(quote.slippage).toBeGreaterThanOrEqual(0.45);
    expect(quote.slippage).toBeLessThanOrEqual(0.55);
    expect(quote.toAmount.toNumber()).toBeCloseTo((1000 / 2500) * (1 - quote.slippage / 100), 12);
    expect(quote).toMatchObject({ fromPrice: 1, toPrice: 2500, at: START });
    expect(now(exchange.execute(team, fields)).toAmount.eq(quote.toAmount)).toBe(false);
    expect(now(exchange.quote(team, fields)).slippage).not.toBe(quote.slippage);
  });

  it("above the tolerance refuses the trade, which passes with a larger tolerance", () => {
    const { exchange, registry, team } = makeCompetition();
    const fields = order(registry, "USDC.eth", "WETH.eth", "1000");
    expect(refusal(() => exchange.execute(team, { ...fields, slippageTolerance: "0.44" }))?.code).toBe("SLIPPAGE");
    expect(refusal(() => exchange.execute(team, { ...fields, slippageTolerance: "0.56" }))).toBeNull();
    expect(refusal(() => exchange.execute(team, { ...fields, slippageTolerance: "0" }))?.code).toBe("SLIPPAGE");
    expect(refusal(() => exchange.execute(team, { ...fields, slippageTolerance: "" }))).toBeNull();
  });
});

describe("random draws", () => {
  const trades = (exchange: Exchange, team: string) =>
    exchange.trades(team).map(({ id, toAmount }) => [id, plain(toAmount)]);
  const act = fc.constantFrom("mine", "others", "quote", "newcomer");

  it("are the same for the same seed, and others for another", () => {
    const run = (seed: string) => {
      const { exchange, registry, team } = makeCompetition({ seed });
      for (let i = 0; i < 5; i++) void exchange.execute(team, order(registry, "USDC.eth", "WETH.eth", "100"));
      return trades(exchange, team);
    };
    expect(run("a")).toEqual(run("a"));
    expect(run("a").map(([, amount]) => amount)).not.toEqual(run("b").map(([, amount]) => amount));
  });

  it("do not depend on other teams' trades, members, or quotes", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), fc.boolean(), (acts, first) => {
        const alone = makeCompetition({}, ["alpha"]);
        const crowd = makeCompetition({}, first ? ["alpha", "beta"] : ["beta", "alpha"]);
        const alpha = crowd.exchange.teams().find(({ name }) => name === "alpha")?.id as string;
        const beta = crowd.exchange.teams().find(({ name }) => name === "beta")?.id as string;
        const buy = order(crowd.registry, "USDC.eth", "WETH.eth", "100");
        acts.forEach((what, i) => {
          if (what === "newcomer") crowd.exchange.addTeam({ name: `team ${i}` });
          if (what === "quote") void crowd.exchange.quote(alpha, buy);
          if (what === "others") void crowd.exchange.execute(beta, buy);
          if (what !== "mine") return;
          void crowd.exchange.execute(alpha, buy);
          void alone.exchange.execute(alone.team, buy);
        });
        expect(trades(crowd.exchange, alpha)).toEqual(trades(alone.exchange, alone.team));
      }),
    );
  });
});

it("quotes follow the active competition's slippage model, and the default while none is active", () => {
  const { exchange, registry } = makeExchange({ defaults: { slippage: "printed" } });
  const team = exchange.addTeam({ name: "alpha" }).id;
  const slippage = () => now(exchange.quote(team, order(registry, "USDC.eth", "WETH.eth", "1000"))).slippage;
  expect(slippage()).toBeLessThan(0.01);
  now(exchange.start(exchange.createCompetition({ name: "A", settings: { slippage: "computed" } }).id));
  expect(slippage()).toBeGreaterThan(0.4);
});

it("trades and values use cached prices until they expire", () => {
  const { exchange, registry, team, prices, clock } = makeCompetition({ priceCacheMs: 3_600_000 });
  const quoted = () => now(exchange.quote(team, order(registry, "USDC.eth", "WETH.eth", "100"))).toPrice;
  expect(quoted()).toBe(2500);
  prices.set("WETH.eth", 3000).set("USDC.eth", 0.9);
  clock.runUntil(START + 3_599_999);
  expect(quoted()).toBe(2500);
  expect(now(exchange.portfolio(team)).totalValue).toBe(15_000);
  clock.runUntil(START + 3_600_000);
  expect(quoted()).toBe(3000);
  expect(now(exchange.portfolio(team)).totalValue).toBe(14_500);
});
