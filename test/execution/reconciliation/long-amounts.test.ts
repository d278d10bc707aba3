import { describe, expect, it } from "vitest";
import { Decimal, plain } from "../../../src/core/number/decimal.js";
import type { Intent } from "../../../src/model/intent.js";
import { expectAgreement, START, USDC, WETH, World } from "../world.js";

const SETTLE = 60_000;
/** As versions before this one sent it, and what a service with 15 decimal places books of it. */
const SENT = new Decimal("0.0012345678901238");
const BOOKED = [new Decimal("0.001234567890123"), new Decimal("0.001234567890124")];
const ID = "aaaaa2";

/** A journal of an earlier version, whose intent was sent with 16 decimal places. */
function earlier(): { readonly world: World; readonly intent: Intent } {
  const world = new World({ balances: { [USDC]: 5000, [WETH]: 1 } });
  const { competitionId } = world;
  const pair = { from: WETH, to: USDC, amount: SENT };
  const seq = world.journal.nextDecision();
  const decided = { kind: "swap", from: WETH, to: USDC, size: { amount: plain(SENT) }, reason: "because" } as const;
  const intent: Intent = {
    ...{ id: ID, marker: `[abcd-${ID}]`, parent: null, competitionId, strategy: "s", decision: seq, ...pair },
    ...{ reason: `[abcd-${ID}] because`, limit: null, validUntil: null, urgent: false, preparedAt: START },
  };
  world.journal.prepare({
    at: START,
    decisions: [{ seq, decision: decided, strategy: "s" }],
    verdicts: [],
    outcomes: [],
    intents: [intent],
  });
  world.journal.step({ intent: ID, at: START, from: "PREPARED", to: "SENT", detail: {} });
  return { world, intent };
}

function book({ world, intent }: ReturnType<typeof earlier>, amount: Decimal): void {
  world.venue.trade({ from: intent.from, to: intent.to, amount, reason: intent.reason });
}

describe("an intent that was sent with 16 decimal places by an earlier version", () => {
  it.each(BOOKED)("is filled by the trade in the list that sold %s", async (amount) => {
    const before = earlier();
    book(before, amount);
    const { world } = before;
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
    expect(plain(world.ledger.balance(WETH))).toBe(plain(new Decimal(1).minus(amount)));
    expect(await world.reconcile()).toEqual([]);
    expectAgreement(world);
  });

  it("is filled by it even if the marker was lost", async () => {
    const before = earlier();
    before.world.venue.echo = () => null;
    book(before, BOOKED[0] ?? SENT);
    const { world } = before;
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("can be resolved as filled with a trade that a person names", async () => {
    const before = earlier();
    const { world } = before;
    world.journal.step({ intent: ID, at: START, from: "SENT", to: "UNKNOWN", detail: {} });
    world.journal.step({ intent: ID, at: START, from: "UNKNOWN", to: "CONFLICT", detail: {} });
    world.venue.echo = () => null;
    book(before, BOOKED[0] ?? SENT);
    void world.restart();
    await world.pass(0);
    await world.executor.resolveByHand(ID, { kind: "filled", reason: "seen", tradeId: "t1" });
    expect(world.states()).toEqual(["FILLED"]);
  });

  it("is no trade that sold another amount", async () => {
    const before = earlier();
    book(before, new Decimal("0.001234567890122"));
    void before.world.restart();
    await before.world.pass(2 * SETTLE);
    expect(before.world.states()).toEqual(["CONFLICT"]);
  });
});

describe("books that an earlier version kept with more decimal places", () => {
  it("are brought to the balances without a message", async () => {
    const world = new World({ balances: { [USDC]: 5000, [WETH]: 0.000012345678901 } });
    const long = { competitionId: "c1", book: "s", token: WETH, change: new Decimal("4e-16"), costUsd: null } as const;
    world.journal.adjust(START, [{ ...long, cause: "adjustment", reason: "an earlier version" }]);
    void world.restart();
    await world.pass(2 * SETTLE);
    expect(plain(world.ledger.balance(WETH))).toBe("0.0000123456789014");
    expect(await world.reconcile()).toEqual([]);
    expect(plain(world.ledger.balance(WETH))).toBe("0.000012345678901");
    expect(world.journal.notes).toEqual([]);
  });
});
