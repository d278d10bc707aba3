import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { CASH_SVM, SOL, swap, target, USDC, USDT, WBTC, WETH, World } from "../world.js";

const sum = (amounts: readonly Decimal[]): string => Decimal.sum(0, ...amounts).toFixed();

const UNPRICED = "USDT.polygon";

describe("a swap", () => {
  it("is sized by amount, USD, or a fraction of the book's balance", () => {
    const world = new World({ balances: { [USDC]: 10_000, [WETH]: 2 }, allocations: { s: 0.5 } });
    const plan = world.decide(
      "s",
      swap(USDC, WBTC, 0, { size: { amount: "12.5" } }),
      swap(WETH, USDC, 0, { size: { usd: 500 } }),
      swap(USDC, USDT, 0, { size: { fraction: 0.1 } }),
    );
    expect(plan.intents.map(({ amount }) => amount.toFixed())).toEqual(["12.5", "0.25", "500"]);
  });

  it("that is valid beyond every date is valid until the last one", () => {
    const { intents } = new World().decide("s", swap(USDC, WETH, 100, { validFor: Number.MAX_SAFE_INTEGER }));
    expect(intents.map(({ validUntil }) => validUntil)).toEqual([8.64e15]);
  });

  it("above the cap is divided into parts that share a parent and add up exactly", () => {
    const world = new World();
    const { intents } = world.decide("s", swap(USDC, WETH, 0, { size: { fraction: 1 } }));
    expect(intents.length).toBe(5);
    expect(new Set(intents.map(({ parent }) => parent)).size).toBe(1);
    expect(intents[0]?.parent).toMatch(/^.{6}$/);
    expect(sum(intents.map(({ amount }) => amount))).toBe("10000");
    for (const { amount } of intents) expect(amount.toNumber()).toBeLessThanOrEqual(2450);
  });

  it("that is divided reports the number of parts, and the limit", () => {
    const exit = swap(WETH, USDC, 0, { size: { fraction: 1 } });
    const { intents, verdicts } = new World({
      balances: { [USDC]: 5_000, [WETH]: 1 },
      risk: { maxTradeUsd: 1_500 },
    }).decide("s", exit);
    const reason = "made in 2 parts: one trade may be worth $1500.00 at most";
    const divided = { control: "max-trade-usd", verdict: "approved", intent: intents[0]?.id, reason };
    expect(verdicts).toMatchObject([{ control: "all", verdict: "approved" }, divided]);
    expect(new World().decide("s", swap(USDC, WETH, 100)).verdicts).toMatchObject([{ control: "all" }]);
  });

  it("that needs more parts than are sent at once leaves no single part that is too small for a trade", async () => {
    const world = new World({ balances: { [USDC]: 500_000, [WETH]: 0.1002 }, risk: { maxTradeUsd: 1 } });
    const exit = swap(WETH, USDC, 1, { size: { fraction: 1 } });
    const plan = world.decide("s", exit);
    expect(plan.intents).toHaveLength(199);
    expect(plan.verdicts.map(({ reason }) => reason).join()).toContain("199 are sent");
    await world.pass(0);
    expect(world.decide("s", exit).intents).toHaveLength(2);
    await world.pass(0);
    expect(world.ledger.amount("s", WETH).toFixed()).toBe("0");
  });

  it("whose part fails ends its other parts", async () => {
    const world = new World();
    world.venue.faults.push("none", "rejected");
    world.decide("s", swap(USDC, WETH, 9000));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "REJECTED", "DROPPED", "DROPPED"]);
    const failed = world.journal.intents[1]?.intent.id ?? "";
    // Each says what began it, not which part was dropped before it.
    const reason = `another part of the trade, ${failed}, is REJECTED: Insufficient balance (INSUFFICIENT_BALANCE)`;
    expect(world.told("dropped")).toMatchObject(Array(2).fill({ code: "PART_FAILED", reason }));
    expect(world.failures).toEqual([]);
  });

  it("whose part is unknown waits for it, and continues once it is found", async () => {
    const world = new World();
    world.venue.faults.push("lost-after");
    world.venue.listLagMs = 20_000;
    world.decide("s", swap(USDC, WETH, 9000));
    await world.pass(10_000);
    expect(world.states()).toEqual(["UNKNOWN", "PREPARED", "PREPARED", "PREPARED"]);
    await world.pass(60_000);
    expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED", "FILLED"]);
  });

  it("that is divided is dropped as a whole, with one reason for all parts: withdrawn, or stopped", async () => {
    for (const [code, end] of [
      ["WITHDRAWN", (world: World) => world.decide("s", { kind: "cancel", reason: "no" })],
      ["STOPPED", (world: World) => world.executor.stopSending("the end")],
    ] as const) {
      const world = new World();
      world.venue.faults.push("slow-answer");
      world.venue.faultMs = 1_000;
      world.decide("s", swap(USDC, WETH, 9000));
      await world.pass(500);
      end(world);
      await world.pass(1_000);
      expect(world.states()).toEqual(["FILLED", "DROPPED", "DROPPED", "DROPPED"]);
      expect(world.told("dropped")).toMatchObject([{ code }, { code }, { code }]);
      expect(world.failures).toEqual([]);
    }
  });

  it("of everything that risk has cut buys the cut amount, and no more", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [WETH]: 1 }, risk: { maxTradeUsd: 1_000 } });
    const all = { size: { fraction: 1 } };
    const { intents } = world.decide("s", swap(USDC, WBTC, 0, all), swap(WETH, WBTC, 0, all));
    expect(intents.map(({ amount }) => amount.toFixed())).toEqual(["1000", "0.5"]);
    await world.pass(10_000);
    expect(world.venue.requests).toHaveLength(2);
  });

  it("never sells more than the book has, less what its open trades will sell", async () => {
    const world = new World({ allocations: { s: 0.1 } });
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 5000;
    world.decide("s", swap(USDC, WETH, 600));
    await world.pass(0);
    const plan = world.decide("s", swap(USDC, WBTC, 600), swap(USDC, USDT, 600));
    expect(plan.intents.map(({ amount }) => amount.toFixed())).toEqual(["400"]);
    expect(plan.verdicts).toMatchObject([
      { verdict: "cut", code: "INSUFFICIENT_BOOK" },
      { verdict: "approved" },
      { verdict: "refused", code: "INSUFFICIENT_BOOK" },
    ]);
    expect(plan.outcomes).toMatchObject([
      {
        status: "cut",
        code: "INSUFFICIENT_BOOK",
        reason: "600 USDC.eth asked, 400 USDC.eth left: planner: 600 USDC.eth wanted, the book can sell 400 USDC.eth",
      },
      { status: "refused", code: "INSUFFICIENT_BOOK", to: USDT },
    ]);
  });

  it("reports risk's cut to its strategy: what was asked, what is left, and the control", () => {
    const world = new World({ risk: { maxTradeUsd: 250 } });
    const plan = world.decide("s", swap(USDC, WETH, 5_000));
    expect(plan.intents.map(({ amount }) => amount.toFixed())).toEqual(["250"]);
    expect(plan.outcomes).toMatchObject([
      {
        status: "cut",
        ...{ from: USDC, to: WETH, fromAmount: "0", intent: null, code: "MAX_TRADE" },
        reason: "5000 USDC.eth asked, 250 USDC.eth left: max-trade-usd: $5000.00 is above the largest trade of $250.00",
      },
    ]);
  });

  it.each([
    ["CROSS_CHAIN", swap(USDC, SOL, 10)],
    ["CROSS_CHAIN", swap(USDC, CASH_SVM, 10)],
    ["SAME_TOKEN", swap(USDC, USDC, 10)],
    ["UNKNOWN_TOKEN", swap(USDC, "NOPE.eth", 10)],
    ["NO_PRICE", swap(UNPRICED, "USDC.polygon", 10)],
    ["INSUFFICIENT_BOOK", swap("WETH.polygon", "USDC.polygon", 10)],
    ["BAD_SIZE", swap(USDC, WETH, 0, { size: { amount: "1e3" } })],
    ["BAD_SIZE", swap(USDC, WETH, 0, { size: { amount: "-1" } })],
    ["BAD_SIZE", swap(USDC, WETH, Number.NaN)],
    ["BAD_SIZE", swap(USDC, WETH, 0, { size: { fraction: 1.5 } })],
    ["INSUFFICIENT_BOOK", swap(WBTC, USDC, 10)],
    ["BELOW_MINIMUM", swap(USDC, WETH, 0.5)],
  ] as const)("is refused with %s", (code, decision) => {
    const world = new World({ balances: { [USDC]: 10_000, [UNPRICED]: 10 } });
    const plan = world.decide("s", decision);
    expect(plan.intents).toEqual([]);
    expect(plan.outcomes).toMatchObject([{ status: "refused", code }]);
    expect(plan.verdicts).toMatchObject([{ verdict: "refused", code }]);
  });

  it("reports what cut it if the rest is refused", () => {
    const world = new World({ risk: { maxTradeUsd: 0.5 } });
    const plan = world.decide("s", swap(USDC, WETH, 500));
    expect(plan.outcomes).toMatchObject([
      {
        code: "BELOW_MINIMUM",
        reason:
          "$0.5000 is below the smallest trade of $1.00; cut before that: $500.00 is above the largest trade of $0.5000",
      },
    ]);
  });

  it("or a target that is refused is reported by the strategy's own name for it", () => {
    const decisions = [swap(USDC, SOL, 10, { id: "a" }), target({ "NOPE.eth": 1 }, { id: "b" })];
    expect(new World().decide("s", ...decisions).outcomes.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("may go to another chain while cross-chain trading is on, and only to chains that trade", () => {
    const world = new World({ rules: { crossChain: true, chains: ["eth", "svm"] } });
    expect(world.decide("s", swap(USDC, SOL, 10)).intents).toHaveLength(1);
    expect(world.decide("s", swap(USDC, "WETH.base", 10)).outcomes).toMatchObject([{ code: "CHAIN_CLOSED" }]);
  });

  it("counts what other strategies planned at the same instant", () => {
    const world = new World({ allocations: { s: 0.5, t: 0.5 }, risk: { maxTradesPerDay: 1 } });
    const record = (seq: number): { seq: number; decision: ReturnType<typeof swap> } => ({
      seq,
      decision: swap(USDC, WETH, 10),
    });
    const first = world.executor.plan("s", [record(1)], world.clock.now());
    expect(world.executor.plan("t", [record(2)], world.clock.now()).intents).toHaveLength(1);
    expect(world.executor.plan("t", [record(2)], world.clock.now(), [first]).outcomes).toMatchObject([
      { code: "MAX_TRADES_PER_DAY" },
    ]);
  });
});

describe("a newer decision", () => {
  const waiting = async (): Promise<World> => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 5000;
    world.decide("s", swap(USDC, USDT, 10));
    await world.pass(0);
    return world;
  };

  it("on a token withdraws what is not yet sent of an older one, and nothing else", async () => {
    const world = await waiting();
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    world.decide("s", swap(USDC, WETH, 200));
    expect(world.told("dropped")).toMatchObject([{ code: "WITHDRAWN", to: WETH }]);
    await world.pass(10_000);
    expect(world.states()).toEqual(["FILLED", "DROPPED", "FILLED", "FILLED"]);
  });

  it("can use what the older one would have sold, and nothing that is under way", async () => {
    const world = await waiting();
    world.decide("s", swap(USDC, WETH, 0, { size: { amount: "9000" } }));
    const { intents } = world.decide("s", swap(USDC, WETH, 0, { size: { amount: "10000" } }));
    expect(sum(intents.map(({ amount }) => amount))).toBe("9990");
  });

  it("of another strategy withdraws nothing", async () => {
    const world = new World({ allocations: { s: 0.5, t: 0.5 } });
    world.decide("s", swap(USDC, WETH, 100));
    world.decide("t", swap(USDC, WETH, 200));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "FILLED"]);
  });

  it("cancels by id, by token, or everything", async () => {
    const world = await waiting();
    const names = (): (string | null)[] => world.executor.openTrades("s").map(({ id }) => id);
    world.decide("s", swap(USDC, WETH, 100, { id: "a" }), swap(USDC, WBTC, 100, { id: "b" }));
    world.decide("s", { kind: "cancel", id: "a", reason: "no" });
    expect(names()).toEqual([null, "b"]);
    world.decide("s", { kind: "cancel", token: WETH, reason: "no" });
    expect(names()).toEqual([null, "b"]);
    world.decide("s", { kind: "cancel", token: WBTC, reason: "no" });
    expect(names()).toEqual([null]);
    world.decide("s", swap(USDC, WBTC, 100, { id: "c" }));
    world.decide("s", { kind: "cancel", reason: "no" });
    expect(names()).toEqual([null]);
    await world.pass(10_000);
    expect(world.venue.requests).toHaveLength(1);
  });
});
