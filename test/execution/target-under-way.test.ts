import { describe, expect, it } from "vitest";
import { CASH_SVM, PRICES, SOL, swap, target, USDC, WBTC, WETH, World, type WorldOptions } from "./world.js";

const LONG = 600_000;
const out = target({ [WETH]: 0 });

/** A world in which the first trade, a buy of WETH, is under way: the answer takes five seconds. */
async function buying(options: WorldOptions = {}): Promise<World> {
  const world = new World(options);
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 5_000;
  world.decide("s", swap(USDC, WETH, 1_000));
  await world.pass(1_000);
  expect(world.states()).toEqual(["SENT"]);
  return world;
}

/** The same, but its answer was lost, and the list that shows it is half a minute late. */
async function losing(options: WorldOptions = {}): Promise<World> {
  const world = new World(options);
  world.venue.faults.push("lost-after");
  world.venue.listLagMs = 30_000;
  world.decide("s", swap(USDC, WETH, 1_000));
  await world.pass(1_000);
  expect(world.states()).toEqual(["UNKNOWN"]);
  return world;
}

const held = (world: World, token: string): number => world.ledger.amount("s", token).toNumber();

describe("a target in a token of which a trade is under way", () => {
  it("is not at its end by a book that does not know that trade: it sells what it brought", async () => {
    const world = await buying();
    const { verdicts } = world.decide("s", out);
    expect(verdicts).toEqual([]);
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expect(held(world, WETH)).toBe(0);
  });

  it("waits until it is known what became of a trade whose answer was lost", async () => {
    const world = await losing();
    world.decide("s", out);
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expect(held(world, WETH)).toBe(0);
  });

  it("counts what that trade brings, and buys the rest", async () => {
    const world = await buying();
    world.decide("s", target({ [WETH]: 0.2 }));
    await world.pass(LONG);
    expect(world.venue.requests.map(({ amount }) => Math.round(amount.toNumber()))).toEqual([1_000, 1_001]);
  });

  it("ends then, where that trade was enough, and says so once", async () => {
    const world = await buying();
    world.decide("s", target({ [WETH]: 0.1 }, { band: 1 }));
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED"]);
    const planned = world.journal.verdicts.filter(({ control }) => control === "planner");
    expect(planned).toMatchObject([
      { verdict: "approved", reason: expect.stringContaining("the band is 1") as string },
    ]);
  });

  it("sells its other tokens meanwhile", async () => {
    const world = await losing({ balances: { [USDC]: 10_000, [WBTC]: 0.01 } });
    world.decide("s", target({ [WETH]: 0, [WBTC]: 0 }, { urgent: true }));
    await world.pass(3_000);
    expect(world.venue.requests.map(({ from }) => from)).toEqual([USDC, WBTC]);
    await world.pass(LONG);
    expect([held(world, WETH), held(world, WBTC)]).toEqual([0, 0]);
  });

  it("buys back what a sale under way takes", async () => {
    const world = new World({ balances: { [USDC]: 8_000, [WETH]: 1 } });
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 5_000;
    world.decide("s", swap(WETH, USDC, 1_000));
    await world.pass(1_000);
    world.decide("s", target({ [WETH]: 0.2 }));
    await world.pass(LONG);
    expect(world.venue.made.map(({ from, to }) => `${from} ${to}`)).toEqual([`${WETH} ${USDC}`, `${USDC} ${WETH}`]);
  });

  it("leaves what is within the band, whatever the book misses of the other", async () => {
    const world = await losing({ balances: { [USDC]: 10_000, [WBTC]: 0.01 } });
    const share = held(world, WBTC) * (PRICES[WBTC] ?? 0);
    world.decide("s", target({ [WETH]: 0.1, [WBTC]: share / (10_000 + share) - 0.005 }, { band: 1 }));
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("is taken back by a newer decision like any other", async () => {
    const world = await buying();
    world.decide("s", out);
    world.decide("s", { kind: "cancel", reason: "no" });
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("waits for no trade of another strategy", async () => {
    const world = await buying({ allocations: { s: 0.5, t: 0.5 } });
    expect(world.decide("t", out).verdicts).toMatchObject([{ verdict: "approved" }]);
  });

  it("waits for no conflict, which a person has to resolve first", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 1_000 }, allocations: { s: 0.5, t: 0.5 } });
    world.venue.faults.push("debited");
    world.venue.faultMs = 5_000;
    world.decide("s", swap(USDC, WETH, 1_000));
    await world.pass(LONG);
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.decide("s", out).verdicts).toMatchObject([{ verdict: "approved" }]);
    world.venue.faults.push("slow-answer");
    world.decide("t", swap(CASH_SVM, SOL, 100));
    await world.pass(1_000);
    expect(world.states()).toEqual(["CONFLICT", "SENT"]);
    expect(world.decide("s", out).verdicts).toMatchObject([{ verdict: "approved" }]);
  });
});

it("a target beside a trade in other tokens is at its end by what the book holds", async () => {
  const world = await buying();
  expect(world.decide("s", target({ [WBTC]: 0 })).verdicts).toMatchObject([{ verdict: "approved" }]);
});
