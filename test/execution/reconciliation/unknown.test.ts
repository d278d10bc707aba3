import { describe, expect, it } from "vitest";
import { Decimal, plain } from "../../../src/core/number/decimal.js";
import { sleep } from "../../../src/core/time/clock.js";
import { expectAgreement, START, swap, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

describe("a lost answer", () => {
  it("is found in the trade list by its marker, and entered once", async () => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.journal.steps.map(({ to }) => to)).toEqual(["SENT", "UNKNOWN", "FILLED"]);
    expect(world.outcomes.map(({ status }) => status)).toEqual(["unknown", "filled"]);
    expectAgreement(world);
    expect(world.venue.requests).toHaveLength(1);
  });

  it("counts as not executed only after three counting lists over the settling time with balances unchanged", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(SETTLE - 1);
    expect(world.states()).toEqual(["UNKNOWN"]);
    expect(world.executor.unknown()).toHaveLength(1);
    await world.pass(1);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(world.told("not-executed")).toMatchObject([{ code: "NOT_EXECUTED", fromAmount: "0" }]);
    await world.pass(10 * SETTLE);
    expect(world.venue.requests).toHaveLength(1);
    expectAgreement(world);
  });

  it("is not absent because of lists that lack the newest trade known", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    world.venue.faults.push("lost-after");
    world.venue.emptyLists = 20;
    world.venue.balancesLagMs = 10 * SETTLE;
    world.decide("s", swap(USDC, WETH, 200));
    await world.pass(3 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "UNKNOWN"]);
    world.venue.emptyLists = 0;
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expectAgreement(world);
  });

  it("is found however long the service is away, with a report that it takes long", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.faults.push("lost-after");
    world.venue.failingLists = 40;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(25 * SETTLE);
    expect(world.states()).toEqual(["UNKNOWN"]);
    expect(world.journal.notes).toMatchObject([{ kind: "long-unknown" }]);
    await world.pass(30 * SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.journal.notes).toHaveLength(1);
  });

  it("cannot happen before the earlier trades were read once: the trade is dropped", async () => {
    const world = new World();
    world.venue.failingLists = 1;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.told("dropped")).toMatchObject([{ code: "NO_QUOTE" }]);
    expect(world.venue.requests).toEqual([]);
  });

  it("is not decided while balances cannot be read", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.venue.failingBalances = 8;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["UNKNOWN"]);
    await world.pass(5 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
  });

  it("is a conflict if balances moved and no list shows why", async () => {
    const world = new World();
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(SETTLE - 1);
    expect(world.states()).toEqual(["UNKNOWN"]);
    await world.pass(1);
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.told("conflict")).toMatchObject([{ code: "BALANCES_MOVED" }]);
    expect(world.told("conflict")[0]?.reason).toContain("contender resolve");
    expect([...world.executor.blockedTokens()].sort()).toEqual([USDC, WETH]);
  });

  it("is a conflict at once if the list shows another amount under its marker", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.venue.onExecute = (request) => world.venue.trade({ ...request, amount: new Decimal(7) });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.told("conflict")).toMatchObject([{ code: "CONTRADICTION" }]);
    expect(world.told("conflict")[0]?.reason).toContain("sold 7 USDC.eth, asked for was 100");
  });

  it("is a conflict if two trades carry its marker", async () => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.venue.onExecute = (request) => world.venue.trade(request);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.told("conflict")).toMatchObject([{ code: "CONTRADICTION" }]);
  });

  it("is not executed if the service lists the attempt as failed", async () => {
    const world = new World();
    world.venue.faults.push("failed");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(SETTLE);
    expect(world.told("not-executed")[0]?.reason).toContain("it failed");
  });

  it("whose late trade is listed after the verdict becomes a conflict, never a second trade", async () => {
    const world = new World();
    world.venue.faults.push("late-trade");
    world.venue.faultMs = 3 * SETTLE;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    await world.pass(2 * SETTLE);
    await world.reconcile();
    expect(world.states()).toEqual(["CONFLICT"]);
    expect(world.told("conflict")).toMatchObject([{ code: "LATE_TRADE" }]);
    expect(world.venue.requests).toHaveLength(1);
  });

  it("that comes after the deadline fills the intent if nothing else did before", async () => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 20_000;
    world.venue.listLagMs = 40_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(15_000);
    expect(world.states()).toEqual(["UNKNOWN"]);
    expect(world.told("unknown")).toMatchObject([{ code: "TRADE_DEADLINE" }]);
    await world.pass(6000);
    expect(world.states()).toEqual(["FILLED"]);
    await world.pass(10 * SETTLE);
    expectAgreement(world);
  });

  it("of a venue that ignores its abort signal for ever does not delay the others", async () => {
    const world = new World({ balances: { [USDC]: 5000, [WETH]: 1, [WBTC]: 0.1 } });
    world.venue.faults.push("never-answers");
    world.decide("s", swap(USDC, WETH, 100), swap(WBTC, USDC, 100));
    await world.pass(10_000);
    expect(world.states()).toEqual(["UNKNOWN", "FILLED"]);
  });
});

