import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CASH_SVM, PRICES, SOL, swap, target, USDC, USDT, WBTC, WETH, World } from "../world.js";

function weights(world: World, strategy = "s"): Record<string, number> {
  const book = [...world.ledger.book(strategy)].map(
    ([token, { amount }]) => [token, amount.toNumber() * (PRICES[token] ?? 0)] as const,
  );
  const total = book.reduce((sum, [, value]) => sum + value, 0);
  return Object.fromEntries(book.map(([token, value]) => [token, value / total]));
}

const trades = (world: World): string[] => world.venue.made.map(({ from, to }) => `${from} ${to}`);

describe("a target", () => {
  it("is reached step by step, each below the cap, the parts of a pair with one parent", async () => {
    const world = new World();
    world.decide("s", target({ [WETH]: 0.5, [WBTC]: 0.25, [USDC]: 0.25 }));
    await world.pass(0);
    expect(weights(world)[WETH]).toBeCloseTo(0.5, 2);
    expect(weights(world)[WBTC]).toBeCloseTo(0.25, 2);
    for (const { fromAmount } of world.venue.made) expect(fromAmount.toNumber()).toBeLessThanOrEqual(2500);
    const toWeth = world.journal.intents.filter(({ intent }) => intent.to === WETH).map(({ intent }) => intent.parent);
    expect(toWeth.length).toBeGreaterThan(1);
    expect(new Set(toWeth).size).toBe(1);
    expect(world.executor.openTrades("s")).toEqual([]);
  });

  it("reports once for a pair that it is made in parts, and the limit", async () => {
    const world = new World();
    world.decide("s", target({ [WETH]: 0.5 }));
    await world.pass(0);
    expect(world.venue.made.length).toBeGreaterThan(1);
    const divided = world.journal.verdicts.filter(({ control }) => control === "competition-cap");
    const reason = "made in parts: one trade may be worth $2450.00 at most";
    expect(divided).toMatchObject([{ verdict: "approved", reason }]);
  });

  it("reports risk's cut of a step to its strategy: what was asked, what is left, and the control", () => {
    const world = new World({ risk: { maxTradeUsd: 250 } });
    const plan = world.decide("s", target({ [WETH]: 0.5 }));
    expect(plan.outcomes).toMatchObject([
      {
        status: "cut",
        code: "MAX_TRADE",
        reason: expect.stringMatching(/^5000 USDC\.eth asked, 250 USDC\.eth left: max-trade-usd: /) as string,
      },
    ]);
  });

  it("prepares one step at a time and plans the next after the fill", async () => {
    const world = new World();
    const plan = world.decide("s", target({ [WETH]: 0.5 }));
    expect(plan.intents).toHaveLength(1);
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    await world.pass(500);
    expect(world.executor.openTrades("s")).toHaveLength(1);
    await world.pass(1000);
    expect(world.venue.made.length).toBeGreaterThan(1);
  });

  it("swaps surplus for shortage directly, sells before it buys, and leaves other tokens alone", async () => {
    const world = new World({ balances: { [USDC]: 8000, [WETH]: 2, [WBTC]: 0.04, [USDT]: 1000 } });
    world.decide("s", target({ [WETH]: 0, [WBTC]: 0.5 }));
    await world.pass(0);
    expect(trades(world)[0]).toBe(`${WETH} ${WBTC}`);
    expect(new Set(trades(world).slice(1))).toEqual(new Set([`${WETH} ${WBTC}`, `${USDC} ${WBTC}`]));
    expect(world.ledger.amount("s", WETH).toFixed()).toBe("0");
    expect(world.ledger.amount("s", USDT).toFixed()).toBe("1000");
  });

  it("sells first what is furthest above its goal, not what is held most", async () => {
    for (const weights of [
      { [WETH]: 0.3, [WBTC]: 0.1 },
      { [WBTC]: 0.1, [WETH]: 0.3 },
    ]) {
      const world = new World({ balances: { [USDC]: 3000, [WETH]: 2, [WBTC]: 0.06 } });
      world.decide("s", target(weights));
      await world.pass(0);
      expect(trades(world)).toEqual([`${WBTC} ${USDC}`, `${WETH} ${USDC}`]);
    }
  });

  it("leaves nothing of an exit that the largest trade does not divide evenly", async () => {
    const world = new World({ balances: { [USDC]: 50_000, [WETH]: 0.5002 }, risk: { maxTradeUsd: 100 } });
    world.decide("s", target({ [WETH]: 0 }));
    await world.pass(0);
    expect(world.ledger.amount("s", WETH).toFixed()).toBe("0");
    expect(trades(world)).toEqual(Array.from({ length: 11 }, () => `${WETH} ${USDC}`));
    for (const { fromAmount } of world.venue.made) expect(fromAmount.toNumber() * 2000).toBeGreaterThan(50);
  });

  it("sells a surplus to the cash of its chain if nothing is short", async () => {
    const world = new World({ balances: { [USDC]: 8000, [WETH]: 1 } });
    world.decide("s", target({ [WETH]: 0.1 }));
    await world.pass(0);
    expect(trades(world)).toEqual([`${WETH} ${USDC}`]);
  });

  it("trades nothing while every share is within the band, and all shares once one is not", async () => {
    const world = new World({ balances: { [USDC]: 5000, [WETH]: 1.55, [WBTC]: 0.0394 } });
    const wanted = { [WETH]: 0.3, [WBTC]: 0.2 };
    const plan = world.decide("s", target(wanted, { band: 2 }));
    expect(plan.intents).toEqual([]);
    expect(plan.verdicts).toMatchObject([{ control: "planner", verdict: "approved" }]);
    world.decide("s", target(wanted, { band: 0.5 }));
    await world.pass(0);
    expect(trades(world)).toEqual([`${WETH} ${WBTC}`, `${WETH} ${USDC}`]);
  });

  it("leaves the little that its own slippage left undone", async () => {
    const world = new World({ balances: { [USDC]: 5000 } });
    world.venue.slippage = 0.005;
    world.decide("s", target({ [WETH]: 0.2 }));
    await world.pass(0);
    expect(trades(world)).toEqual([`${USDC} ${WETH}`]);
    expect(weights(world)[WETH]).toBeLessThan(0.2);
  });

  it("is cut, with one report, if a chain does not hold enough", async () => {
    const world = new World({ balances: { [USDC]: 5000, [CASH_SVM]: 5000 } });
    const plan = world.decide("s", target({ [WETH]: 0.6, [WBTC]: 0.3 }));
    expect(plan.outcomes).toMatchObject([{ status: "cut", code: "OUT_OF_REACH", from: USDC, to: WETH }]);
    const [{ reason } = { reason: "" }] = plan.outcomes;
    expect(plan.verdicts[0]).toMatchObject({ control: "planner", verdict: "cut", code: "OUT_OF_REACH", reason });
    await world.pass(0);
    expect(world.told("cut")).toHaveLength(1);
    expect(weights(world)[WETH]).toBeCloseTo(0.5 * (2 / 3), 2);
    expect(weights(world)[CASH_SVM]).toBeCloseTo(0.5, 2);
  });

  it("reaches across chains while cross-chain trading is on", async () => {
    const world = new World({
      balances: { [USDC]: 5000, [CASH_SVM]: 5000 },
      rules: { crossChain: true, maxTradeShare: null },
    });
    world.decide("s", target({ [WETH]: 0.8 }));
    await world.pass(0);
    expect(weights(world)[WETH]).toBeCloseTo(0.8, 2);
    expect(trades(world)).toEqual([`${USDC} ${WETH}`, `${CASH_SVM} ${WETH}`]);
  });

  it("buys across chains with the cash of the largest surplus", async () => {
    for (const [near, far] of [
      [4000, 2000],
      [2000, 4000],
    ] as const) {
      const world = new World({
        balances: { [USDC]: near, [CASH_SVM]: 1000, "USDC.base": far },
        rules: { crossChain: true, maxTradeShare: null },
      });
      world.decide("s", target({ [SOL]: 0.9 }));
      await world.pass(0);
      const most = near > far ? [USDC, "USDC.base"] : ["USDC.base", USDC];
      expect(trades(world)).toEqual([CASH_SVM, ...most].map((cash) => `${cash} ${SOL}`));
    }
  });

  it("ends if a step fails, and the strategy gets an outcome", async () => {
    const world = new World();
    world.venue.faults.push("none", "rejected");
    world.decide("s", target({ [WETH]: 0.9 }));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "REJECTED"]);
  });

  it("continues after one of its trades was unknown and is found", async () => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = 20_000;
    world.decide("s", target({ [WETH]: 0.5 }));
    await world.pass(60_000);
    expect(weights(world)[WETH]).toBeCloseTo(0.5, 2);
  });

  it("prepares no further trade once the bot stops", async () => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    world.decide("s", target({ [WETH]: 0.5 }));
    await world.pass(500);
    world.executor.stopSending("the end");
    await world.pass(1000);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("that had nothing to trade when it was decided does not trade when prices move", async () => {
    const world = new World({ balances: { [USDC]: 8000, [WETH]: 0.9999 } });
    world.decide("s", target({ [WETH]: 0.2 }));
    world.board.record({ token: WETH, usd: 4000, readAt: world.clock.now() });
    world.decide("s", swap(USDC, WBTC, 100));
    await world.pass(0);
    expect(trades(world)).toEqual([`${USDC} ${WBTC}`]);
  });

  it("gives up the tokens of a newer decision and continues with the others", async () => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    world.decide("s", target({ [WETH]: 0.4, [WBTC]: 0.4 }));
    await world.pass(500);
    world.decide("s", swap(USDC, WETH, 10));
    await world.pass(2000);
    expect(weights(world)[WBTC]).toBeCloseTo(0.4, 2);
    expect(weights(world)[WETH]).toBeLessThan(0.3);
  });

  it("waits for a token whose last trade is unknown, and is planned from the result", async () => {
    const world = new World({ settings: { settleMs: 60_000 } });
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 2000));
    await world.pass(1000);
    world.decide("s", target({ [WETH]: 0.2 }));
    expect(world.executor.openTrades("s")).toHaveLength(1);
    await world.pass(60_000);
    expect(weights(world)[WETH]).toBeCloseTo(0.2, 2);
  });

  it("does not sell again what it has bought, even if its price rises meanwhile", async () => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    world.decide("s", target({ [WETH]: 0.2, [WBTC]: 0.1 }));
    await world.pass(500);
    world.board.record({ token: WETH, usd: 4000, readAt: world.clock.now() });
    await world.pass(1000);
    expect(new Set(trades(world))).toEqual(new Set([`${USDC} ${WETH}`, `${USDC} ${WBTC}`]));
  });

  it("does not buy back what it has sold, even if its price falls meanwhile", async () => {
    const world = new World({ balances: { [USDC]: 5000, [WETH]: 2, [WBTC]: 0.02 } });
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    world.decide("s", target({ [WETH]: 0.3, [WBTC]: 0 }));
    await world.pass(500);
    world.board.record({ token: WETH, usd: 500, readAt: world.clock.now() });
    await world.pass(1000);
    expect(trades(world)).toEqual([`${WETH} ${USDC}`, `${WBTC} ${USDC}`]);
  });

  it("keeps to a cut by risk over all its steps", async () => {
    const world = new World({ risk: { maxTradeUsd: 1000 } });
    const plan = world.decide("s", target({ [WETH]: 0.5 }));
    await world.pass(0);
    expect(plan.verdicts).toMatchObject([{ control: "max-trade-usd", verdict: "cut" }]);
    expect(world.venue.made.map(({ fromAmount }) => fromAmount.toNumber())).toEqual([1000]);
  });

  it("that sells everything for another token keeps to risk's cut of the pair", async () => {
    const world = new World({ balances: { [USDC]: 8_000, [WETH]: 1 }, risk: { maxTradeUsd: 1_000 } });
    world.decide("s", target({ [WETH]: 0, [WBTC]: 0.5 }));
    await world.pass(0);
    const pair = world.venue.made.filter(({ from, to }) => from === WETH && to === WBTC);
    expect(pair.map(({ fromAmount }) => fromAmount.toFixed())).toEqual(["0.5"]);
    expect(world.ledger.amount("s", WETH).toFixed()).toBe("0");
  });

  it("of cash on two chains is traded if tokens may cross, and otherwise not", async () => {
    for (const crossChain of [true, false]) {
      const world = new World({ rules: { crossChain, maxTradeShare: null } });
      world.decide("s", target({ [USDC]: 0.6, [CASH_SVM]: 0.4 }));
      await world.pass(0);
      expect(trades(world)).toEqual(crossChain ? [`${USDC} ${CASH_SVM}`] : []);
    }
  });

  it("may need exactly as many trades as `maxTargetSteps` allows", async () => {
    for (const [maxTargetSteps, said] of [
      [3, []],
      [2, [{ code: "TOO_MANY_STEPS", reason: "the target needs more than 2 trades" }]],
      [1, [{ code: "TOO_MANY_STEPS" }]],
    ] as const) {
      const world = new World({ settings: { maxTargetSteps } });
      world.decide("s", target({ [WETH]: 0.2, [WBTC]: 0.2, [USDT]: 0.2 }));
      await world.pass(0);
      expect(trades(world)).toHaveLength(maxTargetSteps);
      expect(world.told("dropped")).toMatchObject(said);
      expect(world.executor.openTrades("s")).toEqual([]);
    }
  });

  it.each([
    ["UNKNOWN_TOKEN", { "NOPE.eth": 0.5 }, 0],
    ["BAD_TARGET", { [WETH]: 1.5 }, 0],
    ["BAD_TARGET", { [WETH]: -0.1 }, 0],
    ["BAD_TARGET", { [WETH]: Number.NaN }, 0],
    ["BAD_TARGET", { [WETH]: 0.6, [WBTC]: 0.6 }, 0],
    ["BAD_TARGET", {}, 0],
    ["BAD_TARGET", { [WETH]: 0.5 }, -1],
    ["NO_PRICE", { "USDT.polygon": 0.5 }, 0],
  ] as const)("is refused with %s: %o", (code, wanted, band) => {
    const world = new World();
    const plan = world.decide("s", target({ ...wanted }, { band }));
    expect(plan.intents).toEqual([]);
    expect(plan.outcomes).toMatchObject([{ status: "refused", code }]);
    expect(plan.verdicts).toMatchObject([{ control: "planner", verdict: "refused", code }]);
  });

  it("whose only token has no price is refused alone, with the remedy, and nothing is approved", () => {
    const { verdicts } = new World().decide("s", target({ "USDT.polygon": 0.5 }));
    expect(verdicts).toMatchObject([{ verdict: "refused", reason: expect.stringMatching(/needs\.prices/) as string }]);
    const some = new World().decide("s", target({ "USDT.polygon": 0.5, [WETH]: 0 })).verdicts;
    expect(some).toMatchObject([
      { verdict: "refused" },
      { reason: expect.stringMatching(/^no other share/) as string },
    ]);
  });

  it("on cash that cannot be met is not reported as met", () => {
    const world = new World({ balances: { [USDC]: 1000, [WETH]: 1 } });
    const reason =
      "USDC.eth is off by 33.33 points, but cash is what the named tokens leave; no other share is off by more than 0.00 points, the band is 0";
    expect(world.decide("s", target({ [USDC]: 0 })).verdicts).toMatchObject([{ verdict: "approved", reason }]);
    const met = world.decide("s", target({ [USDC]: 0.3334 }, { band: 1 })).verdicts;
    expect(met[0]?.reason).toBe("no share is off by more than 0.00 points, the band is 1");
  });

  it("of which no trade is large enough is reported once", async () => {
    const world = new World();
    const plan = world.decide("s", target({ [WETH]: 0.00005 }));
    const reason = "it is not met, but no trade that it needs is worth $1 (`execution.minTradeUsd`)";
    expect(plan).toMatchObject({ intents: [], outcomes: [], verdicts: [{ verdict: "approved", reason }] });
    const enough = world.decide("s", target({ [WETH]: 0.0002 }));
    expect(enough.verdicts.map((verdict) => verdict.reason)).not.toContain(reason);
    await world.pass(0);
    expect(trades(world)).toEqual([`${USDC} ${WETH}`]);
  });

  it("on everything that a chain has is no share out of reach, and leaves no cash", async () => {
    const world = new World({ settings: { minTradeUsd: 0.01 }, risk: { minTradeUsd: 0.01 } });
    const { outcomes } = world.decide("s", target({ [WETH]: 0.5, [WBTC]: 0.5 }));
    await world.pass(0);
    expect([outcomes, world.told("cut")]).toEqual([[], []]);
    expect(world.venue.amount(USDC).toNumber()).toBeLessThan(0.5);
  });

  it("makes a trade that is worth exactly the smallest", async () => {
    const world = new World({ settings: { minTradeUsd: 500 } });
    world.decide("s", target({ [WETH]: 0.05 }));
    await world.pass(0);
    expect(trades(world)).toEqual([`${USDC} ${WETH}`]);
  });

  it("is reported if its only trade is just large enough, however that is rounded", () => {
    for (let cents = 101; cents < 300; cents++) {
      const minTradeUsd = cents / 100;
      const world = new World({ balances: { [USDC]: 1_000, [WBTC]: 0.02 }, settings: { minTradeUsd } });
      const { verdicts } = world.decide("s", target({ [WBTC]: (1_000 - minTradeUsd) / 2_000 }));
      expect(verdicts, `$${minTradeUsd}`).toMatchObject([{ verdict: "approved" }]);
    }
  });

  it("that is no longer valid reports how long it was", async () => {
    const world = new World();
    world.decide("s", target({ [WETH]: 0.5 }, { validFor: 500 }));
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    await world.pass(2000);
    const said = world.outcomes.filter(({ code }) => code === "EXPIRED");
    expect(said).toMatchObject([{ status: "dropped", reason: "the target was valid for 500ms" }]);
  });

  it("of an empty book is refused", () => {
    const world = new World();
    expect(world.decide("t", target({ [WETH]: 1 })).outcomes).toMatchObject([{ code: "INSUFFICIENT_BOOK" }]);
  });

  it("always ends, near its weights, without trading back and forth", async () => {
    const share = fc.integer({ min: 0, max: 33 }).map((percent) => percent / 100);
    await fc.assert(
      fc.asyncProperty(
        share,
        share,
        share,
        fc.double({ min: 0, max: 0.05, noNaN: true }),
        fc.boolean(),
        async (weth, wbtc, sol, slippage, crossChain) => {
          const world = new World({
            balances: { [USDC]: 5000, [WETH]: 1, [WBTC]: 0.05, [CASH_SVM]: 3000, [SOL]: 20 },
            rules: { crossChain },
          });
          world.venue.slippage = slippage;
          world.decide("s", target({ [WETH]: weth, [WBTC]: wbtc, [SOL]: sol }));
          await world.pass(0);
          expect(world.executor.openTrades("s")).toEqual([]);
          const bought = new Set(world.venue.made.map(({ to }) => to));
          for (const { from } of world.venue.made)
            expect(from.startsWith("USDC") || !bought.has(from), from).toBe(true);
          expect(world.venue.made.length).toBeLessThan(25);
          for (const [token, weight] of [
            [WETH, weth],
            [WBTC, wbtc],
            [SOL, sol],
          ] as const)
            if (world.told("cut").length === 0)
              expect(Math.abs((weights(world)[token] ?? 0) - weight)).toBeLessThan(0.02 + slippage);
        },
      ),
      { numRuns: 60 },
    );
  });
});
