import { expect, test } from "vitest";
import { CASH_SVM, SOL, swap, target, USDC, USDT, WBTC, WETH, World } from "../world.js";

const MINUTE = 60_000;
const DAY = 86_400_000;

for (const [what, spoil] of [
  ["cannot be read", (world: World) => (world.venue.failingLists = 1)],
  ["is an old one", (world: World) => (world.venue.emptyLists = 1)],
] as const)
  test(`a pair that was traded rests after a restart too, even if the list of trades ${what}`, async () => {
    const world = new World({ risk: { minSecondsBetweenTrades: 3_600 } });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(MINUTE);
    spoil(world);
    void world.restart();
    await world.pass(MINUTE);
    world.decide("s", swap(USDC, WETH, 100));
    expect(world.told("refused")).toMatchObject([
      { code: "TOO_SOON", reason: "USDC.eth and WETH.eth were traded 2m ago, the least is 3600 s" },
    ]);
    await world.pass(3_600_000);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(MINUTE);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
  });

test("a pair traded by another decision of the same instant is not reported as traded before", () => {
  const world = new World({ risk: { minSecondsBetweenTrades: 60 } });
  world.decide("s", swap(USDC, WETH, 100), swap(USDC, WETH, 50));
  expect(world.told("refused")).toMatchObject([
    { reason: "USDC.eth and WETH.eth are being traded by another decision, the least is 60 s" },
  ]);
});

test("a pair that is being traded rests the other way too, and no other pair rests for it", () => {
  const world = new World({
    ...{ risk: { minSecondsBetweenTrades: 60 }, balances: { [WETH]: 1, [WBTC]: 1 } },
    allocations: { s: 0.5, t: 0.5 },
  });
  world.decide("s", swap(WETH, WBTC, 100));
  world.decide("t", swap(WBTC, WETH, 100));
  expect(world.told("refused")).toMatchObject([{ code: "TOO_SOON" }]);
  world.decide("t", swap(WBTC, USDT, 100));
  expect(world.told("refused")).toHaveLength(1);
});

test("a divided trade of which one part was filled before a restart and another after it counts once", async () => {
  const world = new World({ risk: { maxTradesPerDay: 2 }, rules: { maxTradeShare: 0.1 } });
  world.venue.faults.push("none", "slow-answer");
  world.venue.faultMs = DAY;
  world.decide("s", swap(USDC, WETH, 2_900));
  await world.pass(100);
  expect(world.states()).toEqual(["FILLED", "SENT", "PREPARED"]);
  void world.restart();
  world.decide("s", swap(USDC, WBTC, 100));
  expect(world.told("refused")).toEqual([]);
  await world.pass(MINUTE);
  expect(world.states()).toEqual(["FILLED", "FILLED", "DROPPED", "FILLED"]);
  world.decide("s", swap(USDC, WBTC, 100));
  expect(world.told("refused")).toMatchObject([{ reason: "2 trades were made or are under way today, the most is 2" }]);
});

test.each([{ maxTradesPerDay: 1 }, { minSecondsBetweenTrades: 3_600 }])(
  "the steps in which a target trades one pair do not hold each other back (%o)",
  async (risk) => {
    const world = new World({ risk });
    world.decide("s", target({ [WETH]: 0.9 }));
    await world.pass(MINUTE);
    expect(world.told("refused")).toEqual([]);
    expect(world.ledger.amount("s", WETH).toNumber()).toBeGreaterThan(4.4);
  },
);

test("a trade counts on the service's day on which it was made, even if it is found on the next", async () => {
  const world = new World();
  await world.pass(DAY - 5_000);
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 9_000;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(MINUTE);
  expect(world.states()).toEqual(["FILLED"]);
  const { executor, clock } = world;
  const counted = () => [clock.now() - DAY, clock.now()].map((at) => world.executor.tradesOn(at));
  expect(counted()).toEqual([1, 0]);
  executor.abandon();
  await world.restart();
  expect(counted()).toEqual([1, 0]);
});

test("a trade of an ended competition does not count in the current one", async () => {
  const world = new World();
  world.venue.faults.push("lost-after");
  world.venue.listLagMs = 5_000;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  world.nextCompetition("c2");
  void world.restart();
  await world.pass(MINUTE);
  expect(world.states()).toEqual(["FILLED"]);
  expect(world.executor.tradesOn(world.clock.now())).toBe(0);
  expect(world.journal.recover("c1").tradesByDay).toEqual({ "2024-01-01": 1 });
});

test("a trade sent as its competition ended, and made in the next, counts in the next alone, after a start too", async () => {
  const world = new World();
  world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
  world.venue.faults.push("lost-after");
  world.venue.listLagMs = 5_000;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  world.competitionId = "c2";
  for (let start = 0; start < 2; start++) {
    void world.restart();
    await world.pass(MINUTE);
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.executor.tradesOn(world.clock.now())).toBe(1);
  }
  expect(world.journal.recover("c1")).toMatchObject({ tradesByDay: {} });
  expect(world.journal.recover("c1").movedAt).toBeUndefined();
});

test("a conflict counts as a trade of the day of its decision, and of no later one", async () => {
  const world = new World({ risk: { maxTradesPerDay: 1 }, balances: { [USDC]: 10_000, [CASH_SVM]: 5_000 } });
  world.venue.faults.push("debited");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(10 * MINUTE);
  expect(world.states()).toEqual(["CONFLICT"]);
  world.decide("s", swap(CASH_SVM, SOL, 100));
  expect(world.told("refused")).toMatchObject([{ reason: "1 trade was made or is under way today, the most is 1" }]);
  await world.pass(DAY);
  world.decide("s", swap(CASH_SVM, SOL, 100));
  await world.pass(MINUTE);
  expect(world.states()).toEqual(["CONFLICT", "FILLED"]);
});
