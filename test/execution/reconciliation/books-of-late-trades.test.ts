import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { HandVerdict } from "../../../src/execution/index.js";
import type { ExecuteRequest } from "../../../src/model/trade.js";
import { expectAgreement, flush, swap, USDC, WETH, World } from "../world.js";

const SETTLE = 60_000;

/** Trades of 100 USD that were taken for not executed, with what they asked for. */
async function notExecuted(world: World, ...pairs: readonly (readonly [string, string])[]): Promise<ExecuteRequest[]> {
  for (const [from, to] of pairs) {
    world.venue.faults.push("lost-before");
    world.decide("s", swap(from, to, 100));
    await world.pass(2 * SETTLE);
  }
  expect(world.states()).toEqual(pairs.map(() => "NOT_EXECUTED"));
  return world.venue.requests;
}

/** They are made after all; a comparison sees what they moved before the list shows them. */
async function bookedUnseen(world: World, requests: readonly ExecuteRequest[]): Promise<void> {
  world.venue.listLagMs = 100 * SETTLE;
  for (const request of requests) world.venue.trade(request);
  for (let i = 0; i < 12; i++) {
    await world.reconcile();
    await world.pass(SETTLE);
  }
  world.venue.listLagMs = 0;
  expectAgreement(world);
}

/** A person says what became of the first conflict. */
async function settle(world: World, kind: HandVerdict["kind"] = "filled"): Promise<void> {
  const id = world.journal.intents.find(({ state }) => state === "CONFLICT")?.intent.id ?? "";
  const settled = world.executor.resolveByHand(id, { kind, reason: "I know" });
  settled.catch(() => {});
  await flush();
  await settled;
}

async function follow(world: World): Promise<void> {
  world.nextCompetition("c2");
  void world.restart();
  await world.pass(1_000);
  world.journal.adjust(
    world.clock.now(),
    world.ledger.start(await world.venue.balances(), { s: 1 }, () => 1),
  );
}

/** What the journal has in the books of a competition. */
function books(world: World, competition = "c1"): Record<string, Record<string, number>> {
  const entries = Object.entries(world.journal.recover(competition).books).map(([book, held]) => {
    const amounts = Object.entries(held).map(([token, { amount }]) => [token, amount.toNumber()] as const);
    return [book, Object.fromEntries(amounts)] as const;
  });
  return Object.fromEntries(entries);
}

/** Level and text of what was told of adjustments. */
function told(world: World): string[] {
  const notes = world.journal.notes.filter(({ kind }) => kind === "balance-adjusted");
  return notes.map(({ level, text }) => `${level} ${text}`);
}

const BOUGHT = { s: { [USDC]: 4_900, [WETH]: 0.04995 }, unassigned: { [USDC]: 5_000 } };

describe("a late trade of a competition that is over, when a person settles it as filled,", () => {
  describe.each(["the bot of the next competition", "no bot"])("through %s", (by) => {
    it.each([
      [0.5, "followed them", true, BOUGHT],
      [0.5, "did not follow them", false, BOUGHT],
      [1, "paid for it", true, { s: { [USDC]: 9_900, [WETH]: 0.04995 }, unassigned: {} }],
    ])("is in its strategy's book (%d of everything) once, if the balances that %s", async (s, _, booked, due) => {
      const world = new World({ allocations: { s } });
      const requests = await notExecuted(world, [USDC, WETH]);
      if (booked) await bookedUnseen(world, requests);
      else for (const request of requests) world.venue.trade(request);
      await follow(world);
      expect(world.states()).toEqual(["CONFLICT"]);
      if (by === "no bot") {
        world.competitionId = "c1";
        void world.restart(world.journal.intents[0]?.intent.id);
      }
      await settle(world);
      expect(books(world)).toEqual(due);
      expect(books(world, "c2")).toEqual({ s: { [USDC]: 5_000 } });
    });
  });
});

it("a late trade of an ended competition is entered if the adjustment was made before it was sent", async () => {
  const world = new World({ allocations: { s: 0.5 } });
  world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(300), reason: "by hand" });
  await world.reconcile();
  await world.pass(2 * SETTLE);
  for (const request of await notExecuted(world, [USDC, WETH])) world.venue.trade(request);
  await follow(world);
  await settle(world);
  expect(books(world)).toEqual({
    s: { [USDC]: 4_900, [WETH]: 0.04995 },
    unassigned: { [USDC]: 4_700, [WETH]: 0.14985 },
  });
});

