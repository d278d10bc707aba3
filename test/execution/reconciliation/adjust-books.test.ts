import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { expectAgreement, START, swap, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

describe("other hands", () => {
  it("are reported once, and their effect is an adjustment of unassigned", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    world.decide("s", swap(USDC, WBTC, 100));
    await world.pass(0);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(1000), reason: "mine" });
    await world.pass(2 * SETTLE);
    expect((await world.reconcile()).map(({ book }) => book)).toEqual(["unassigned", "unassigned"]);
    expect(await world.reconcile()).toEqual([]);
    expect(world.journal.notes.map(({ kind }) => kind)).toEqual(["foreign-trades"]);
    expectAgreement(world);
    void world.restart();
    await world.pass(0);
    expect(await world.reconcile()).toEqual([]);
    expect(world.journal.notes).toHaveLength(1);
  });

  it("may be a bot on a copy of the journal: trades with its marker that it does not know are reported as such", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    for (const reason of ["[abcd-7k2m9x] because", "[zzzz-7k2m9x] another's"])
      world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason });
    await world.reconcile();
    expect(world.journal.notes).toMatchObject([
      {
        text: expect.stringMatching(/^2 trades were not .* t1, t2 \(1 with this journal's marker/) as string,
      },
    ]);
    expectAgreement(world);
  });

  it("explain a balance once: an equal amount that is missing later does not clear a trade of ours", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    await world.reconcile();
    world.venue.trade({ from: USDC, to: WBTC, amount: new Decimal(100), reason: "mine" });
    await world.pass(2 * SETTLE);
    expect(await world.reconcile()).toHaveLength(2);
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT"]);
  });

  it("explain no more than what they traded: a trade of ours that took more is not cleared", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    await world.reconcile();
    await world.pass(2 * SETTLE);
    world.venue.trade({ from: USDC, to: WBTC, amount: new Decimal(100), reason: "mine" });
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10 * SETTLE);
    expect(world.states()).toEqual(["CONFLICT"]);
  });

  it("do not explain balances that are older than a trade of ours", async () => {
    const world = new World();
    world.venue.balancesLagMs = 30_000;
    await world.pass(SETTLE);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(await world.reconcile()).toEqual([]);
  });

  it("cannot be seen without the venue's answer: reconciling rejects", async () => {
    const world = new World();
    world.venue.failingLists = 1;
    const entries = world.executor.reconcile();
    entries.catch(() => {});
    await world.pass(0);
    await expect(entries).rejects.toThrow("503");
    expect(world.clock.now()).toBe(START);
  });
});

describe("balances of a competition that began meanwhile", () => {
  it("are no adjustment of the books of the one before", async () => {
    const world = new World();
    world.venue.restart("c2", { [USDC]: 20_000 });
    expect(await world.reconcile()).toEqual([]);
    expect(world.journal.entries.filter(({ cause }) => cause === "adjustment")).toEqual([]);
    expect(world.ledger.balance(USDC).toNumber()).toBe(10_000);
  });
});

describe("balances that are older than a trade of ours", () => {
  /** Traded, and answered from before that. */
  const traded = async (settings: { readonly clockSpeed?: number } = {}): Promise<World> => {
    const world = new World({ allocations: { s: 0.5 }, settings });
    await world.pass(SETTLE);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1000);
    world.venue.balancesLagMs = 30_000;
    return world;
  };

  it("are not believed by a run that begins after that trade either", async () => {
    const world = await traded();
    void world.restart();
    expect(await world.reconcile()).toEqual([]);
    world.venue.balancesLagMs = 0;
    await world.pass(SETTLE);
    expect(await world.reconcile()).toEqual([]);
    expectAgreement(world);
  });

  it("are not believed on a fast clock, where the settling time is longer accordingly", async () => {
    const world = await traded({ clockSpeed: 10 });
    world.venue.balancesLagMs = 9 * SETTLE;
    await world.pass(5 * SETTLE);
    void world.restart();
    expect(await world.reconcile()).toEqual([]);
    expectAgreement(world);
  });

  it("are believed when they are ten minutes old, by a run that begins when the trade has settled", async () => {
    const world = await traded();
    await world.pass(SETTLE);
    world.venue.balancesLagMs = 2 * SETTLE;
    void world.restart();
    for (let i = 0; i < 10; i++) {
      expect(await world.reconcile()).toEqual([]);
      await world.pass(SETTLE);
      world.venue.balancesLagMs += SETTLE;
    }
    expect((await world.reconcile()).map(({ token }) => token)).toContain(USDC);
  });

  it("do not hide what other hands have just traded: their trade explains the difference", async () => {
    const world = await traded();
    world.venue.balancesLagMs = 0;
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(55), reason: "by hand" });
    expect(await world.reconcile()).toHaveLength(2);
    expectAgreement(world);
    world.venue.trade({ from: WETH, to: USDC, amount: new Decimal("0.01"), reason: "by hand" });
    void world.restart();
    expect(await world.reconcile()).toHaveLength(2);
    expectAgreement(world);
  });
});

describe("balances that are older than a trade by other hands", () => {
  it("do not mean that the books hold it: it explains later readings, and a lost answer is no conflict", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    await world.reconcile();
    await world.pass(2 * SETTLE);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(189), reason: "by hand" });
    await world.pass(1000);
    world.venue.balancesLagMs = 20_000;
    expect(await world.reconcile()).toEqual([]);
    world.venue.balancesLagMs = 0;
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(await world.reconcile()).toHaveLength(2);
    expectAgreement(world);
  });
});

describe("a comparison without an answer", () => {
  it.each(["trades", "balances", "status"] as const)(
    "of %s fails at a trade's deadline, and trades continue",
    async (what) => {
      const world = new World();
      await world.reconcile();
      const real: () => Promise<unknown> = world.venue[what].bind(world.venue);
      let answer = (): void => {};
      const asked = new Promise<void>((resolve) => (answer = resolve));
      world.venue.trade({ from: USDC, to: WBTC, amount: new Decimal(10), reason: "mine" });
      Object.assign(world.venue, { [what]: () => asked.then(real) });
      const compared = world.executor.reconcile().catch((error: unknown) => String(error));
      await world.pass(1_000);
      Object.assign(world.venue, { [what]: real });
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(world.settings.deadlineMs - 2_000);
      expect(world.states()).toEqual(["PREPARED"]);
      await world.pass(2_000);
      expect(world.states()).toEqual(["FILLED"]);
      expect(await compared).toMatch(/No usable answer within/);
      // What comes after all is of before the trade, and enters no book.
      answer();
      await world.pass(0);
      expect(world.journal.entries.filter(({ cause }) => cause === "adjustment")).toEqual([]);
      await world.pass(2 * SETTLE);
      await world.reconcile();
      expectAgreement(world);
    },
  );
});
