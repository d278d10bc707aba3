import { describe, expect, it } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import type { ExecuteResult } from "../../../src/model/trade.js";
import { swap, USDC, WETH, World } from "../world.js";

const SETTLE = 60_000;

/** A trade whose request is answered `after` so many milliseconds, long past the deadline, with what `answer` gives then. */
async function answered(after: number, answer: (world: World) => ExecuteResult): Promise<World> {
  const world = new World({ settings: { deadlineMs: 1_000 } });
  await world.executor.recover([]);
  world.venue.execute = async (request) => {
    world.venue.requests.push(request);
    await sleep(world.clock, after);
    return answer(world);
  };
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(2_000);
  expect(world.states()).toEqual(["UNKNOWN"]);
  return world;
}

/** The trade is made, and no list shows it. */
function unlisted(world: World): ExecuteResult {
  const [request] = world.venue.requests;
  if (request === undefined) throw new Error("nothing was sent");
  const trade = world.venue.trade(request);
  world.venue.listed.pop();
  return { kind: "filled", trade };
}

describe("an answer that comes after the deadline", () => {
  it("with the trade settles it, whatever the lists show", async () => {
    const world = await answered(SETTLE / 2, unlisted);
    await world.pass(SETTLE / 2);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("with another amount settles nothing, the lists do", async () => {
    const world = await answered(SETTLE / 2, (one) => {
      const found = unlisted(one);
      if (found.kind !== "filled") throw new Error("not made");
      return { kind: "filled", trade: { ...found.trade, fromAmount: found.trade.fromAmount.plus(1) } };
    });
    await world.pass(SETTLE / 2);
    expect(world.states()).toEqual(["UNKNOWN"]);
  });

  it("with a trade that was taken for not executed makes it a conflict", async () => {
    const world = await answered(3 * SETTLE, unlisted);
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.told("conflict")).toMatchObject([{ code: "LATE_TRADE" }]);
    expect([...world.executor.blockedTokens()].sort()).toEqual([USDC, WETH]);
  });

  it("that it was never sent settles it at once, and frees its tokens", async () => {
    const world = await answered(SETTLE / 4, () => ({ kind: "rejected", code: "NOT_SENT", text: "no room in time" }));
    await world.pass(SETTLE / 4);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(world.told("not-executed")).toMatchObject([{ code: "NOT_SENT", reason: "no room in time" }]);
    expect([...world.executor.blockedTokens()]).toEqual([]);
  });

  it("leaves a conflict to the person in charge", async () => {
    const world = await answered(4 * SETTLE, unlisted);
    world.venue.trade({ from: USDC, to: WETH, amount: world.venue.amount(USDC), reason: "other hands, unlisted" });
    world.venue.listed.pop();
    await world.pass(3 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT"]);
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT"]);
  });

  it("stops the bot if it cannot be written down", async () => {
    const world = await answered(SETTLE / 2, unlisted);
    world.beforeWrite = () => {
      throw new Error("disk full");
    };
    await world.pass(SETTLE / 2);
    expect(world.states()).toEqual(["UNKNOWN"]);
    expect(world.failures).toMatchObject([{ message: "disk full" }]);
  });
});

it.each([
  ["SENT", 500, 400],
  ["SENT", 5_000, 400],
  ["UNKNOWN", 5_000, 2_000],
])("an answer after a trade that is %s was left to the next run is not written (%i ms)", async (state, takes, left) => {
  const world = new World({ settings: { deadlineMs: 1_000 } });
  await world.executor.recover([]);
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = takes;
  world.venue.listLagMs = 20_000;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(left);
  world.executor.abandon();
  await world.pass(SETTLE);
  expect(world.states()).toEqual([state]);
  void world.restart();
  await world.pass(0);
  expect(world.states()).toEqual(["FILLED"]);
});
