import { decideOnce, runOnPrices } from "contender/testing";
import { expect, test } from "vitest";
import smaCross from "../../strategies/sma-cross.js";

const params = { fast: 2, slow: 4 };
const rising = { "WETH.eth": [100, 100, 110, 120] };
const falling = { "WETH.eth": [120, 120, 110, 100] };

test("it buys what its chain can pay for when the fast mean is above the slow one", () => {
  const { decisions } = decideOnce(smaCross, { params, bars: rising });
  expect(decisions).toMatchObject([{ kind: "target", weights: { "WETH.eth": 0.95 / 3 } }]);
  expect(decisions[0]?.reason).toBe("Buys WETH.eth: the mean of 2 bars ($115.000) is above that of 4 ($107.500).");
});

test("it may use the whole book if tokens may cross chains", () => {
  const { decisions } = decideOnce(smaCross, { params, bars: rising, rules: { crossChain: true } });
  expect(decisions).toMatchObject([{ weights: { "WETH.eth": 0.95 } }]);
});

test("it sells everything when the fast mean is not above the slow one", () => {
  const { decisions } = decideOnce(smaCross, { params, bars: falling, book: { "WETH.eth": 2, "USDC.eth": 10 } });
  expect(decisions).toMatchObject([{ kind: "target", weights: { "WETH.eth": 0 } }]);
});

test("it holds while it has the position that it wants", () => {
  const inside = decideOnce(smaCross, { params, bars: rising, book: { "WETH.eth": 2, "USDC.eth": 10 } });
  const outside = decideOnce(smaCross, { params, bars: falling });
  expect([inside.decisions[0]?.kind, outside.decisions[0]?.kind]).toEqual(["hold", "hold"]);
  expect(inside.decisions[0]?.reason).toMatch(/^Stays in WETH\.eth: /);
});

test("params whose fast mean is not the faster one are refused", () => {
  expect(() => decideOnce(smaCross, { params: { fast: 4, slow: 4 } })).toThrow(/params\.fast: the fast mean must/);
});

test("as shipped it trades a trend up and down under the default rules", async () => {
  const wave = Array.from({ length: 12 * 24 * 8 }, (_, i) => 2_500 * (1 + 0.1 * Math.sin(i / 200)));
  const run = await runOnPrices(smaCross, {}, { "WETH.eth": wave }, { before: 12 * 31 });
  expect(run.error).toBeNull();
  expect(run.ticks["warming-up"]).toBe(0);
  expect(new Set(run.trades.map(({ from }) => from))).toEqual(new Set(["USDC.eth", "WETH.eth"]));
  expect(run.outcomes.filter(({ status }) => status !== "filled")).toEqual([]);
  expect(run.balances["USDC.base"]).toBe(5_000);
});
