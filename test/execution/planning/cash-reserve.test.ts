import { expect, test } from "vitest";
import { swap, USDC, USDT, WBTC, WETH, World } from "../world.js";

/** Equity of $10,000, of which $6,000 are cash. */
const world = (): World =>
  new World({ balances: { [USDC]: 6_000, [WETH]: 1.75, [USDT]: 500 }, risk: { cashReserve: 0.5 } });

test("a reserve is kept of cash alone: what else is held is none, though it be worth a dollar a piece", () => {
  const plan = world().decide("s", swap(USDC, WBTC, 2_000));
  expect(plan.verdicts).toContainEqual(
    expect.objectContaining({ control: "cash-reserve", verdict: "cut", code: "CASH_RESERVE" }),
  );
  expect(plan.intents.map(({ amount }) => amount.toNumber())).toEqual([1_000]);
});

test("cash that is on its way out is spent, and what is within the reserve goes as it was asked for", () => {
  const one = world();
  expect(one.decide("s", swap(USDC, WBTC, 700)).intents.map(({ amount }) => amount.toNumber())).toEqual([700]);
  expect(one.decide("s", swap(USDC, WETH, 700)).intents.map(({ amount }) => amount.toNumber())).toEqual([300]);
});
