import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { expectAgreement, flush, swap, USDC, WETH, World } from "../world.js";

/** The bot starts again in another competition, and opens its books. */
async function into(world: World, competitionId: string): Promise<void> {
  world.competitionId = competitionId;
  world.venue.listLagMs = 0;
  void world.restart();
  await world.pass(1_000);
  const entries = world.ledger.start(await world.venue.balances(), { s: 1 }, () => 1);
  world.journal.adjust(world.clock.now(), entries);
}

/** A person says that it was filled; without a trade's id, by its marker. */
async function settle(world: World, id: string, tradeId?: string): Promise<void> {
  const verdict = { kind: "filled", reason: "I know", ...(tradeId !== undefined && { tradeId }) } as const;
  const settled = world.executor.resolveByHand(id, verdict);
  settled.catch(() => {});
  await flush();
  await settled;
}

describe("a conflict of an ended competition", () => {
  /** Its own trade, t2, and one by other hands, t1, that could be it as well; the bot is in the next competition. */
  const conflict = async (): Promise<{ world: World; id: string }> => {
    const world = new World();
    world.venue.echo = () => "cut";
    await world.executor.recover([]);
    await world.pass(1_000);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
    world.venue.onExecute = () => {
      world.venue.onExecute = () => {};
      world.venue.restart("c2", { [USDC]: 5_000 });
    };
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = 5_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    expect(world.states()).toEqual(["UNKNOWN"]);
    await into(world, "c2");
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.journal.steps.at(-1)?.detail["reason"]).toBe("2 unmarked trades could be it: t2, t1");
    return { world, id: world.journal.intents[0]?.intent.id ?? "" };
  };
  it("blocks no token, waits for a person in the run that found it, and is no open trade of its strategy", async () => {
    const { world, id } = await conflict();
    expect(world.executor.blockedTokens().size).toBe(0);
    expect(world.executor.conflicts()).toEqual([id]);
    expect(world.executor.openTrades("s")).toEqual([]);
    world.decide("s", swap(USDC, WETH, 50));
    await world.pass(1_000);
    expect(world.states()).toEqual(["CONFLICT", "FILLED"]);
    expectAgreement(world);
    void world.restart();
    await world.pass(1_000);
    expect(world.executor.conflicts()).toEqual([]);
  });

  it("is settled by a trade of the next competition that the books already have", async () => {
    const { world, id } = await conflict();
    await settle(world, id, "t2");
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.executor.conflicts()).toEqual([]);
    expect(world.journal.trades.find(({ intent }) => intent === id)?.trade.id).toBe("t2");
    expect(await world.reconcile()).toEqual([]);
    expectAgreement(world);
  });

  it("is settled by the bot of the next competition, in a run that did not find it", async () => {
    const { world, id } = await conflict();
    void world.restart();
    await flush();
    await settle(world, id, "t1");
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.executor.tradesOn(world.clock.now())).toBe(0);
    expect(await world.reconcile()).toEqual([]);
    expectAgreement(world);
  });

  it("is not settled by a trade in another competition made when its own was not under way", async () => {
    const { world, id } = await conflict();
    await world.pass(180_000);
    const { id: tradeId } = world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
    await expect(settle(world, id, tradeId)).rejects.toThrow(`trade ${tradeId} was made in competition c2`);
    expect(world.states()).toEqual(["CONFLICT"]);
  });

  it("prevents that a trade which may be its own is taken for another intent's", async () => {
    const { world } = await conflict();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    expect(world.states()).toEqual(["CONFLICT", "UNKNOWN"]);
    await world.pass(180_000);
    expect(world.states()).toEqual(["CONFLICT", "NOT_EXECUTED"]);
  });
});

it("a trade with its marker and another amount, made in the next competition, is not by other hands", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.faults.push("lost-before");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  world.venue.restart("c2", { [USDC]: 5_000 });
  await into(world, "c2");
  const [request] = world.venue.requests;
  if (request !== undefined) world.venue.trade({ ...request, amount: new Decimal(60) });
  for (const again of [false, true]) {
    if (again) void world.restart();
    await world.pass(20_000);
    expect(world.states()).toEqual(["CONFLICT"]);
    await world.reconcile();
    expectAgreement(world);
  }
  expect(world.journal.notes).toEqual([]);
});

it.each([
  ["", 0],
  [" which this run found", 1],
])(
  "a trade that may be that of an earlier competition's conflict%s is a conflict too, and no fill",
  async (_, unread) => {
    const world = new World();
    world.venue.echo = () => "cut";
    await world.executor.recover([]);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
    await world.pass(120_000);
    world.venue.faults.push("late-trade", "lost-before");
    world.venue.faultMs = 12_000;
    world.venue.failingLists = unread;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    const earlier = world.journal.intents[0]?.intent.id ?? "";
    expect(world.states()).toEqual([unread === 0 ? "CONFLICT" : "UNKNOWN"]);
    world.nextCompetition("c2");
    void world.restart();
    await flush();
    expect(world.states()).toEqual(["CONFLICT"]);
    world.ledger.start(await world.venue.balances(), { s: 1 }, () => 1);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(180_000);
    expect(world.states()).toEqual(["CONFLICT", "CONFLICT"]);
    const reason = `trade t2 could be it, or that of intent ${earlier}`;
    expect(world.journal.steps.at(-1)?.detail["reason"]).toContain(reason);
  },
);

it("a late trade of an earlier competition is booked once, even if a person settles it before", async () => {
  const world = new World();
  world.decide("s", swap(USDC, WETH, 50));
  await world.pass(1_000);
  world.venue.faults.push("lost-before");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(80_000);
  expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
  const [, { intent: { id } } = { intent: { id: "" } }] = world.journal.intents;
  const [, request] = world.venue.requests;
  world.venue.restart("c2", { [USDC]: 5_000 });
  await into(world, "c2");
  if (request !== undefined) world.venue.trade(request);
  world.venue.balancesLagMs = 5_000;
  expect(await world.reconcile()).toEqual([]);
  expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
  expect(world.executor.blockedTokens().size).toBe(0);
  await settle(world, id);
  await world.pass(5_000);
  const entered = await world.reconcile();
  expect(entered.map(({ cause }) => cause)).toEqual(["adjustment", "adjustment"]);
  expectAgreement(world);
});
