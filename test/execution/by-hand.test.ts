import { describe, expect, it } from "vitest";
import { Decimal, equalsDouble } from "../../src/core/decimal.js";
import type { BookEntry } from "../../src/model/journal.js";
import { flush, START, swap, USDC, WBTC, WETH, World } from "./world.js";

const SETTLE = 60_000;

function expectAgreement(world: World): void {
  for (const token of [USDC, WETH, WBTC])
    expect(equalsDouble(world.ledger.balance(token), world.venue.amount(token).toNumber()), token).toBe(true);
}

async function reconcile(world: World): Promise<readonly BookEntry[]> {
  const entries = world.executor.reconcile();
  await world.pass(0);
  return entries;
}

describe("a person resolves", () => {
  const conflict = async (): Promise<{ world: World; id: string }> => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = 10 * SETTLE;
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["CONFLICT", "DROPPED"]);
    expect(world.told("dropped")).toMatchObject([{ code: "TOKEN_BLOCKED" }]);
    return { world, id: world.journal.intents[0]?.intent.id ?? "" };
  };
  const resolve = async (run: Promise<void>): Promise<void> => {
    run.catch(() => {});
    await flush();
    await run;
  };

  it("a conflict as filled, by the marker in the list", async () => {
    const { world, id } = await conflict();
    world.decide("s", swap(USDC, WBTC, 100));
    expect(world.told("refused")).toMatchObject([{ code: "TOKEN_BLOCKED" }]);
    await expect(resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }))).rejects.toThrow(
      /list of trades has none/,
    );
    world.venue.listLagMs = 0;
    await resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }));
    expect(world.states()[0]).toBe("FILLED");
    expect(world.told("filled")).toMatchObject([{ code: "BY_HAND", reason: "I saw it" }]);
    expect(world.executor.blockedTokens().size).toBe(0);
    expectAgreement(world);
  });

  it("a conflict as not executed; what moved is an adjustment then", async () => {
    const { world, id } = await conflict();
    await resolve(world.executor.resolveByHand(id, { kind: "not-executed", reason: "the organisers took it back" }));
    expect(world.states()[0]).toBe("NOT_EXECUTED");
    expect(await reconcile(world)).toMatchObject([{ book: "unassigned", token: WETH, cause: "adjustment" }]);
    expect(await reconcile(world)).toMatchObject([{ book: "s", token: USDC, cause: "adjustment" }]);
    expectAgreement(world);
  });

  it("nothing that is not open", async () => {
    const world = new World();
    await expect(world.executor.resolveByHand("nobody", { kind: "not-executed", reason: "" })).rejects.toThrow(
      /not open/,
    );
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    const id = world.journal.intents[0]?.intent.id ?? "";
    await expect(world.executor.resolveByHand(id, { kind: "not-executed", reason: "" })).rejects.toMatchObject({
      code: "RESOLVE",
    });
  });

  it("a conflict of an earlier run", async () => {
    const { world, id } = await conflict();
    await world.restart();
    expect([...world.executor.blockedTokens()].sort()).toEqual([USDC, WETH]);
    world.venue.listLagMs = 0;
    await resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }));
    expectAgreement(world);
  });
});

describe("other hands", () => {
  it("are reported once, and what they did is an adjustment of unassigned", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    world.decide("s", swap(USDC, WBTC, 100));
    await world.pass(0);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(1000), reason: "mine" });
    await world.pass(2 * SETTLE);
    expect((await reconcile(world)).map(({ book }) => book)).toEqual(["unassigned", "unassigned"]);
    expect(await reconcile(world)).toEqual([]);
    expect(world.journal.notes.map(({ kind }) => kind)).toEqual(["foreign-trades"]);
    expectAgreement(world);
    void world.restart();
    await world.pass(0);
    expect(await reconcile(world)).toEqual([]);
    expect(world.journal.notes).toHaveLength(1);
  });

  it("are not believed to have emptied a book because of one wrong answer", async () => {
    const world = new World();
    world.venue.failingTokens = true;
    expect(await reconcile(world)).toEqual([]);
    world.venue.failingTokens = false;
    expect(await reconcile(world)).toEqual([]);
    world.venue.failingTokens = true;
    expect(await reconcile(world)).toEqual([]);
    expect(await reconcile(world)).toMatchObject([{ book: "s", token: USDC }]);
  });

  it("are nothing to balances that are older than a trade of ours", async () => {
    const world = new World();
    world.venue.balancesLagMs = 30_000;
    await world.pass(SETTLE);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    const entries = world.executor.reconcile();
    await world.pass(0);
    expect(await entries).toEqual([]);
  });

  it("cannot be told from what the venue does not answer: reconciling rejects", async () => {
    const world = new World();
    world.venue.failingLists = 1;
    const entries = world.executor.reconcile();
    entries.catch(() => {});
    await world.pass(0);
    await expect(entries).rejects.toThrow("503");
    expect(world.clock.now()).toBe(START);
  });
});
