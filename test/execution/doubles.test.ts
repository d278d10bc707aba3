import { describe, expect, it } from "vitest";
import { Decimal, fromDouble, plain } from "../../src/core/number/decimal.js";
import type { Trade } from "../../src/model/trade.js";
import { expectAgreement, swap, USDC, WETH, World } from "./world.js";

const SETTLE = 60_000;

/** Bought 0.1 and 0.2, and sold 0.3: in doubles that leaves 5.5e-17, which no trade explains. */
async function soldOut(): Promise<World> {
  const world = new World();
  world.venue.countsInDoubles = true;
  world.venue.slippage = 0;
  world.venue.prices[WETH] = 1000;
  for (const decision of [swap(USDC, WETH, 100), swap(USDC, WETH, 200), swap(WETH, USDC, 600)]) {
    world.decide("s", decision);
    await world.pass(0);
  }
  expect(plain(world.ledger.balance(WETH))).toBe("0");
  expect(world.venue.amount(WETH).toNumber()).toBe(0.1 + 0.2 - 0.3);
  return world;
}

describe("a service that counts in doubles", () => {
  it("shows no moved balance if a token was sold out before an answer was lost", async () => {
    const world = await soldOut();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED", "NOT_EXECUTED"]);
  });

  it("shows no moved balance after a restart either", async () => {
    const world = await soldOut();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.states().at(-1)).toBe("NOT_EXECUTED");
  });

  // torture protocol:founders-0: every comparison told of some 1e-17, for hours.
  it("has its rounding entered at once, without a message, however little is left", async () => {
    const world = await soldOut();
    expect(await world.reconcile()).toEqual([]);
    expect(plain(world.ledger.amount("unassigned", WETH))).toBe(plain(fromDouble(0.1 + 0.2 - 0.3)));
    expectAgreement(world);
  });

  it("causes a message if other hands have traded the same token", async () => {
    const world = await soldOut();
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(1), reason: "mine" });
    expect(await world.reconcile()).toMatchObject([
      { book: "s", token: USDC },
      { book: "unassigned", token: WETH },
    ]);
    expectAgreement(world);
  });

  it("causes a conflict all the same if our smallest trade is missing from a balance", async () => {
    const world = await soldOut();
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 1));
    await world.pass(2 * SETTLE);
    expect(world.states().at(-1)).toBe("CONFLICT");
  });

  // By their size a balance that lacks a dollar would be what rounding leaves.
  it.each([
    ["failed", { success: false, error: "it failed" }],
    ["was made in another competition", { competitionId: "c0" }],
  ] satisfies [string, Partial<Trade>][])("causes a conflict however large a trade was that %s", async (_, other) => {
    const world = await soldOut();
    const [one] = world.venue.listed;
    const large = { fromAmount: new Decimal(1e17), toAmount: new Decimal(1e14), reason: "mine" };
    if (one !== undefined) world.venue.listed.push({ ...one, ...large, ...other, id: "large" });
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 1));
    await world.pass(2 * SETTLE);
    expect(world.states().at(-1)).toBe("CONFLICT");
  });
});
