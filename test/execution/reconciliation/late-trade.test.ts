import { describe, expect, it } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import { plain } from "../../../src/core/number/decimal.js";
import { markerOf } from "../../../src/execution/marker.js";
import type { ExecuteRequest, Trade } from "../../../src/model/trade.js";
import { expectAgreement, swap, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

/** A trade was taken for not executed, then made; no run has looked since. */
async function made(world = new World()): Promise<World> {
  world.venue.faults.push("late-trade");
  world.venue.faultMs = 3 * SETTLE;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(4 * SETTLE);
  expect(world.states()).toEqual(["NOT_EXECUTED"]);
  return world;
}

/** The same, and the next run finds it. */
async function late(before?: World): Promise<World> {
  const world = await made(before);
  void world.restart();
  await world.pass(0);
  expect(world.states()).toEqual(["CONFLICT"]);
  return world;
}

/** The request that was sent last. */
function sentBy(world: World): ExecuteRequest {
  const request = world.venue.requests.at(-1);
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

describe("a trade that turns up after an earlier run settled it as not executed", () => {
  it("becomes a conflict of this one: its tokens rest, and a person may resolve it", async () => {
    const world = await late();
    expect(world.told("conflict")).toMatchObject([{ code: "LATE_TRADE" }]);
    const [id = ""] = world.journal.intents.map(({ intent }) => intent.id);
    expect(world.journal.trades).toMatchObject([{ intent: id }]);
    // As for one of this run: it waits for a person, its tokens rest until then, and the person's word is taken.
    expect(world.executor.openTrades("s")).toMatchObject([{ intent: id, state: "CONFLICT" }]);
    world.decide("s", swap(USDC, WETH, 100));
    expect(world.told("refused")).toMatchObject([{ code: "TOKEN_BLOCKED" }]);
    await world.executor.resolveByHand(id, { kind: "filled", reason: "it is in the list" });
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.executor.blockedTokens().size).toBe(0);
    for (const token of [USDC, WETH]) expect(plain(world.ledger.balance(token))).toBe(plain(world.venue.amount(token)));
  });

  it("is the only one of its intent: another with its marker is by other hands, once it is resolved as filled", async () => {
    const world = await late();
    const [id = ""] = world.journal.intents.map(({ intent }) => intent.id);
    await world.executor.resolveByHand(id, { kind: "filled", reason: "it is in the list" });
    world.venue.trade(sentBy(world));
    await world.pass(2 * SETTLE);
    await world.reconcile();
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.journal.notes.map(({ kind }) => kind)).toContain("foreign-trades");
    expectAgreement(world);
  });

  it("is known once the recovery is over, however long the list of trades takes", async () => {
    const world = await made();
    const read = world.venue.trades.bind(world.venue);
    world.venue.trades = async () => {
      await sleep(world.clock, SETTLE);
      return read();
    };
    const over = world.restart().then(() => world.states());
    await world.pass(2 * SETTLE);
    expect(await over).toEqual(["CONFLICT"]);
  });

  it("is reported of an earlier competition too, and blocks no token there", async () => {
    const world = await made();
    world.nextCompetition("c2");
    void world.restart();
    await world.pass(0);
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.told("conflict")).toMatchObject([{ code: "LATE_TRADE" }]);
    expect(world.executor.openTrades("s")).toEqual([]);
    expect(world.executor.blockedTokens().size).toBe(0);
    // Once is enough.
    const steps = world.journal.intents.length;
    await world.reconcile();
    expect(world.journal.intents).toHaveLength(steps);
    expect(world.told("conflict")).toHaveLength(1);
  });

  it("is reported if it was made in a competition between that of its request and the current one", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(4 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    world.venue.restart("c2", { [USDC]: 5_000 });
    world.venue.trade(sentBy(world));
    world.nextCompetition("c3");
    void world.restart();
    await world.pass(0);
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.executor.blockedTokens().size).toBe(0);
  });

  it.each<[string, (intent: string) => Partial<Trade>]>([
    ["a failed one", () => ({ success: false, error: "no" })],
    ["one with the marker of another journal", (intent) => ({ reason: `${markerOf("zzzz", intent)} theirs` })],
    ["one without a marker", () => ({ reason: "by hand" })],
  ])("of an earlier competition is not %s", async (_which, differing) => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(4 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    const [id = ""] = world.journal.intents.map(({ intent }) => intent.id);
    const listed = { ...world.venue.trade(sentBy(world)), seenAt: world.clock.now(), ...differing(id) };
    world.venue.listed.splice(0, Infinity, listed);
    world.nextCompetition("c2");
    void world.restart();
    await world.pass(0);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(world.told("conflict")).toEqual([]);
  });

  it("is none if the service lists the attempt as failed", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    const trade = world.venue.trade(sentBy(world));
    world.venue.listed.splice(0, world.venue.listed.length, {
      ...{ ...trade, seenAt: world.clock.now() },
      ...{ success: false, error: "no" },
    });
    await world.reconcile();
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
  });

  it.each([
    ["", 0],
    [", after another restart either", 1],
  ])("puts no others into conflict whose balances it explains%s", async (_when, restarts) => {
    const world = await late(new World({ balances: { [USDC]: 5000, [WBTC]: 0.1 } }));
    for (let i = 0; i < restarts; i++) {
      void world.restart();
      await world.pass(0);
    }
    world.venue.faults.push("lost-before");
    world.decide("s", swap(WBTC, USDC, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT", "NOT_EXECUTED"]);
  });
});
