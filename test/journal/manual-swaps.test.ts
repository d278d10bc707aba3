import { describe, expect, it } from "vitest";
import { SimulatedClock } from "../../src/core/time/simulated-clock.js";
import type { SqliteJournal } from "../../src/journal/index.js";
import type { SwapDecision } from "../../src/model/decision.js";
import type { IntentState } from "../../src/model/intent.js";
import type { Outcome } from "../../src/model/outcome.js";
import { folder, intent, NOON, open, outcome, run, trade } from "./support.js";

const SWAP: SwapDecision = {
  ...{ kind: "swap", from: "USDC.eth", to: "WETH.eth", size: { amount: "100.5" }, reason: "by hand" },
};
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The way of an intent to a state. */
const WAYS: Partial<Record<IntentState, readonly IntentState[]>> = {
  PREPARED: [],
  DROPPED: ["DROPPED"],
  SENT: ["SENT"],
  UNKNOWN: ["SENT", "UNKNOWN"],
  FILLED: ["SENT", "FILLED"],
  REJECTED: ["SENT", "REJECTED"],
  NOT_EXECUTED: ["SENT", "UNKNOWN", "NOT_EXECUTED"],
  CONFLICT: ["SENT", "UNKNOWN", "CONFLICT"],
};

function begun(more: Parameters<typeof run>[0] = {}, dir = folder()) {
  const clock = new SimulatedClock(NOON);
  const journal = open(dir, { clock });
  journal.begin(run(more));
  return { clock, journal, dir };
}

/** A person's swap, whose one trade comes to a state. */
function ask(journal: SqliteJournal, id: string, { name = null as string | null, swap = SWAP } = {}): number {
  const seq = journal.nextDecision();
  journal.prepare({
    at: NOON,
    decisions: [{ seq, decision: swap, strategy: "unassigned" }],
    verdicts: [],
    intents: [intent(id, { decision: seq, strategy: "unassigned" })],
    outcomes: [],
    asked: { id: name },
  });
  return seq;
}

function go(journal: SqliteJournal, id: string, to: IntentState, told?: Outcome): void {
  let from: IntentState = "PREPARED";
  for (const state of WAYS[to] ?? []) {
    const filled = state === "FILLED" ? { trade: trade(`t-${id}`) } : {};
    const last = state === to && told !== undefined ? { outcome: told } : {};
    journal.step({ intent: id, at: NOON, from, to: state, detail: {}, ...filled, ...last });
    from = state;
  }
}

describe("a person's swaps in the journal", () => {
  it.each(["PREPARED", "SENT", "UNKNOWN", "CONFLICT"] as const)(
    "one that is %s is found, however old it is",
    (state) => {
      const { journal, clock } = begun();
      ask(journal, "aaaaaa");
      go(journal, "aaaaaa", state);
      clock.runUntil(NOON + 100 * MINUTE);
      expect(journal.manualSwaps.like(SWAP)).toMatchObject({ askedAt: NOON, intents: [{ id: "aaaaaa", state }] });
    },
  );

  it.each(["DROPPED", "REJECTED", "NOT_EXECUTED"] as const)(
    "one that is %s was not made, and is not found",
    (state) => {
      const { journal } = begun();
      ask(journal, "aaaaaa");
      go(journal, "aaaaaa", state);
      expect(journal.manualSwaps.like(SWAP)).toBeNull();
    },
  );

  it("one that was filled is found within two minutes of the machine's clock after its result was known", () => {
    const { journal, clock } = begun();
    ask(journal, "aaaaaa");
    clock.runUntil(NOON + 10 * MINUTE);
    go(journal, "aaaaaa", "FILLED");
    clock.runUntil(NOON + 12 * MINUTE - 1);
    expect(journal.manualSwaps.like(SWAP)).not.toBeNull();
    clock.runUntil(NOON + 12 * MINUTE);
    expect(journal.manualSwaps.like(SWAP)).toBeNull();
  });

  it("equal means the same tokens, amount and reason, and requested by a person", () => {
    const { journal } = begun();
    const seq = journal.nextDecision();
    journal.prepare({
      at: NOON,
      decisions: [{ seq, decision: SWAP, strategy: "sma" }],
      verdicts: [],
      intents: [intent("bbbbbb", { decision: seq })],
      outcomes: [],
    });
    expect(journal.manualSwaps.like(SWAP)).toBeNull();
    ask(journal, "aaaaaa");
    expect(journal.manualSwaps.like(SWAP)?.intents).toEqual([{ id: "aaaaaa", state: "PREPARED" }]);
    for (const other of [
      { to: "WBTC.eth" },
      { size: { amount: "100" } },
      { reason: "by foot" },
      { size: { usd: 100 } },
    ])
      expect(journal.manualSwaps.like({ ...SWAP, ...other })).toBeNull();
  });

  it("a name finds its swap with its last result, also after a restart", () => {
    const { journal, dir } = begun();
    const decision = ask(journal, "aaaaaa", { name: "first" });
    const told = outcome({ decision, intent: "aaaaaa" });
    go(journal, "aaaaaa", "UNKNOWN", { ...told, status: "unknown" });
    expect(journal.manualSwaps.named("first")).toMatchObject({ outcomes: [] });
    journal.step({
      ...{ intent: "aaaaaa", at: NOON, from: "UNKNOWN", to: "CONFLICT", detail: {} },
      outcome: { ...told, status: "conflict" },
    });
    expect(journal.manualSwaps.named("first")?.outcomes).toMatchObject([{ status: "conflict" }]);
    journal.step({
      ...{ intent: "aaaaaa", at: NOON, from: "CONFLICT", to: "FILLED", detail: {}, trade: trade("t") },
      outcome: { ...told, status: "filled" },
    });
    journal.close();
    const { journal: later } = begun({ id: "run-2" }, dir);
    expect(later.manualSwaps.named("second")).toBeNull();
    expect(later.manualSwaps.named("first")).toMatchObject({
      ...{ decision, book: "unassigned", askedAt: NOON, swap: { from: "USDC.eth", size: { amount: "100.5" } } },
      outcomes: [{ status: "filled", intent: "aaaaaa" }],
    });
  });

  it("a dry run knows its own alone, and no other run knows those", () => {
    const { journal, dir } = begun();
    ask(journal, "aaaaaa", { name: "first" });
    journal.close();
    const { journal: dry } = begun({ id: "run-2", rehearsal: true }, dir);
    expect([dry.manualSwaps.like(SWAP), dry.manualSwaps.named("first")]).toEqual([null, null]);
    ask(dry, "bbbbbb", { name: "first" });
    expect(dry.manualSwaps.named("first")?.intents[0]?.id).toBe("bbbbbb");
    dry.close();
    const { journal: later } = begun({ id: "run-3" }, dir);
    expect(later.manualSwaps.named("first")?.intents[0]?.id).toBe("aaaaaa");
    expect(later.manualSwaps.like(SWAP)?.intents[0]?.id).toBe("aaaaaa");
  });
});
