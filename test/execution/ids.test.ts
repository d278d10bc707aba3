import { describe, expect, it } from "vitest";
import { swap, target, USDC, WETH, World } from "./world.js";

const SETTLE = 60_000;
const named = { id: "x" };

describe("after a restart an id is told", () => {
  const restarted = async (world: World): Promise<void> => {
    void world.restart();
    await world.pass(0);
  };

  it("with a trade that was never sent", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100, named));
    await restarted(world);
    expect(world.told("dropped")).toMatchObject([{ id: "x", code: "EARLIER_RUN" }]);
  });

  it("with a target's trade whose answer was lost, in `open` too", async () => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = SETTLE / 2;
    world.decide("s", target({ [WETH]: 0.1 }, named));
    await world.pass(0);
    await restarted(world);
    expect(world.executor.openTrades("s")).toMatchObject([{ id: "x", state: "UNKNOWN" }]);
    await world.pass(SETTLE);
    expect(world.told("filled")).toMatchObject([{ id: "x" }]);
  });

  it("with a trade that was taken for not executed and comes late", async () => {
    const world = new World();
    world.venue.faults.push("late-trade");
    world.venue.faultMs = 3 * SETTLE;
    world.decide("s", swap(USDC, WETH, 100, named));
    await world.pass(4 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    await restarted(world);
    expect(world.told("conflict")).toMatchObject([{ id: "x", code: "LATE_TRADE" }]);
  });
});
