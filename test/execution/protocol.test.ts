import { describe, expect, it } from "vitest";
import { expectAgreement, World, swap, USDC, WBTC, WETH } from "./world.js";

/** Books and venue agree to the last digit. */
describe("a trade's way", () => {
  it("is PREPARED, SENT and FILLED, with its marker first in the reason", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.venue.requests[0]?.reason).toMatch(/^\[abcd-[0-9a-hjkmnp-tv-z]{6}\] because$/);
    expect(world.told("filled")).toMatchObject([{ fromAmount: "100", toAmount: "0.04995", code: "" }]);
    expect(world.told("filled")[0]?.costUsd).toBeCloseTo(0.1, 9);
    expectAgreement(world);
  });

  it("has SENT on disk, with everything that its proof needs, before the request leaves", async () => {
    const world = new World();
    let atRequest: unknown = null;
    world.venue.onExecute = () => (atRequest = world.journal.steps.at(-1));
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(atRequest).toMatchObject({
      to: "SENT",
      detail: {
        strategy: "s",
        from: USDC,
        to: WETH,
        amount: "100",
        balances: { [USDC]: "10000", [WETH]: "0" },
        newestTrade: null,
      },
      quote: { from: USDC },
    });
    expect(atRequest).toMatchObject({ detail: { sentReason: world.venue.requests[0]?.reason } });
  });

  it("ends before the request if SENT cannot be written", async () => {
    const world = new World();
    world.beforeWrite = (name, step) => {
      if (name === "step" && (step as { to: string }).to === "SENT") throw new Error("disk full");
    };
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(60_000);
    expect(world.venue.requests).toEqual([]);
    expect(world.failures).toHaveLength(1);
    expect(world.states()).toEqual(["PREPARED", "PREPARED"]);
    await expect(world.executor.settled()).resolves.toBeUndefined();
  });

  it("sends nothing more once a fill cannot be written, and a restart finds the trade", async () => {
    const world = new World();
    world.beforeWrite = (name, step) => {
      if (name === "step" && (step as { to: string }).to === "FILLED") throw new Error("disk full");
    };
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(60_000);
    expect(world.venue.requests).toHaveLength(1);
    expect(world.states()).toEqual(["SENT", "PREPARED"]);
    world.beforeWrite = () => {};
    world.decide("s", swap(USDC, WBTC, 50));
    await world.pass(60_000);
    expect(world.venue.quotes).toHaveLength(1);
    void world.restart();
    await world.pass(0);
    expect(world.states()).toEqual(["FILLED", "DROPPED", "DROPPED"]);
    expect(world.venue.made).toHaveLength(1);
    expectAgreement(world);
  });

  it("ends before the request if the program fails there, as do all others: the bot gets the error", async () => {
    const world = new World();
    const bug = new Error("a fault of the program");
    Object.assign(world.risk, {
      atSending: () => {
        Object.assign(world.risk, { atSending: () => null });
        throw bug;
      },
    });
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(60_000);
    expect([world.venue.requests, world.failures]).toEqual([[], [bug]]);
  });

  it("that cannot be written ends the waiting of callers for balances", async () => {
    const world = new World();
    let compared: Promise<unknown> | null = null;
    world.failures.push = () => {
      compared = world.executor.reconcile().catch(() => "not compared");
      return 1;
    };
    world.beforeWrite = () => {
      throw new Error("disk full");
    };
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    await expect(compared).resolves.toBeDefined();
  });

  it("that is left to the next run has no waiting callers", async () => {
    const world = new World();
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    expect(world.states()).toEqual(["UNKNOWN"]);
    let settled = false;
    void world.executor.settled().then(() => (settled = true));
    await world.pass(0);
    expect(settled).toBe(false);
    world.executor.abandon();
    await world.pass(0);
    expect(settled).toBe(true);
  });

  it("is REJECTED if the venue refused, without a second attempt", async () => {
    const world = new World();
    world.venue.faults.push("rejected");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(600_000);
    expect(world.states()).toEqual(["REJECTED"]);
    expect(world.told("rejected")).toMatchObject([{ code: "INSUFFICIENT_BALANCE", reason: "Insufficient balance" }]);
    expect(world.venue.requests).toHaveLength(1);
  });

  it("is made one at a time, urgent ones first, then in order", async () => {
    const world = new World();
    let inFlight = 0;
    let most = 0;
    world.venue.faults.push("slow-answer", "slow-answer", "slow-answer");
    world.venue.faultMs = 1000;
    world.venue.onExecute = () =>
      (most = Math.max(most, ++inFlight - world.journal.steps.filter(({ to }) => to === "FILLED").length));
    world.decide(
      "s",
      swap(USDC, WETH, 100, { reason: "one" }),
      swap(USDC, WBTC, 100, { reason: "two" }),
      swap(USDC, "USDT.eth", 100, { reason: "three", urgent: true }),
    );
    await world.pass(10_000);
    expect(world.venue.requests.map(({ reason }) => reason.split(" ")[1])).toEqual(["three", "one", "two"]);
    expect(most).toBe(1);
  });

  it("goes before those that another strategy decided first at that instant, if it alone is urgent", async () => {
    const world = new World({ allocations: { s: 0.5, t: 0.5 } });
    world.decide("s", swap(USDC, WETH, 100));
    world.decide("t", swap(USDC, WBTC, 100, { urgent: true }));
    await world.pass(0);
    expect(world.venue.requests.map(({ to }) => to)).toEqual([WBTC, WETH]);
  });

  it("is dropped if the fresh quote is beyond the limit, its validity is over, or there is no quote", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100, { limit: 1 / 2000 }));
    await world.pass(0);
    expect(world.told("dropped")).toMatchObject([{ code: "LIMIT" }]);
    expect(world.journal.steps.at(-1)).toMatchObject({ to: "DROPPED", quote: { from: USDC } });
    world.venue.failingQuotes = 1;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.told("dropped")[1]).toMatchObject({ code: "NO_QUOTE", reason: "no quote: no quote now" });
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 5000;
    world.decide("s", swap(USDC, WBTC, 100), swap(USDC, WETH, 100, { validFor: 1000 }));
    await world.pass(10_000);
    expect(world.told("dropped")[2]).toMatchObject({ code: "EXPIRED" });
    expect(world.venue.made).toHaveLength(1);
  });

  it("is dropped if a price has lifted it above the cap by then", async () => {
    const world = new World({ balances: { [USDC]: 6000, [WETH]: 2 } });
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    // Equity 10,000, cap 2,500.
    world.decide("s", swap(USDC, WBTC, 100), swap(WETH, USDC, 2400));
    await world.pass(500);
    world.board.record({ token: WETH, usd: 2400, readAt: world.clock.now() });
    await world.pass(1000);
    expect(world.told("dropped")).toMatchObject([{ code: "OVER_CAP" }]);
  });

  it("never exceeds the longest reason in code points, without control characters and with the marker whole", async () => {
    const world = new World({ settings: { maxReasonLength: 20 } });
    world.decide("s", swap(USDC, WETH, 100, { reason: "a\u0000b\r\n\u2028😀😀😀😀😀😀😀" }));
    await world.pass(0);
    const reason = world.venue.requests[0]?.reason ?? "";
    expect(Array.from(reason)).toHaveLength(20);
    expect(reason).toMatch(/^\[abcd-.{6}\] a b 😀😀$/u);
  });

  it("draws other ids in a later run with the same seed", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    void world.restart();
    await world.pass(1);
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1);
    expect(new Set(world.venue.requests.map(({ reason }) => reason)).size).toBe(2);
  });

  it("has an id that no trade of an earlier run had, even if that began at the same millisecond", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    void world.restart();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(new Set(world.journal.intents.map(({ intent }) => intent.id)).size).toBe(2);
  });

  it("is dropped by a stop with the reason, while trades under way are finished", async () => {
    const world = new World();
    world.venue.faults.push("slow-answer");
    world.venue.faultMs = 1000;
    world.decide("s", swap(USDC, WETH, 100), swap(USDC, WBTC, 100));
    await world.pass(500);
    world.executor.stopSending("the competition ended");
    let settled = false;
    void world.executor.settled().then(() => (settled = true));
    await world.pass(0);
    expect(settled).toBe(false);
    await world.pass(1000);
    expect(settled).toBe(true);
    expect(world.states()).toEqual(["FILLED", "DROPPED"]);
    expect(world.told("dropped")).toMatchObject([{ code: "STOPPED", reason: "the competition ended" }]);
    world.decide("s", swap(USDC, WBTC, 100));
    await world.pass(60_000);
    expect(world.venue.requests).toHaveLength(1);
    expect(world.states()).toEqual(["FILLED", "DROPPED", "DROPPED"]);
  });
});