describe("while a trade is unknown", () => {
  it("new trades in its tokens wait, and follow once it is known", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100), swap(WETH, USDC, 100));
    await world.pass(SETTLE - 1);
    expect(world.venue.requests).toHaveLength(1);
    await world.pass(1);
    expect(world.venue.requests).toHaveLength(2);
  });

  it("an exit of another token into the blocked cash continues, and its fill is excluded from the proof", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [WBTC]: 0.1 } });
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    world.decide("s", swap(WBTC, USDC, 1000));
    await world.pass(0);
    expect(world.states()).toEqual(["UNKNOWN", "FILLED"]);
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED", "FILLED"]);
    expectAgreement(world);
  });

  it("an exit that becomes unknown too is told apart from it", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [WBTC]: 0.1 } });
    world.venue.listLagMs = 50_000;
    world.venue.faults.push("lost-before", "lost-after");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(40_000);
    world.decide("s", swap(WBTC, USDC, 1000));
    await world.pass(3 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED", "FILLED"]);
    expectAgreement(world);
  });

  it("a swap by other hands in its tokens is excluded from the proof", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(20_000);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(55), reason: "by hand" });
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    await world.reconcile();
    expect(world.journal.trades).toMatchObject([{ intent: null, trade: { reason: "by hand" } }]);
    expectAgreement(world);
  });

  it("a swap by other hands that an earlier run saw, and did not enter, is excluded after a restart", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(5_000);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(55), reason: "by hand" });
    await world.pass(12_000);
    expect(world.journal.trades).toMatchObject([{ intent: null }]);
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    await world.reconcile();
    expectAgreement(world);
  });

  it("a balance that moved by rounding alone counts as unchanged", async () => {
    const world = new World({ balances: { [USDC]: 4035.681870513721, [WETH]: 1 } });
    const balances = world.venue.balances.bind(world.venue);
    // One step of doubles beside it, as a service that adds in doubles has it.
    world.venue.balances = async () =>
      (await balances()).map((balance) => ({ ...balance, sent: balance.sent * (1 + Number.EPSILON) }));
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
  });

  it("a list counts as of its request, however long it took", async () => {
    const world = new World();
    world.venue.balancesLagMs = 15_000;
    const trades = world.venue.trades.bind(world.venue);
    world.venue.trades = async () => {
      const list = await trades();
      if (world.clock.now() >= START + 45_000) await sleep(world.clock, 20_000);
      return list;
    };
    world.venue.faults.push("late-trade");
    world.venue.faultMs = 55_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(5 * SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
    expectAgreement(world);
  });

  it("reconciling ignores its tokens", async () => {
    const world = new World();
    world.venue.listLagMs = 30_000;
    world.venue.faults.push("lost-after");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(await world.reconcile()).toEqual([]);
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
    expectAgreement(world);
  });

  it("a new competition voids the balance test", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(10_000);
    world.venue.restart("c2", { [USDC]: 777 });
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(world.told("not-executed")[0]?.reason).toContain("a new competition has begun");
    expect(await world.reconcile()).toEqual([]);
    expect(plain(world.ledger.balance(USDC))).toBe("10000");
  });
});

