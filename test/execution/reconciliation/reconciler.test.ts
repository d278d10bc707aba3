import { describe, expect, it } from "vitest";
import { swap, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

describe("balances that no list of trades explains", () => {
  it("become a conflict of each of two unknown trades in one token, which excuse each other only for a while", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [WBTC]: 0.1 } });
    await world.executor.recover([]);
    world.venue.faults.push("debited", "debited");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(SETTLE / 2);
    world.decide("s", swap(WBTC, USDC, 1_000));
    await world.pass(SETTLE / 2 + 1_000);
    expect(world.states()).toEqual(["UNKNOWN", "UNKNOWN"]);
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT", "CONFLICT"]);
    expect(world.told("conflict")).toMatchObject([{ code: "BALANCES_MOVED" }, { code: "BALANCES_MOVED" }]);
  });

  it("leave a trade unknown while the status, which would name a new competition, cannot be read", async () => {
    const world = new World();
    await world.executor.recover([]);
    const status = world.venue.status.bind(world.venue);
    world.venue.status = () => Promise.reject(new Error("503"));
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(5 * SETTLE);
    expect(world.states()).toEqual(["UNKNOWN"]);
    world.venue.status = status;
    await world.pass(5 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT"]);
  });
});

describe("a marker that was not echoed once", () => {
  const cut = (): null => null;
  const whole = (reason: string): string => reason;

  it.each([
    ["in an answer, though a list has the next one", "none", "lost-after"],
    ["in a list, though an answer has the next one", "lost-after", "none"],
    ["in a list, though a list has the next one", "lost-after", "lost-after"],
    ["in an answer, though an answer has the next one", "none", "none"],
  ] as const)("is not relied on any more: %s", async (_, first, then) => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.faults.push(first, then, "lost-after");
    for (const echo of [cut, whole, cut]) {
      world.venue.echo = echo;
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(1_000);
    }
    // By a service that echoes markers the last one would be a conflict: it could be one by other hands.
    expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED"]);
  });
});
