import { decideOnce, runOnPrices } from "contender/testing";
import { expect, test } from "vitest";
import rebalance from "../../strategies/rebalance.js";

const prices = { "WETH.eth": 2_500, "WBTC.eth": 50_000 };
/** $5,000 on eth, at the default weights, and as much on base. */
const balanced = { "USDC.eth": 1_250, "WETH.eth": 1, "WBTC.eth": 0.025, "USDC.base": 5_000 };

test("from cash alone it buys its weights of the chain's money", () => {
  const { decisions } = decideOnce(rebalance, { prices });
  expect(decisions).toMatchObject([
    { kind: "target", weights: { "USDC.eth": 0.25 / 3, "WETH.eth": 0.5 / 3, "WBTC.eth": 0.25 / 3 } },
  ]);
  expect(decisions[0]?.reason).toBe(
    "Rebalances: USDC.eth is at 100.0 %, its target is 25.0 %, off by 75.0 points (band 2).",
  );
});

test("it holds while every share is within the band, and trades when one leaves it", () => {
  const within = decideOnce(rebalance, { prices: { ...prices, "WETH.eth": 2_650 }, book: balanced });
  const outside = decideOnce(rebalance, { prices: { ...prices, "WETH.eth": 2_750 }, book: balanced });
  expect(within.decisions[0]?.kind).toBe("hold");
  expect(outside.decisions[0]).toMatchObject({
    kind: "target",
    reason: "Rebalances: WETH.eth is at 52.4 %, its target is 50.0 %, off by 2.4 points (band 2).",
  });
});

test("holdings on other chains do not count as drift", () => {
  const { decisions } = decideOnce(rebalance, { prices, book: { ...balanced, "USDC.svm": 90_000 } });
  expect(decisions[0]?.kind).toBe("hold");
});

test("it waits while one of its tokens has no price", () => {
  const { decisions } = decideOnce(rebalance, { prices: { ...prices, "WBTC.eth": null } });
  expect(decisions).toMatchObject([{ kind: "hold", reason: "Waits: WBTC.eth has no price." }]);
});

test("it waits while its book has nothing on the chains of its tokens, and does not call that balanced", () => {
  const { decisions } = decideOnce(rebalance, { prices, book: { "USDC.svm": 5_000 } });
  expect(decisions).toMatchObject([{ kind: "hold", reason: expect.stringMatching(/^Waits: the book has nothing on/) }]);
});

test.each([
  [{ weights: { "WETH.eth": 0.8, "WBTC.eth": 0.3 } }, /params\.weights: the weights sum to more than 1/],
  [{ weights: { "WETHH.eth": 1 } }, /Did you mean WETH\.eth\?/],
  [{ weights: { "WETH.eth": 2 } }, /params\.weights\.WETH\.eth/],
  [{ weights: { "WETH.polygon": 0.5 }, bnad: 1 }, /params\.bnad: there is no such param. Did you mean band\?/],
  [{ at: "every day" }, /schedule\.main/],
])("params %j are refused", (params, message) => {
  expect(() => decideOnce(rebalance, { params })).toThrow(message);
});

test("as shipped it reaches its weights on eth under the default rules, sells before it buys, and stays there", async () => {
  const hours = 24 * 4;
  const weth = Array.from({ length: hours }, (_, i) => (i < 48 ? 2_500 : 3_000));
  const wbtc = Array.from({ length: hours }, () => 50_000);
  const run = await runOnPrices(rebalance, {}, { "WETH.eth": weth, "WBTC.eth": wbtc }, { every: "1h" });
  expect(run.error).toBeNull();
  expect(run.outcomes.filter(({ status }) => status !== "filled")).toEqual([]);
  expect(run.trades.length).toBeGreaterThan(2);
  const eth = (run.balances["WETH.eth"] ?? 0) * 3_000;
  const btc = (run.balances["WBTC.eth"] ?? 0) * 50_000;
  const cash = run.balances["USDC.eth"] ?? 0;
  expect(eth / (eth + btc + cash)).toBeCloseTo(0.5, 2);
  expect(run.balances["USDC.svm"]).toBe(5_000);
});
