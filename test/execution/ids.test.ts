import { describe, expect, it } from "vitest";
import { swap, target, USDC, WBTC, WETH, World, type WorldOptions } from "./world.js";

const SETTLE = 60_000;
const named = { id: "x" };
const all = { size: { fraction: 1 }, urgent: true, ...named } as const;

/** A world in which trades take five seconds each. */
function slowWorld(options: WorldOptions = {}): World {
  const world = new World(options);
  world.venue.faults.push(...Array.from({ length: 12 }, () => "slow-answer" as const));
  world.venue.faultMs = 5_000;
  return world;
}

// One id may stand for several decisions: to refuse a newer one would keep a strategy from leaving what it holds.
describe("an id that is used again", () => {
  it("lets a newer decision withdraw the rest of a divided trade, and sell what was bought", async () => {
    const world = slowWorld();
    world.decide("s", swap(USDC, WETH, 9_000, named));
    await world.pass(6_000);
    expect(world.states()).toEqual(["FILLED", "SENT", "PREPARED", "PREPARED"]);
    world.decide("s", swap(WETH, USDC, 0, all));
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["FILLED", "FILLED", "DROPPED", "DROPPED", "FILLED"]);
  });

  it("lets a newer target end one whose step is under way, and sell what that bought", async () => {
    const world = slowWorld();
    world.decide("s", target({ [WETH]: 0.9 }, named));
    await world.pass(6_000);
    expect(world.states()).toEqual(["FILLED", "SENT"]);
    world.decide("s", target({ [WETH]: 0 }, { ...named, urgent: true }));
    await world.pass(SETTLE);
    expect(new Set(world.states())).toEqual(new Set(["FILLED"]));
    expect(world.outcomes.filter(({ decision }) => decision === 1)).toHaveLength(2);
    expect(world.venue.amount(WETH).isZero()).toBe(true);
  });

  it("delays no stop of another token, and is repeated with each trade that has it", async () => {
    const world = slowWorld({ balances: { [USDC]: 10_000, [WETH]: 1, [WBTC]: 0.04 } });
    world.decide("s", swap(WETH, USDC, 0, all));
    world.decide("s", swap(WBTC, USDC, 0, all));
    await world.pass(SETTLE);
    expect(world.outcomes.map(({ decision, id, status }) => [decision, id, status])).toEqual([
      [1, "x", "filled"],
      [2, "x", "filled"],
    ]);
  });

  it("cancels all that wait under it, but none of another strategy", async () => {
    const world = slowWorld({ allocations: { s: 0.5, t: 0.5 } });
    world.decide("s", swap(USDC, WETH, 10, named));
    await world.pass(0);
    world.decide("s", swap(USDC, WETH, 20, named));
    world.decide("s", swap(USDC, WBTC, 20, named));
    world.decide("t", swap(USDC, WBTC, 10, named));
    world.decide("s", { kind: "cancel", id: "x", reason: "no" });
    await world.pass(SETTLE);
    expect(world.outcomes.map(({ strategy, decision, status }) => [strategy, decision, status])).toEqual([
      ["s", 2, "dropped"],
      ["s", 3, "dropped"],
      ["s", 1, "filled"],
      ["t", 4, "filled"],
    ]);
  });
});

describe("after a restart an id is reported", () => {
  const restarted = async (world: World): Promise<void> => {
    void world.restart();
    await world.pass(0);
  };

  it("with a target that waited for a trade, once", async () => {
    const world = slowWorld();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    world.decide("s", target({ [WETH]: 0 }, named));
    await restarted(world);
    const dropped = { decision: 2, id: "x", intent: null, from: WETH, code: "EARLIER_RUN" };
    expect(world.told("dropped")).toMatchObject([dropped]);
    await restarted(world);
    await world.pass(SETTLE);
    expect(world.told("dropped")).toHaveLength(1);
    expect(world.states()).toEqual(["FILLED"]);
  });

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
