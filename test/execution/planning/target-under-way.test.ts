import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/model/decision.js";
import {
  CASH_SVM,
  PRICES,
  SOL,
  START,
  swap,
  target,
  USDC,
  USDT,
  WBTC,
  WETH,
  World,
  type WorldOptions,
} from "../world.js";

const LONG = 600_000;
const out = target({ [WETH]: 0 });

/** A world in which a first decision's trade is under way: its answer takes five seconds. */
async function underWay(first: Decision, options: WorldOptions = {}): Promise<World> {
  const world = new World(options);
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 5_000;
  world.decide("s", first);
  await world.pass(1_000);
  expect(world.states()).toContain("SENT");
  return world;
}

const buying = (options?: WorldOptions): Promise<World> => underWay(swap(USDC, WETH, 1_000), options);

/** A world in which a buy of WETH was made and its answer lost; the list that shows it is half a minute late. */
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

describe("a target in a token with a trade under way", () => {
  it("is not complete by a book that lacks the trade: it sells what the trade brought", async () => {
    const world = await buying();
    const { verdicts } = world.decide("s", out);
    expect(verdicts).toEqual([]);
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expect(held(world, WETH)).toBe(0);
  });

  it("waits until the result of a trade with a lost answer is known", async () => {
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

  it("ends if that trade was enough, and reports it once", async () => {
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

  it.each([
    ["a sale", USDC],
    ["a trade into another token", WBTC],
  ])("buys back what %s under way sells", async (_what, to) => {
    const world = await underWay(swap(WETH, to, 1_000), { balances: { [USDC]: 8_000, [WETH]: 1 } });
    world.decide("s", target({ [WETH]: 0.2 }));
    await world.pass(LONG);
    expect(world.venue.made.map(({ from, to }) => `${from} ${to}`)).toEqual([`${WETH} ${to}`, `${USDC} ${WETH}`]);
  });

  it("leaves shares within the band, whatever the book lacks of the other", async () => {
    const world = await losing({ balances: { [USDC]: 10_000, [WBTC]: 0.01 } });
    const share = held(world, WBTC) * (PRICES[WBTC] ?? 0);
    world.decide("s", target({ [WETH]: 0.1, [WBTC]: share / (10_000 + share) - 0.005 }, { band: 1 }));
    await world.pass(LONG);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("is traded wholly if a part of it was outside the band before that trade was known", async () => {
    const world = await losing({ balances: { [USDC]: 9_000, [WBTC]: 0.05 } });
    world.decide("s", target({ [WETH]: 0.15, [WBTC]: 0 }, { band: 10 }));
    await world.pass(LONG);
    expect(world.venue.made.map(({ from, to }) => `${from} ${to}`)).toContainEqual(`${WBTC} ${USDC}`);
    const worth = held(world, WETH) * (PRICES[WETH] ?? 0);
    expect(worth / (worth + held(world, USDC))).toBeCloseTo(0.15, 2);
  });

  it.each([
    ["a cancel", { kind: "cancel", id: "out", reason: "no" } as const, "withdrawn: no"],
    ["a newer decision", swap(USDC, WETH, 50), "decision 3 is newer"],
  ])("is withdrawn by %s, with a report", async (_what, decision, reason) => {
    const world = await buying();
    world.decide("s", target({ [WETH]: 0 }, { id: "out" }));
    const { outcomes } = world.decide("s", decision);
    expect(outcomes).toMatchObject([{ id: "out", status: "dropped", code: "WITHDRAWN", reason, from: WETH, to: WETH }]);
    await world.pass(LONG);
    expect(world.venue.made.map(({ from }) => from)).not.toContain(WETH);
  });

  it("is not complete if a part of it is withdrawn", async () => {
    const world = await buying({ balances: { [USDC]: 10_000, [WBTC]: 0.00001 } });
    world.decide("s", target({ [WETH]: 0, [WBTC]: 0 }));
    const each = [swap(USDC, WETH, 50), swap(USDC, WBTC, 50)] as const;
    const both = world.executor.plan(
      "s",
      [1, 2].map((i) => ({ seq: i, decision: each[i - 1] ?? each[0] })),
      START,
    );
    expect(both.outcomes).toMatchObject([{ code: "WITHDRAWN" }]);
    expect(world.decide("s", { kind: "cancel", token: WBTC, reason: "no" }).outcomes).toEqual([]);
    expect(world.decide("s", { kind: "cancel", token: WETH, reason: "no" }).outcomes).toHaveLength(1);
  });

  it.each([0, 1_000])("is reported by its own trade if it has one, %i ms later", async (later) => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 5_000;
    world.decide("s", target({ [WETH]: 0.1 }, { id: "in" }));
    if (later > 0) await world.pass(later);
    expect(world.executor.plan("s", [{ seq: 2, decision: { kind: "cancel", reason: "no" } }], START).outcomes).toEqual(
      [],
    );
    world.executor.stopSending("the end");
    await world.pass(LONG);
    expect(world.outcomes.map(({ id, status }) => [id, status])).toEqual([["in", later > 0 ? "filled" : "dropped"]]);
  });

  it("is dropped at the end of the bot, with one report", async () => {
    const world = await buying();
    world.decide("s", target({ [WETH]: 0 }, { id: "out" }));
    world.executor.stopSending("the end");
    world.executor.stopSending("the end");
    await world.pass(LONG);
    const told = world.outcomes.filter(({ id }) => id === "out");
    expect(told).toMatchObject([{ status: "dropped", code: "STOPPED", reason: "the end", at: START + 1_000 }]);
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
    const into = world.decide("s", target({ [WETH]: 0.5 }));
    expect(into.verdicts).toMatchObject([{ control: "planner", verdict: "refused", code: "TOKEN_BLOCKED" }]);
    expect(into.outcomes).toMatchObject([{ status: "refused", code: "TOKEN_BLOCKED", from: USDC, to: WETH }]);
    world.venue.faults.push("slow-answer");
    world.decide("t", swap(CASH_SVM, SOL, 100));
    await world.pass(1_000);
    expect(world.states()).toEqual(["CONFLICT", "SENT"]);
    expect(world.decide("s", out).verdicts).toMatchObject([{ verdict: "approved" }]);
  });
});

describe("a target that needs the cash of a trade under way", () => {
  const poor = { balances: { [USDC]: 0.5, [WBTC]: 0.04 } };

  it("waits for it, and is not reported as out of reach", async () => {
    const world = await underWay(target({ [WBTC]: 0 }), poor);
    world.decide("s", target({ [WETH]: 0.9 }));
    await world.pass(LONG);
    expect(world.told("cut")).toEqual([]);
    expect(held(world, WBTC)).toBe(0);
    const worth = held(world, WETH) * (PRICES[WETH] ?? 0);
    expect(worth / (worth + held(world, USDC))).toBeCloseTo(0.9, 2);
  });

  it("waits for a swap of the same answer too", async () => {
    const world = new World(poor);
    world.decide("s", swap(WBTC, USDC, 400), target({ [WETH]: 0.1 }));
    await world.pass(LONG);
    expect(world.told("cut")).toEqual([]);
    expect(world.venue.made.at(-1)).toMatchObject({ from: USDC, to: WETH });
  });

  it("waits for one that brings a token that it names from one that it does not name", async () => {
    const world = await underWay(swap(WBTC, WETH, 400), poor);
    world.decide("s", target({ [WETH]: 0.1, [USDT]: 0.05 }));
    await world.pass(LONG);
    expect(world.told("cut")).toEqual([]);
  });

  it("sells nothing that it must keep, to distribute what is there", async () => {
    const world = await underWay(swap(WBTC, USDC, 1_000), { balances: { [USDC]: 1, [WETH]: 1, [WBTC]: 0.04 } });
    const share = (PRICES[WETH] ?? 0) / ((PRICES[WETH] ?? 0) + 0.04 * (PRICES[WBTC] ?? 0) + 1);
    world.decide("s", target({ [WETH]: share, [USDT]: 0.1 }));
    await world.pass(LONG);
    expect(world.venue.made.map(({ from }) => from)).not.toContain(WETH);
  });
});

it("a target beside a trade in other tokens is complete by what the book holds", async () => {
  const world = await buying();
  expect(world.decide("s", target({ [WBTC]: 0 })).verdicts).toMatchObject([{ verdict: "approved" }]);
});
