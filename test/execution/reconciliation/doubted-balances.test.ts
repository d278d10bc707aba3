import { expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { sleep } from "../../../src/core/time/clock.js";
import type { Balance } from "../../../src/model/portfolio.js";
import { expectAgreement, swap, USDC, WETH, World } from "../world.js";

const SETTLE = 60_000;
const kinds = (world: World): string[] => world.journal.notes.map(({ kind }) => kind);

/** Compares so often, a minute apart. */
async function compare(world: World, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await world.reconcile();
    await world.pass(SETTLE);
  }
}

const as =
  (amount: number) =>
  (balance: Balance): Balance => ({ ...balance, amount: new Decimal(amount), sent: amount });

const adjusted = (world: World) => world.journal.entries.filter(({ cause }) => cause === "adjustment");

it("a balance that is missing for ten minutes and ten readings is entered, and returns to its book", async () => {
  const world = new World();
  world.venue.hidden.add(USDC);
  await compare(world, 10);
  expect(adjusted(world)).toEqual([]);
  expect(await world.reconcile()).toMatchObject([{ book: "s", token: USDC }]);
  expect(kinds(world)).toEqual(["balances-doubted", "balances-believed"]);
  world.venue.hidden.clear();
  expect(await world.reconcile()).toMatchObject([{ book: "s", token: USDC }]);
  expect(world.ledger.amount("s", USDC).toNumber()).toBe(10_000);
  expectAgreement(world);
});

it("what several books lost returns to each as it was taken, and a surplus goes to unassigned", async () => {
  const world = new World({ allocations: { s: 0.6, other: 0.3 } });
  world.venue.hidden.add(USDC);
  await compare(world, 11);
  world.venue.hidden.clear();
  await world.reconcile();
  const held = (book: string) => world.ledger.amount(book, USDC).toNumber();
  await compare(world, 11);
  expect(["s", "other", "unassigned"].map(held)).toEqual([6_000, 3_000, 1_000]);
});

it("many readings within a minute prove nothing", async () => {
  const world = new World();
  world.venue.hidden.add(USDC);
  for (let i = 0; i < 40; i++) await world.reconcile();
  expect(adjusted(world)).toEqual([]);
});

it("readings beside trade lists that are too old to explain them do not count", async () => {
  const world = new World({ allocations: { s: 0.5 } });
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(2 * SETTLE);
  world.venue.hidden.add(USDC);
  world.venue.emptyLists = Infinity;
  await compare(world, 20);
  expect(adjusted(world)).toEqual([]);
  world.venue.emptyLists = 0;
  await compare(world, 10);
  expect(adjusted(world)).not.toEqual([]);
});

it("two different low readings take no book away", async () => {
  const world = new World();
  const real = world.venue.balances.bind(world.venue);
  let turn = 0;
  world.venue.balances = async () => {
    const low = ++turn % 2 === 0 ? 10 : 20;
    return (await real()).map(as(low));
  };
  await compare(world, 40);
  expect(adjusted(world)).toEqual([]);
});

it("a token that is blocked when balances are requested rests, even if it is free once they arrive", async () => {
  const world = new World();
  world.venue.faults.push("lost-before");
  world.venue.listLagMs = 100 * SETTLE;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["UNKNOWN"]);
  const real = world.venue.balances.bind(world.venue);
  world.venue.balances = async () => {
    world.venue.balances = real;
    const id = world.journal.intents[0]?.intent.id ?? "";
    await world.executor.resolveByHand(id, { kind: "not-executed", reason: "I know" });
    return (await real()).map(as(1));
  };
  expect(await world.reconcile()).toEqual([]);
  expect(world.states()).toEqual(["NOT_EXECUTED"]);
  expect(kinds(world)).toEqual([]);
});

it("a token that becomes blocked while balances are read rests", async () => {
  const world = new World({ settings: { deadlineMs: 1_000 } });
  world.venue.faults.push("slow-answer");
  world.venue.faultMs = 3 * SETTLE;
  world.venue.listLagMs = 100 * SETTLE;
  const balances = world.venue.balances.bind(world.venue);
  world.venue.balances = async () => (await balances()).filter(({ token }) => token !== WETH).map(as(10_000));
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(2 * SETTLE);
  expect(world.states()).toEqual(["NOT_EXECUTED"]);
  await world.pass(SETTLE - 500);
  world.venue.balances = async () => {
    await sleep(world.clock, 800);
    return balances();
  };
  const compared = world.executor.reconcile();
  await world.pass(900);
  expect(world.states()).toEqual(["CONFLICT"]);
  expect(await compared).toEqual([]);
  expect(kinds(world)).toEqual([]);
});

it("a difference that is too small to trade is entered at once, and no trade waits for it", async () => {
  const world = new World();
  const real = world.venue.balances.bind(world.venue);
  world.venue.balances = async () => (await real()).map(as(9_999.5));
  expect(await world.reconcile()).toMatchObject([{ book: "s", token: USDC }]);
  expect(world.executor.doubtsBalances()).toBe(false);
});

it("all that is held of a token is never too small to be doubted", async () => {
  const world = new World({ balances: { [USDC]: 0.5 } });
  world.venue.hidden.add(USDC);
  expect(await world.reconcile()).toEqual([]);
  expect(kinds(world)).toEqual(["balances-doubted"]);
});

it.each([[[WETH]], [[USDC, WETH]]])(
  "vanished balances (%s) make no conflict of an unknown trade: it waits until they are back",
  async (gone) => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    world.venue.faults.push("lost-before");
    for (const token of gone) world.venue.hidden.add(token);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(4 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "UNKNOWN"]);
    expect(world.executor.unknown()[0]?.known).toContain(`the balances lack ${gone.join(", ")}`);
    world.venue.hidden.clear();
    await world.pass(4 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
  },
);

it("an unknown trade that sells all of a token is a conflict if the token is gone and no list shows the trade", async () => {
  const world = new World();
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(2 * SETTLE);
  world.venue.faults.push("debited");
  world.decide("s", { kind: "swap", from: WETH, to: USDC, size: { fraction: 1 }, reason: "all" });
  await world.pass(4 * SETTLE);
  expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
});
