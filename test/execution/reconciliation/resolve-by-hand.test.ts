import { describe, expect, it } from "vitest";
import { Decimal } from "../../../src/core/number/decimal.js";
import { CASH_SVM, expectAgreement, flush, SOL, swap, USDC, WBTC, WETH, World } from "../world.js";

const SETTLE = 60_000;

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

  it("a conflict as not executed; what moved is then an adjustment", async () => {
    const { world, id } = await conflict();
    await resolve(world.executor.resolveByHand(id, { kind: "not-executed", reason: "the organisers took it back" }));
    expect(world.states()[0]).toBe("NOT_EXECUTED");
    expect(await world.reconcile()).toMatchObject([
      { book: "s", token: USDC, cause: "adjustment" },
      { book: "unassigned", token: WETH, cause: "adjustment" },
    ]);
    expect(world.executor.doubtsBalances()).toBe(false);
    expectAgreement(world);
  });

  it("no intent that is not open", async () => {
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

  it("it as filled by none of the trades that cannot be its own, and the bot trades on", async () => {
    const world = new World();
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(12 * SETTLE);
    const { venue } = world;
    const made = (amount: number, reason: string, to = WETH): string =>
      venue.trade({ from: USDC, to, amount: new Decimal(amount), reason }).id;
    const first = venue.made[0]?.id ?? "";
    venue.faults.push("lost-after");
    venue.listLagMs = 10 * SETTLE;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED", "CONFLICT"]);
    const [earlier = "", id = ""] = world.journal.intents.map(({ intent }) => intent.id);
    // This run knows nothing of the fill but what the journal does.
    void world.restart();
    await flush();
    venue.listLagMs = 0;
    const unsuitable: readonly (readonly [string, RegExp])[] = [
      [first, new RegExp(`intent ${earlier}'s in the journal`)],
      [made(100, `[abcd-${earlier}] again`), new RegExp(`the marker of intent ${earlier}`)],
      [made(100, "[zzzz-000000] theirs"), /the marker of another bot, \[zzzz-000000\]/],
      [made(100, "by hand", WBTC), /is USDC.eth to WBTC.eth/],
      [made(101, "by hand"), /sold 101 USDC.eth, asked for was 100/],
    ];
    await world.pass(2 * SETTLE);
    venue.competitionId = "c0";
    const elsewhere = [made(100, "by hand"), /was made in competition c0, the intent is of c1/] as const;
    venue.competitionId = "c1";
    for (const [tradeId, why] of [...unsuitable, elsewhere]) {
      const refused = resolve(world.executor.resolveByHand(id, { kind: "filled", tradeId, reason: "a typo" }));
      await expect(refused).rejects.toMatchObject({ code: "RESOLVE", message: expect.stringMatching(why) as string });
    }
    expect(world.failures).toEqual([]);
    await resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "it is the marked one" }));
    world.decide("s", swap(USDC, WBTC, 100));
    await world.pass(SETTLE);
    expect(world.states()).toEqual(["FILLED", "FILLED", "FILLED"]);
  });

  it("no intent that was settled while the list of trades was read", async () => {
    const { world, id } = await conflict();
    const { venue } = world;
    venue.listLagMs = 0;
    const [trade] = await venue.trades();
    const trades = venue.trades.bind(venue);
    venue.trades = async () => {
      const list = await trades();
      await world.executor.resolveByHand(id, { kind: "not-executed", reason: "another person" });
      return list;
    };
    const late = world.executor.resolveByHand(id, { kind: "filled", tradeId: trade?.id ?? "", reason: "I saw it" });
    await expect(late).rejects.toMatchObject({
      code: "RESOLVE",
      message: expect.stringContaining("NOT_EXECUTED") as string,
    });
    expect(world.states()[0]).toBe("NOT_EXECUTED");
  });

  it("no intent once the bot has ended, even if the list was requested before", async () => {
    const { world, id } = await conflict();
    world.venue.listLagMs = 0;
    let ended = false;
    const asked = resolve(world.executor.resolveByHand(id, { kind: "filled", reason: "I saw it" }, () => !ended));
    ended = true;
    const refused = { code: "RESOLVE", message: expect.stringContaining("or has ended, meanwhile") as string };
    await expect(asked).rejects.toMatchObject(refused);
    const unmade = world.executor.resolveByHand(id, { kind: "not-executed", reason: "I saw it not" }, () => !ended);
    await expect(unmade).rejects.toMatchObject(refused);
    expect(world.states()[0]).toBe("CONFLICT");
  });

  it("no intent as filled by an attempt that failed", async () => {
    const world = new World();
    world.venue.faults.push("failed");
    world.venue.failingBalances = 100;
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["UNKNOWN"]);
    const [{ id: tradeId } = { id: "" }] = await world.venue.trades();
    const id = world.journal.intents[0]?.intent.id ?? "";
    const run = resolve(world.executor.resolveByHand(id, { kind: "filled", tradeId, reason: "it is listed" }));
    await expect(run).rejects.toThrow(`trade ${tradeId} did not succeed: it failed`);
    expect(world.states()).toEqual(["UNKNOWN"]);
    world.venue.failingBalances = 0;
    await world.pass(2 * SETTLE);
  });

  it("it as filled by a trade with its marker, even if the service made another amount of it", async () => {
    const { world, id } = await conflict();
    world.venue.listLagMs = 0;
    const { reason = "" } = world.venue.requests[0] ?? {};
    const { id: tradeId } = world.venue.trade({ from: USDC, to: WETH, amount: new Decimal(60), reason });
    await resolve(world.executor.resolveByHand(id, { kind: "filled", tradeId, reason: "half of it" }));
    expect(world.told("filled")).toMatchObject([{ code: "BY_HAND", reason: "half of it" }]);
    expect(world.journal.trades.at(-1)).toMatchObject({ intent: id, trade: { id: tradeId } });
  });

  it("one of several without a bot: the others are unchanged, and nothing is sent", async () => {
    const world = new World({ balances: { [USDC]: 10_000, [CASH_SVM]: 10_000 } });
    world.venue.faults.push("debited");
    world.decide("s", swap(USDC, WETH, 100));
    await world.pass(2 * SETTLE);
    world.beforeWrite = () => {
      throw new Error("crash");
    };
    world.decide("s", swap(CASH_SVM, SOL, 100));
    await world.pass(0);
    expect(world.states()).toEqual(["CONFLICT", "PREPARED"]);
    const id = world.journal.intents[0]?.intent.id ?? "";
    void world.restart(id);
    await resolve(world.executor.resolveByHand(id, { kind: "not-executed", reason: "I know" }));
    await world.pass(3 * SETTLE);
    expect(world.states()).toEqual(["NOT_EXECUTED", "PREPARED"]);
    expect(world.venue.requests).toHaveLength(1);
  });

  it("no intent as filled by a trade with its marker in another token", async () => {
    const { world, id } = await conflict();
    world.venue.listLagMs = 0;
    const { reason = "" } = world.venue.requests[0] ?? {};
    for (const [from, to] of [
      [USDC, WBTC],
      [WBTC, WETH],
    ] as const) {
      const { id: tradeId } = world.venue.trade({ from, to, amount: new Decimal(100), reason });
      const run = resolve(world.executor.resolveByHand(id, { kind: "filled", tradeId, reason: "it is marked" }));
      await expect(run).rejects.toThrow(`It cannot be the trade of intent ${id}`);
    }
    expect(world.states()[0]).toBe("CONFLICT");
  });
});
