import { expect, test } from "vitest";
import { START, swap, USDC, USDT, WBTC, WETH, World } from "../world.js";

/** Equity of $10,000, of which $6,000 are cash. */
const world = (): World =>
  new World({ balances: { [USDC]: 6_000, [WETH]: 1.75, [USDT]: 500 }, risk: { cashReserve: 0.5 } });

test("a reserve is kept in cash alone: other holdings do not count, even at a dollar a piece", () => {
  const plan = world().decide("s", swap(USDC, WBTC, 2_000));
  expect(plan.verdicts).toContainEqual(
    expect.objectContaining({ control: "cash-reserve", verdict: "cut", code: "CASH_RESERVE" }),
  );
  expect(plan.intents.map(({ amount }) => amount.toNumber())).toEqual([1_000]);
});

test("cash under way counts as spent, and a trade within the reserve is unchanged", () => {
  const one = world();
  expect(one.decide("s", swap(USDC, WBTC, 700)).intents.map(({ amount }) => amount.toNumber())).toEqual([700]);
  expect(one.decide("s", swap(USDC, WETH, 700)).intents.map(({ amount }) => amount.toNumber())).toEqual([300]);
});

test("cash that is not worth a dollar counts at its value", () => {
  const one = world();
  one.board.record({ token: USDC, usd: 0.5, readAt: START });
  // Of $7,000 half stays in cash, of which there are $3,000.
  expect(one.decide("s", swap(USDC, WBTC, 100)).intents).toEqual([]);
  one.board.record({ token: USDC, usd: 2, readAt: START });
  // Of $16,000 half stays, of $12,000.
  expect(one.decide("s", swap(USDC, WBTC, 3_900)).intents.map(({ amount }) => amount.toNumber())).toEqual([1_950]);
});
