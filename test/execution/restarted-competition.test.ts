import { describe, expect, it } from "vitest";
import { Ledger } from "../../src/ledger/index.js";
import { swap, USDC, WETH, World } from "./world.js";

describe("a trade that was made in a competition that began while it was on its way", () => {
  it("is not entered in books that are not open: what it did is in the balances with which they open", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.journal.trades).toMatchObject([{ trade: { competitionId: "c2" } }]);
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.journal.recover("c2").books).toEqual({});
  });

  it("is not entered before the books of its competition are opened, when a restart finds it", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
    world.venue.faults.push("never-answers");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    expect(world.states()).toEqual(["SENT"]);
    const sent = world.venue.requests[0];
    if (sent === undefined) throw new Error("nothing was sent");
    world.venue.trade(sent);
    world.competitionId = "c2";
    void world.restart();
    await world.pass(1_000);
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.ledger.isEmpty()).toBe(true);
    const balances = await world.venue.balances();
    expect(() => new Ledger("c2").restore(world.journal.recover("c2").books)).not.toThrow();
    expect(() => world.ledger.start(balances, { s: 1 })).not.toThrow();
  });
});

describe("an unknown trade of an earlier competition, found by a restart", () => {
  it("is not absent by lists that lack the trades which were known when it was sent", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 50));
    await world.pass(1_000);
    world.venue.faults.push("lost-after");
    world.venue.failingLists = 1_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    world.venue.restart("c2", { [USDC]: 5_000 });
    world.competitionId = "c2";
    world.venue.failingLists = 0;
    world.venue.emptyLists = 50;
    void world.restart();
    await world.pass(180_000);
    expect(world.states()).toEqual(["FILLED", "UNKNOWN"]);
    world.venue.emptyLists = 0;
    await world.pass(120_000);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
  });
});
