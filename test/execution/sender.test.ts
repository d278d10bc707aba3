import { describe, expect, it } from "vitest";
import { sleep } from "../../src/core/clock.js";
import { Decimal } from "../../src/core/decimal.js";
import { swap, USDC, WETH, World } from "./world.js";

/** A world in which something happens while the first quote is under way. */
async function whileQuoted(happens: (world: World) => void): Promise<World> {
  const world = new World();
  await world.executor.recover([]);
  world.venue.onQuote = () => {
    world.venue.onQuote = () => {};
    happens(world);
  };
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(10_000);
  expect(world.failures).toEqual([]);
  return world;
}

describe("a trade is not sent where, while its quote was under way,", () => {
  it("it was withdrawn", async () => {
    const world = await whileQuoted((one) => one.decide("s", { kind: "cancel", reason: "no more" }));
    expect([world.states(), world.venue.requests]).toEqual([["DROPPED"], []]);
    expect(world.told("dropped")).toMatchObject([{ code: "WITHDRAWN" }]);
  });

  it("another competition began", async () => {
    const world = await whileQuoted((one) => (one.competitionId = "c2"));
    expect([world.states(), world.venue.requests]).toEqual([["DROPPED"], []]);
    expect(world.told("dropped")).toMatchObject([{ code: "OTHER_COMPETITION" }]);
  });

  it("its book came to hold too little", async () => {
    const world = await whileQuoted(({ ledger }) => {
      const common = { competitionId: "c1", costUsd: null, cause: "adjustment", reason: "shrank" } as const;
      ledger.apply([{ ...common, book: "s", token: USDC, change: new Decimal(-9_950) }]);
    });
    expect([world.states(), world.venue.requests]).toEqual([["DROPPED"], []]);
    expect(world.told("dropped")).toMatchObject([{ code: "INSUFFICIENT_BOOK" }]);
  });
});

it.each([
  [1_000, "FILLED"],
  [1_001, "DROPPED"],
])("a trade that is valid for a second and whose quote takes %i ms is %s", async (takes, state) => {
  const world = new World();
  await world.executor.recover([]);
  const quote = world.venue.quote.bind(world.venue);
  world.venue.quote = async (request) => {
    await sleep(world.clock, takes);
    return quote(request);
  };
  world.decide("s", swap(USDC, WETH, 100, { validFor: 1_000 }));
  await world.pass(10_000);
  expect(world.states()).toEqual([state]);
});

it.each([
  [1 / 2_000, "FILLED"],
  [Number.NaN, "DROPPED"],
])("a limit lets pass a quote that is the same, and none that says nothing: %f", async (rate, state) => {
  const world = new World();
  await world.executor.recover([]);
  const quote = world.venue.quote.bind(world.venue);
  world.venue.quote = async (request) => ({ ...(await quote(request)), exchangeRate: rate });
  world.decide("s", swap(USDC, WETH, 100, { limit: 1 / 2_000 }));
  await world.pass(10_000);
  expect(world.states()).toEqual([state]);
});

it("an answer that names a trade of before, alike in all it says, is no proof", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.echo = () => null;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  const [first] = world.venue.made;
  if (first === undefined) throw new Error("nothing was made");
  world.venue.execute = async () => Promise.resolve({ kind: "filled", trade: first });
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  expect(world.states()).toEqual(["FILLED", "UNKNOWN"]);
});
