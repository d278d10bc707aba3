import { expect, test } from "vitest";
import { swap, USDC, WETH, World } from "../world.js";

const SETTLE = 60_000;

/** A bot that has made a trade, and whose service counts its trades from the beginning again. */
async function countedAnew(echo?: World["venue"]["echo"]): Promise<World> {
  const world = new World();
  if (echo !== undefined) world.venue.echo = echo;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(SETTLE);
  expect(world.states()).toEqual(["FILLED"]);
  world.venue.listed.length = 0;
  return world;
}

const CONFLICT = { code: "ID_USED", reason: expect.stringContaining("trade t1 is intent") as string };

test("a trade whose id the journal has for an earlier one is a conflict that says so, and the bot continues", async () => {
  const world = await countedAnew();
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(SETTLE);
  expect(world.venue.made.map(({ id }) => id)).toEqual(["t1", "t1"]);
  expect([world.states(), world.failures]).toEqual([["FILLED", "CONFLICT"], []]);
  expect(world.told("conflict")).toMatchObject([CONFLICT]);
});

/** The same after a restart, in another competition. */
async function inTheNext(echo?: World["venue"]["echo"]): Promise<World> {
  const world = await countedAnew(echo);
  world.nextCompetition("c2");
  void world.restart();
  world.journal.adjust(
    world.clock.now(),
    world.ledger.start(await world.venue.balances(), { s: 1 }, () => 1),
  );
  return world;
}

test.each([
  ["", (reason: string) => reason],
  [" and the service cuts markers", () => "cut"],
])("a reused id is a conflict if the earlier trade was of another competition%s, too", async (_, echo) => {
  const world = await inTheNext(echo);
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(SETTLE);
  expect([world.states(), world.failures]).toEqual([["FILLED", "CONFLICT"], []]);
  expect(world.told("conflict")).toMatchObject([CONFLICT]);
});

test("a trade that turns up after NOT_EXECUTED with a reused id is a conflict too", async () => {
  const world = await inTheNext();
  world.venue.faults.push("late-trade");
  world.venue.faultMs = 3 * SETTLE;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(4 * SETTLE);
  expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
  void world.restart();
  await world.pass(0);
  expect([world.states(), world.failures]).toEqual([["FILLED", "CONFLICT"], []]);
  expect(world.told("conflict")).toMatchObject([{ code: "LATE_TRADE" }]);
});

/** Says that none was executed, as the conflict of such an id tells a person to: nothing is told of it from then on. */
async function expectSettledByHand(world: World): Promise<void> {
  const id = world.journal.intents[1]?.intent.id ?? "";
  await world.executor.resolveByHand(id, { kind: "not-executed", reason: "its trade cannot be entered" });
  expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
  const before = world.told("conflict").length;
  const expectQuiet = async (): Promise<void> => {
    await world.reconcile();
    expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
    expect([world.told("conflict").length - before, world.failures]).toEqual([0, []]);
  };
  await expectQuiet();
  void world.restart();
  await expectQuiet();
}

test("a person who has resolved a reused id is not asked again, by this run or the next", async () => {
  const world = await inTheNext();
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(SETTLE);
  await expectSettledByHand(world);
});

test("a person who has resolved a late trade with a reused id is not asked again either", async () => {
  const world = await inTheNext();
  world.venue.faults.push("late-trade");
  world.venue.faultMs = 3 * SETTLE;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(4 * SETTLE);
  void world.restart();
  await world.pass(0);
  await expectSettledByHand(world);
});
