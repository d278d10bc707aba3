import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { Ledger } from "../../src/ledger/index.js";
import { CASH_SVM, SOL, swap, target, USDC, WBTC, WETH, World } from "./world.js";

describe("a trade made in a competition that began while it was under way", () => {
  it("is not entered in books that are not open: they open with balances that include it", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.journal.trades).toMatchObject([{ trade: { competitionId: "c2" } }]);
    expect(world.states()).toEqual(["FILLED"]);
    expect(world.journal.recover("c2").books).toEqual({});
  });

  describe("if the service cuts markers and its answer is lost,", () => {
    const lost = async (listLagMs = 0): Promise<World> => {
      const world = new World();
      world.venue.echo = () => "cut";
      await world.executor.recover([]);
      world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
      world.venue.faults.push("lost-after");
      world.venue.listLagMs = listLagMs;
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(1_000);
      return world;
    };

    it("is known by tokens, exact amount and time", async () => {
      const world = await lost();
      expect(world.states()).toEqual(["FILLED"]);
      expect(world.journal.trades).toMatchObject([{ trade: { competitionId: "c2" } }]);
    });

    it("is known so after a restart into the new competition, and is not by other hands", async () => {
      const world = await lost(20_000);
      expect(world.states()).toEqual(["UNKNOWN"]);
      world.competitionId = "c2";
      void world.restart();
      await world.pass(60_000);
      expect(world.states()).toEqual(["FILLED"]);
      expect(world.journal.notes).toEqual([]);
    });
  });

  describe("if the service cuts markers, is told from an equal one of the competition before:", () => {
    /** A trade that was filled just before the next competition began, and one as large of which no answer comes. */
    const inTheNext = async (
      fault: "lost-before" | "lost-after",
      listLagMs = 0,
      byHand?: (venue: World["venue"]) => unknown,
    ): Promise<World> => {
      const world = new World();
      world.venue.echo = () => "cut";
      if (byHand === undefined) world.decide("s", swap(USDC, WETH, 100));
      else byHand(world.venue);
      await world.pass(10_000);
      world.nextCompetition("c2");
      world.venue.listLagMs = listLagMs;
      void world.restart();
      await world.pass(1_000);
      world.ledger.start(await world.venue.balances(), { s: 1 });
      world.venue.faults.push(fault);
      world.venue.listLagMs = Math.max(listLagMs, 5_000);
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(1_000);
      expect(world.states().at(-1)).toBe("UNKNOWN");
      return world;
    };

    it.each([
      ["lost-before", "NOT_EXECUTED"],
      ["lost-after", "FILLED"],
    ] as const)("one that is %s is %s", async (fault, state) => {
      const world = await inTheNext(fault);
      await world.pass(180_000);
      expect(world.states()).toEqual(["FILLED", state]);
    });

    it("by a bot that was started again too", async () => {
      const world = await inTheNext("lost-after");
      void world.restart();
      await world.pass(180_000);
      expect(world.states()).toEqual(["FILLED", "FILLED"]);
    });

    it("if the list of trades did not have the earlier one before the other was sent", async () => {
      const world = await inTheNext("lost-before", 20_000);
      await world.pass(180_000);
      expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
    });

    it("if the earlier one was made manually", async () => {
      const world = await inTheNext("lost-before", 0, (venue) =>
        venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" }),
      );
      await world.pass(180_000);
      expect(world.states()).toEqual(["NOT_EXECUTED"]);
      expect(world.journal.notes).toEqual([]);
    });

    it.each([
      ["", false],
      [", by a bot that was started again too", true],
    ])("if the earlier one was made manually, and the list had only others of it%s", async (_, again) => {
      const world = new World();
      const byHand = { from: USDC, to: WETH, reason: "by hand" };
      world.venue.trade({ ...byHand, amount: new Decimal(33) });
      await world.pass(30_000);
      world.venue.trade({ ...byHand, amount: new Decimal(100) });
      world.nextCompetition("c2");
      world.venue.listLagMs = 20_000;
      void world.restart();
      await world.pass(1_000);
      const entries = world.ledger.start(await world.venue.balances(), { s: 1 }, () => 1);
      world.journal.adjust(world.clock.now(), entries);
      world.venue.faults.push("lost-before");
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(35_000);
      if (again) void world.restart();
      await world.pass(180_000);
      expect(world.states()).toEqual(["NOT_EXECUTED"]);
    });

    it("if the earlier one was made manually, by a bot that starts again in the competition after it", async () => {
      const byHand = (venue: World["venue"]): unknown =>
        venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
      const world = await inTheNext("lost-before", 0, byHand);
      const entries = new Ledger("c2").start(await world.venue.balances(), { s: 1 }, () => 1);
      world.journal.adjust(world.clock.now(), entries);
      world.nextCompetition("c3");
      void world.restart();
      await world.pass(180_000);
      expect(world.states()).toEqual(["NOT_EXECUTED"]);
    });

    it("if one by other hands was seen in its own before it was sent, by a bot that starts again in the next", async () => {
      const world = new World();
      world.venue.echo = () => "cut";
      world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
      await world.reconcile();
      world.venue.faults.push("lost-before");
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(1_000);
      expect(world.states()).toEqual(["UNKNOWN"]);
      world.nextCompetition("c2");
      void world.restart();
      await world.pass(180_000);
      expect(world.states()).toEqual(["NOT_EXECUTED"]);
    });

    it("one sent in the earlier competition, after one that was filled there", async () => {
      for (const [fault, state] of [
        ["lost-before", "NOT_EXECUTED"],
        ["lost-after", "FILLED"],
      ] as const) {
        const world = new World();
        world.venue.echo = () => "cut";
        world.decide("s", swap(USDC, WETH, 100));
        await world.pass(3_600_000);
        world.venue.faults.push(fault);
        world.venue.listLagMs = 5_000;
        world.decide("s", swap(USDC, WETH, 100));
        await world.pass(1_000);
        world.nextCompetition("c2");
        void world.restart();
        await world.pass(180_000);
        expect(world.states()).toEqual(["FILLED", state]);
      }
    });
  });

  it("is the last one sent: waiting intents are dropped, and later decisions too", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
    await world.executor.recover([]);
    world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000, [CASH_SVM]: 5_000 });
    world.decide("s", swap(USDC, WETH, 100), swap(CASH_SVM, SOL, 100), target({ [WBTC]: 0.1 }));
    await world.pass(1_000);
    world.decide("s", swap(CASH_SVM, SOL, 100));
    await world.pass(1_000);
    expect(world.states()).toEqual(["FILLED", "DROPPED", "DROPPED", "DROPPED"]);
    expect(world.venue.requests).toHaveLength(1);
    expect(world.told("filled")).toMatchObject([{ code: "OTHER_COMPETITION", toAmount: "0.04995" }]);
    expect(world.told("dropped").map(({ code }) => code)).toEqual(["STOPPED", "STOPPED", "STOPPED"]);
    expect(world.journal.notes).toMatchObject([{ kind: "other-competition", data: { competition: "c2" } }]);
  });

  it("changes no book of the one before, even if the status still names that one", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    const status = await world.venue.status();
    world.venue.status = () =>
      Promise.resolve({ ...status, competition: status.competition && { ...status.competition, id: "c1" } });
    await world.pass(10 * 60_000);
    for (let looks = 0; looks < 3; looks++) expect(await world.reconcile()).toEqual([]);
    expect(world.ledger.balance(USDC).toNumber()).toBe(10_000);
  });

  it("by other hands is not ours if it was made long after ours was sent", async () => {
    const world = new World();
    await world.executor.recover([]);
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    world.executor.abandon();
    world.venue.restart("c2", { [USDC]: 5_000 });
    await world.pass(86_400_000);
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "verification trade" });
    world.competitionId = "c2";
    void world.restart();
    await world.pass(180_000);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(world.journal.notes).toMatchObject([{ kind: "foreign-trades" }]);
  });

  describe("without its marker, if others came back with theirs, and its answer is lost,", () => {
    const lost = async (made: boolean): Promise<World> => {
      const world = new World();
      world.decide("s", swap(USDC, WETH, 50));
      await world.pass(1_000);
      expect(world.states()).toEqual(["FILLED"]);
      world.venue.echo = () => "cut";
      world.venue.onExecute = () => world.venue.restart("c2", { [USDC]: 5_000 });
      world.venue.faults.push(made ? "lost-after" : "lost-before");
      world.decide("s", swap(USDC, WETH, 100));
      await world.pass(1_000);
      return world;
    };

    it("is a conflict, and not absent", async () => {
      const world = await lost(true);
      await world.pass(120_000);
      expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
      const reason = "trade t2 could be it, though it came without its marker, or one by other hands";
      expect(world.journal.steps.at(-1)?.detail["reason"]).toContain(reason);
    });

    it("is a conflict even if the last list that was read was too old to have it", async () => {
      const world = await lost(true);
      const { clock, venue } = world;
      const until = clock.now() + 50_000;
      const trades = venue.trades.bind(venue);
      venue.trades = async () =>
        (await trades()).filter(({ competitionId }) => competitionId === "c1" || clock.now() < until);
      await world.pass(120_000);
      expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
    });

    it("is a conflict for a bot that starts again in the new competition, too", async () => {
      const world = await lost(false);
      world.venue.competitionId = "c1";
      world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
      world.nextCompetition("c2");
      void world.restart();
      await world.pass(120_000);
      expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
    });

    it("is absent if no trade could be it", async () => {
      const world = await lost(false);
      world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(99), reason: "by hand" });
      await world.pass(60_000);
      world.venue.trade({ from: USDC, to: SOL, amount: new Decimal(100), reason: "by hand" });
      await world.pass(120_000);
      expect(world.states()).toEqual(["FILLED", "NOT_EXECUTED"]);
    });
  });

  it("by other hands is no late one of an earlier competition, even if it is equal", async () => {
    const world = new World();
    world.venue.echo = () => "cut";
    world.venue.faults.push("lost-before");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(80_000);
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    world.nextCompetition("c2");
    void world.restart();
    await world.pass(1_000);
    world.journal.adjust(world.clock.now(), world.ledger.start(await world.venue.balances(), { s: 1 }));
    world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(100), reason: "by hand" });
    await world.executor.reconcile();
    expect(world.states()).toEqual(["NOT_EXECUTED"]);
    expect(world.journal.notes).toMatchObject([{ kind: "foreign-trades" }]);
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
  it("is not absent by lists that lack the trades known when it was sent", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 50));
    await world.pass(1_000);
    world.venue.faults.push("lost-after");
    world.venue.failingLists = 1_000;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(1_000);
    world.nextCompetition("c2");
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
