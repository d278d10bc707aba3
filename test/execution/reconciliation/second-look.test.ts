import { describe, expect, it, vi } from "vitest";
import { sleep } from "../../../src/core/time/clock.js";
import { Decimal } from "../../../src/core/number/decimal.js";
import type { Trade } from "../../../src/model/trade.js";
import { CASH_SVM, SOL, START, swap, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

/** One whose answer was lost, by a service that echoes no reasons and whose clock is off by so many milliseconds. */
async function unmarked(skew: number, settings: { readonly clockSpeed?: number } = {}): Promise<World> {
  const world = new World({ settings });
  await world.executor.recover([]);
  world.venue.echo = () => null;
  world.venue.faults.push("lost-after");
  const made = world.venue.trade.bind(world.venue);
  world.venue.trade = (request) => {
    const trade = made(request);
    const last = world.venue.listed.pop();
    if (last !== undefined) world.venue.listed.push({ ...last, at: trade.at + skew });
    return trade;
  };
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(5 * SETTLE);
  return world;
}

describe("an unmarked trade that is alike but for its time", () => {
  it.each([-300_000, 300_000])(
    "is neither absent nor of another intent, by a clock that is %i ms off",
    async (skew) => {
      const world = await unmarked(skew);
      expect(world.states()).toEqual(["CONFLICT"]);
      expect(world.told("conflict")[0]?.reason).toContain("contender resolve");
    },
  );

  it("is found if the service's clock is ahead by more than the settling time", async () => {
    expect((await unmarked(1.5 * SETTLE)).states()).toEqual(["FILLED"]);
  });

  it.each([-300_000, 300_000])("is found where %i ms of a fast clock are next to nothing", async (skew) => {
    expect((await unmarked(skew, { clockSpeed: 10 })).states()).toEqual(["FILLED"]);
  });
});

it("an unmarked trade that was made long after an equal one was sent is a question for a person", async () => {
  const world = new World();
  await world.executor.recover([]);
  world.venue.faults.push("lost-before");
  world.decide("s", swap(USDC, WETH, 100));
  await world.pass(SETTLE / 2);
  world.executor.abandon();
  await world.pass(1_440 * SETTLE);
  world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
  void world.restart();
  await world.pass(3 * SETTLE);
  expect(world.states()).toEqual(["CONFLICT"]);
  expect(world.told("conflict")[0]?.reason).toContain("could be it but for its time");
});

describe("an unknown trade", () => {
  it("requests no balances if the list of trades has it", async () => {
    const world = new World();
    world.venue.faults.push("lost-after");
    const asked = vi.spyOn(world.venue, "balances");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
    expect(asked).not.toHaveBeenCalled();
  });

  it("is checked often, even if another has been unknown for long", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
    world.venue.faults.push("lost-before", "lost-after");
    world.venue.failingBalances = 1_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(20 * SETTLE);
    world.venue.listLagMs = SETTLE / 4;
    world.decide("s", swap(CASH_SVM, SOL, 100));
    await world.pass(SETTLE / 2);
    expect(world.states()).toEqual(["UNKNOWN", "FILLED"]);
  });

  it("is not absent by a list that was requested before its request was sent, however late that came", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
    world.venue.faults.push("lost-before", "lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(SETTLE / 4 - 1);
    const list = world.venue.trades.bind(world.venue);
    world.venue.trades = async () => {
      world.venue.trades = list;
      await sleep(world.clock, SETTLE / 3);
      return list();
    };
    await world.pass(SETTLE / 4);
    const sentAt = world.clock.now();
    world.decide("s", swap(CASH_SVM, SOL, 100));
    await world.pass(SETTLE - 1);
    expect(world.states()).toEqual(["NOT_EXECUTED", "UNKNOWN"]);
    await world.pass(SETTLE / 2);
    expect(world.states()).toEqual(["NOT_EXECUTED", "NOT_EXECUTED"]);
    const last = world.journal.steps.findLast(({ to }) => to === "NOT_EXECUTED");
    expect(last?.at).toBeGreaterThanOrEqual(sentAt + SETTLE);
  });
});

describe("a restart", () => {
  it("remembers when a pair was last traded", async () => {
    const world = new World({ risk: { minSecondsBetweenTrades: 3600 } });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    expect(world.states()).toEqual(["FILLED"]);
    await world.restart();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    expect(world.told("refused")).toMatchObject([{ code: "TOO_SOON" }]);
    expect(world.venue.requests).toHaveLength(1);
  });

  it("remembers when other hands last traded a pair, and ignores their failed attempts", async () => {
    const world = new World({ risk: { minSecondsBetweenTrades: 3600 } });
    await world.executor.recover([]);
    const request = { from: USDC, amount: new Decimal(50), reason: "by hand" };
    world.venue.trade({ ...request, to: WETH });
    const { id } = world.venue.trade({ ...request, to: WBTC });
    const at = world.venue.listed.findIndex((trade) => trade.id === id);
    world.venue.listed.splice(at, 1, { ...(world.venue.listed[at] as Trade & { seenAt: number }), success: false });
    await world.reconcile();
    await world.restart();
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(10_000);
    expect(world.told("refused")).toMatchObject([{ code: "TOO_SOON", to: WETH }]);
    expect(world.venue.requests).toMatchObject([{ to: WBTC }]);
  });
});

describe("a journal that failed", () => {
  it("while a quote was under way prevents the trade, even if it works again by then", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.onQuote = () => {
      world.beforeWrite = () => {
        throw new Error("disk full");
      };
      world.venue.trade({ from: USDC, to: WETH, amount: world.venue.amount(USDC).dividedBy(100), reason: "by hand" });
      // Anything that is written meanwhile: here a withdrawal of what waits.
      world.executor.stopSending("stop");
      world.beforeWrite = () => {};
    };
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    expect(world.failures).toHaveLength(1);
    expect(world.venue.requests).toEqual([]);
  });
});

describe("a late answer", () => {
  it("that names a trade of another intent changes nothing, and stops nothing", async () => {
    const world = new World({ settings: { deadlineMs: 1_000 } });
    await world.executor.recover([]);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    const [first] = world.venue.made;
    if (first === undefined) throw new Error("nothing was made");
    const execute = world.venue.execute.bind(world.venue);
    world.venue.execute = () =>
      new Promise((resolve) => {
        world.clock.at(START + 3 * SETTLE, () => resolve({ kind: "filled", trade: first }));
      });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(4 * SETTLE);
    world.venue.execute = execute;
    expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
    expect(world.failures).toEqual([]);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED", "FILLED"]);
  });
});

describe("an unknown trade", () => {
  it("reports that the balances cannot be read, and why", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    world.venue.faults.push("lost-before");
    const balances = world.venue.balances.bind(world.venue);
    world.venue.balances = () => Promise.reject(new Error("500 of getBalances"));
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10 * SETTLE);
    const known = (): (string | undefined)[] => world.executor.unknown().map((unknown) => unknown.known);
    expect(known()).toEqual([
      expect.stringMatching(/new enough to count; the balances could not be read: 500 of getBalances$/),
    ]);
    expect(world.journal.notes).toMatchObject([
      { kind: "long-unknown", text: expect.stringContaining("500 of getBalances") as string },
    ]);
    world.venue.balances = () => Promise.reject(new Error("502"));
    await world.pass(2 * SETTLE);
    expect(known()).toEqual([expect.stringMatching(/the balances could not be read: 502$/)]);
    world.venue.balances = balances;
    await world.pass(5 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
  });
});