describe("an unknown trade of an earlier competition", () => {
  const later = async (fault: "lost-after" | "lost-before"): Promise<World> => {
    const world = new World();
    world.venue.faults.push(fault);
    world.venue.listLagMs = 30_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1000);
    world.nextCompetition("c2", 777);
    void world.restart();
    await world.pass(2 * SETTLE);
    return world;
  };

  it("is resolved as not executed by the list alone", async () => {
    expect((await later("lost-before")).states()).toEqual(["NOT_EXECUTED"]);
  });

  it("is entered in that competition's books, not in the current ones", async () => {
    const world = await later("lost-after");
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.ledger.isEmpty()).toBe(true);
    expect(world.journal.recover("c1").books["s"]?.[USDC]?.amount.toFixed()).toBe("9900");
  });
});

describe("a service that echoes markers, but not this one", () => {
  const echoing = async (): Promise<World> => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1000);
    return world;
  };

  it("makes a lost answer a conflict, not absent: a person can name the trade", async () => {
    const world = await echoing();
    world.venue.echo = () => "rewritten";
    world.venue.faults.push("lost-after");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
    const [trade] = await world.venue.trades();
    expect(world.journal.steps.at(-1)?.detail["reason"]).toContain(`trade ${trade?.id} could be it`);
    const id = world.journal.intents.at(-1)?.intent.id ?? "";
    await world.executor.resolveByHand(id, { kind: "filled", tradeId: trade?.id ?? "", reason: "it is" });
    await world.reconcile();
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expectAgreement(world);
  });

  it("does not make it absent because other hands may have made the listed trade", async () => {
    const world = await echoing();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "other hands" });
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
    const id = world.journal.intents.at(-1)?.intent.id ?? "";
    await world.executor.resolveByHand(id, { kind: "not-executed", reason: "it was me" });
    await world.reconcile();
    expect(world.journal.notes.map(({ kind }) => kind)).toContain("foreign-trades");
    expectAgreement(world);
  });

  it("has its trade recognised by a marker in capitals", async () => {
    const world = await echoing();
    world.venue.echo = (reason) => reason.toUpperCase();
    world.venue.faults.push("lost-after");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expect(world.journal.notes).toEqual([]);
    expectAgreement(world);
  });
});

describe("a service that does not echo markers", () => {
  const silent = (): World => {
    const world = new World({ balances: { [USDC]: 10_000, [WBTC]: 0.1 } });
    world.venue.echo = () => "cut";
    return world;
  };

  it("causes a warning at the first fill", async () => {
    const world = silent();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
    expect(world.journal.notes.map(({ kind }) => kind)).toEqual(["marker-not-echoed"]);
  });

  it("lets lost answers be proven by unseen id, tokens, exact amount and time; nothing is sent meanwhile", async () => {
    const world = silent();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1000);
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = 20_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1000);
    world.decide("s", swap(WBTC, USDC, 100));
    await world.pass(10_000);
    expect(world.venue.requests).toHaveLength(2);
    await world.pass(20_000);
    expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED"]);
    expectAgreement(world);
  });

  it("lets even the very first trade be proven so", async () => {
    const world = silent();
    world.venue.faults.push("lost-after");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED"]);
    expectAgreement(world);
  });

  it("makes a conflict of two candidate trades", async () => {
    const world = silent();
    world.venue.faults.push("lost-after");
    world.venue.onExecute = (request) => world.venue.trade(request);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["CONFLICT"]);
  });

  it("does not prove it by a trade of long ago", async () => {
    const world = new World();
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "of old" });
    world.venue.restart("c1", { [USDC]: 10_000 });
    await world.pass(10 * SETTLE);
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
  });
});