describe("a late trade that a comparison had entered, when a person settles it,", () => {
  it.each([
    ["as filled stands in its strategy's book", "filled", BOUGHT],
    [
      "as not executed stays in unassigned",
      "not-executed",
      { s: { [USDC]: 5_000 }, unassigned: { [USDC]: 4_900, [WETH]: 0.04995 } },
    ],
  ] as const)("%s, and the next comparison finds nothing", async (_, kind, due) => {
    const world = new World({ allocations: { s: 0.5 } });
    await bookedUnseen(world, await notExecuted(world, [USDC, WETH]));
    await world.reconcile();
    expect(world.states()).toEqual(["CONFLICT"]);
    await settle(world, kind);
    await world.pass(2 * SETTLE);
    expect(await world.reconcile()).toEqual([]);
    expect(books(world)).toEqual(due);
    expectAgreement(world);
  });

  it("returns what other strategies' books bore of it, and the cost of their holdings", async () => {
    const world = new World({ allocations: { s: 0.5, other: 0.5 } });
    await bookedUnseen(world, await notExecuted(world, [USDC, WETH]));
    expect(books(world)).toMatchObject({ s: { [USDC]: 4_950 }, other: { [USDC]: 4_950 } });
    await world.reconcile();
    await settle(world);
    expect(told(world)).toEqual([
      expect.stringMatching(/^info s: 50 .* moved what was entered then$/),
      expect.stringMatching(/^info other: 50 /),
      expect.stringMatching(/^info unassigned: -0\.04995 /),
    ]);
    expect(books(world)).toMatchObject({ s: { [USDC]: 4_900 }, other: { [USDC]: 5_000 } });
    expect(world.ledger.book("other").get(USDC)?.averageCost).toBe(1);
  });

  it("is entered once even if the process dies before the next comparison", async () => {
    const world = new World({ allocations: { s: 0.5 } });
    await bookedUnseen(world, await notExecuted(world, [USDC, WETH]));
    await world.reconcile();
    world.afterWrite = (name) => {
      if (name === "step") throw new Error("killed");
    };
    await expect(settle(world)).rejects.toThrow("killed");
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
    expect(await world.reconcile()).toEqual([]);
    expect(books(world)).toEqual(BOUGHT);
    expectAgreement(world);
  });

  it("is entered once, and so is its twin that was entered before, in either order of settling", async () => {
    for (const order of [0, 1]) {
      const world = new World({ allocations: { s: 0.5 } });
      const [first, second] = (await notExecuted(world, [USDC, WETH], [USDC, WETH])) as [
        ExecuteRequest,
        ExecuteRequest,
      ];
      await bookedUnseen(world, [order === 0 ? first : second]);
      world.venue.trade(order === 0 ? second : first);
      await world.reconcile();
      expect(world.states()).toEqual(["CONFLICT", "CONFLICT"]);
      for (let i = 0; i < 2; i++) await settle(world);
      await world.pass(2 * SETTLE);
      expect(await world.reconcile()).toEqual([]);
      expect(books(world)).toEqual({ s: { [USDC]: 4_800, [WETH]: 0.0999 }, unassigned: { [USDC]: 5_000 } });
      expectAgreement(world);
    }
  });

  it("sold all that its book had: the book is empty, and has the proceeds", async () => {
    const world = new World({ balances: { [USDC]: 1_000, [WETH]: 0.05 } });
    await bookedUnseen(world, await notExecuted(world, [WETH, USDC]));
    expect(books(world)).toEqual({ s: { [USDC]: 1_000 }, unassigned: { [USDC]: 99.9 } });
    await world.reconcile();
    await settle(world);
    await world.pass(2 * SETTLE);
    expect(await world.reconcile()).toEqual([]);
    expect(books(world)).toEqual({ s: { [USDC]: 1_099.9 }, unassigned: {} });
    expectAgreement(world);
  });
});

it("a trade of an ended competition overdraws no book whose money was reallocated meanwhile", async () => {
  const world = new World({ allocations: { s: 0.01 } });
  await world.executor.recover([]);
  world.venue.faults.push("lost-after");
  world.venue.failingLists = 1_000;
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(1_000);
  world.journal.adjust(world.clock.now(), world.ledger.transfer({ s: 0.01 }, {}));
  world.executor.abandon();
  await follow(world);
  expect(world.states()).toEqual(["UNKNOWN"]);
  world.venue.failingLists = 0;
  await world.pass(2 * SETTLE);
  expect(world.states()).toEqual(["FILLED"]);
  expect(books(world)).toEqual({ s: { [WETH]: 0.04995 }, unassigned: { [USDC]: 9_900 } });
  world.competitionId = "c1";
  expect(() => void world.restart()).not.toThrow();
});

it("a late trade that a person has called not executed is not asked about again, in any competition", async () => {
  const world = new World({ allocations: { s: 0.5 } });
  const requests = await notExecuted(world, [USDC, WETH]);
  for (const request of requests) world.venue.trade(request);
  await world.reconcile();
  expect(world.states()).toEqual(["CONFLICT"]);
  await settle(world, "not-executed");
  void world.restart();
  await world.pass(SETTLE);
  expect(world.states()).toEqual(["NOT_EXECUTED"]);
  await follow(world);
  await world.reconcile();
  expect(world.states()).toEqual(["NOT_EXECUTED"]);
});
