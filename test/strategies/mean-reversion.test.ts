import { decideOnce, runOnPrices } from "contender/testing";
import { expect, test } from "vitest";
import meanReversion from "../../strategies/mean-reversion.js";

const params = { count: 10 };
const calm = [100, 101, 100, 99, 100, 101, 100, 99, 100];
const fallen = { "WETH.eth": [...calm, 90] };
const back = { "WETH.eth": [...calm, 101] };
const holding = { book: { "WETH.eth": 10, "USDC.eth": 100 }, averageCosts: { "WETH.eth": 91 } };

test("it buys a token that fell far below its mean", () => {
  const { decisions } = decideOnce(meanReversion, { params, bars: fallen, due: ["close"] });
  expect(decisions).toMatchObject([{ kind: "target", weights: { "WETH.eth": 0.5 / 3 } }]);
  expect(decisions[0]?.reason).toMatch(
    /^Buys WETH\.eth: its last close is 2\.\d\d deviations below the mean, more than 2\.$/,
  );
});

test("it sells when the price is back at its mean", () => {
  const { decisions } = decideOnce(meanReversion, { params, bars: back, due: ["close"], ...holding });
  expect(decisions).toMatchObject([{ kind: "target", weights: { "WETH.eth": 0 } }]);
});

test("it waits between the two levels", () => {
  const inside = decideOnce(meanReversion, { params, bars: fallen, due: ["close"], ...holding });
  const outside = decideOnce(meanReversion, { params, bars: back, due: ["close"] });
  expect([inside.decisions[0]?.kind, outside.decisions[0]?.kind]).toEqual(["hold", "hold"]);
});

test("a loss beyond the stop is sold at once, between closes too, and it rests", () => {
  const facts = { params, bars: fallen, ...holding, prices: { "WETH.eth": 85 }, due: ["guard"], now: 1_000_000 };
  const { decisions, state } = decideOnce(meanReversion, facts);
  expect(decisions).toMatchObject([{ kind: "target", urgent: true, weights: { "WETH.eth": 0 } }]);
  expect(decisions[0]?.reason).toContain("it lost 6.6 % of its cost, the stop is at 4 %");
  expect(state).toEqual({ restUntil: 1_000_000 + 20 * 900_000 });
});

test("it does not buy while it rests", () => {
  const now = 1_000_000;
  const resting = decideOnce(meanReversion, {
    params,
    bars: fallen,
    due: ["close"],
    now,
    state: { restUntil: now + 1 },
  });
  const rested = decideOnce(meanReversion, { params, bars: fallen, due: ["close"], now, state: { restUntil: now } });
  expect(resting.decisions[0]).toMatchObject({ kind: "hold", reason: expect.stringContaining("It rests") as string });
  expect(rested.decisions[0]?.kind).toBe("target");
});

test("a price that never moves is no reason to trade", () => {
  const { decisions } = decideOnce(meanReversion, { params, bars: { "WETH.eth": Array<number>(10).fill(5) } });
  expect(decisions[0]?.kind).toBe("hold");
});

test("as shipped it buys dips and sells the way back under the default rules", async () => {
  const dips = Array.from({ length: 12 * 24 * 4 }, (_, i) => 2_500 + 10 * Math.sin(i) - (i % 150 < 6 ? 70 : 0));
  const run = await runOnPrices(meanReversion, {}, { "WETH.eth": dips }, { before: 12 * 11 });
  expect(run.error).toBeNull();
  expect(run.trades.some(({ to }) => to === "WETH.eth")).toBe(true);
  expect(run.trades.some(({ from }) => from === "WETH.eth")).toBe(true);
  expect(run.outcomes.filter(({ status }) => status !== "filled")).toEqual([]);
});
