import { expect, it } from "vitest";
import { swap, target, USDC, WBTC, WETH, World } from "../world.js";

it("a target continues with its other tokens if a newer decision withdraws its waiting piece", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.roomAt = world.clock.now() + 5_000;
  world.decide("s", target({ [WETH]: 0.3, [WBTC]: 0.2 }));
  await world.pass(1_000);
  expect(world.executor.openTrades("s")).toMatchObject([{ state: "PREPARED", to: WETH }]);
  world.decide("s", swap(USDC, WETH, 10));
  expect(world.told("dropped")).toMatchObject([{ code: "WITHDRAWN", to: WETH }]);
  await world.pass(10_000);
  const bought = (token: string): number =>
    world.venue.made.reduce((usd, { to, fromAmount }) => (to === token ? usd + fromAmount.toNumber() : usd), 0);
  expect([bought(WETH), Math.round(bought(WBTC))]).toEqual([10, 2_000]);
});
