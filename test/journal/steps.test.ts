import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import { JournalRecordError, type Journal } from "../../src/journal/index.js";
import { INTENT_STATES, mayFollow, type IntentState } from "../../src/model/intent.js";
import type { IntentStep } from "../../src/model/journal.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import {
  COMPETITION,
  entry,
  folder,
  intent,
  NOON,
  open,
  outcome,
  run,
  strategyTick,
  swap,
  tick,
  trade,
} from "./support.js";

const kinds: [string, () => Journal][] = [
  ["on disk", () => open(folder())],
  ["in memory", () => new MemoryJournal()],
];

const step = (from: IntentState, to: IntentState, more: Partial<IntentStep> = {}): IntentStep => ({
  ...{ intent: "aaaaaa", at: NOON + 1, from, to, detail: {} },
  ...more,
});

/** How an intent gets to each state. */
const WAY: Record<IntentState, IntentState[]> = {
  PREPARED: ["PREPARED"],
  DROPPED: ["PREPARED", "DROPPED"],
  SENT: ["PREPARED", "SENT"],
  FILLED: ["PREPARED", "SENT", "FILLED"],
  REJECTED: ["PREPARED", "SENT", "REJECTED"],
  UNKNOWN: ["PREPARED", "SENT", "UNKNOWN"],
  NOT_EXECUTED: ["PREPARED", "SENT", "UNKNOWN", "NOT_EXECUTED"],
  CONFLICT: ["PREPARED", "SENT", "UNKNOWN", "CONFLICT"],
};

describe.each(kinds)("a journal %s", (_kind, make) => {
  function prepared(...ids: string[]): Journal {
    const journal = make();
    journal.begin(run());
    const seq = journal.nextDecision();
    const intents = ids.map((id) => intent(id, { decision: seq }));
    journal.tick(tick(NOON, strategyTick({ decisions: [{ seq, decision: swap() }], intents })));
    return journal;
  }

  it.each(INTENT_STATES)("accepts exactly the steps that an intent may make from %s", (from) => {
    for (const to of INTENT_STATES) {
      const journal = prepared("aaaaaa");
      const way = WAY[from];
      way.slice(1).forEach((state, i) => journal.step(step(way[i]!, state)));
      const before = journal.recover(COMPETITION);
      const write = (): void => journal.step(step(from, to, { entries: [entry("5")], outcome: outcome() }));
      if (mayFollow(from, to)) {
        write();
        expect(journal.recover(COMPETITION).outcomes["sma"]).toHaveLength(1);
      } else {
        expect(write).toThrow(JournalRecordError);
        expect(journal.recover(COMPETITION)).toEqual(before);
      }
    }
  });

  it("refuses a step from a state that the intent is not in, and writes nothing of it", () => {
    const journal = prepared("aaaaaa");
    const before = journal.recover(COMPETITION);
    expect(() => journal.step(step("SENT", "FILLED", { trade: trade("t1"), entries: [entry("1")] }))).toThrow(
      /is PREPARED, not SENT/,
    );
    expect(journal.recover(COMPETITION)).toEqual(before);
  });

  it("refuses a step of an intent that it does not know", () => {
    expect(() => make().step(step("PREPARED", "SENT"))).toThrow(JournalRecordError);
  });

  it("refuses an id or a marker that was used before, with all that came with it", () => {
    const journal = prepared("aaaaaa");
    const seq = journal.nextDecision();
    const decided = (clash: ReturnType<typeof intent>) => (): void =>
      journal.tick(
        tick(NOON, strategyTick({ decisions: [{ seq, decision: swap() }], intents: [clash], state: { lost: true } })),
      );
    expect(decided(intent("aaaaaa", { decision: seq, marker: "[test-other0]" }))).toThrow(JournalRecordError);
    expect(decided(intent("bbbbbb", { decision: seq, marker: "[test-aaaaaa]" }))).toThrow(JournalRecordError);
    expect(journal.recover(COMPETITION)).toMatchObject({ states: {}, open: [{ state: "PREPARED" }] });
    decided(intent("bbbbbb", { decision: seq }))();
    expect(journal.recover(COMPETITION).open).toHaveLength(2);
  });

  it("refuses an intent or a verdict of a missing decision", () => {
    const journal = prepared();
    expect(() =>
      journal.prepare({
        at: NOON,
        decisions: [],
        verdicts: [],
        intents: [intent("cccccc", { decision: 9 })],
        outcomes: [],
      }),
    ).toThrow(JournalRecordError);
    const verdict = { decision: 9, intent: null, control: "cap", verdict: "refused", code: "X", reason: "r" } as const;
    expect(() => journal.tick(tick(NOON, strategyTick({ verdicts: [verdict] })))).toThrow(JournalRecordError);
  });

  it("lets an intent claim an unclaimed trade, but not another intent's", () => {
    const journal = prepared("aaaaaa", "bbbbbb");
    journal.foreignTrades(NOON, [trade("t1")]);
    expect(journal.recover(COMPETITION).markerEchoed).toBeNull();
    expect(["t1", "t2"].map((id) => journal.ownerOfTrade(id))).toEqual([null, undefined]);
    for (const id of ["aaaaaa", "bbbbbb"]) journal.step(step("PREPARED", "SENT", { intent: id }));
    journal.step(step("SENT", "FILLED", { trade: trade("t1") }));
    expect(() => journal.step(step("SENT", "FILLED", { intent: "bbbbbb", trade: trade("t1") }))).toThrow(
      JournalRecordError,
    );
    expect(journal.recover(COMPETITION)).toMatchObject({ tradeIds: ["t1"], markerEchoed: true });
    expect(journal.ownerOfTrade("t1")).toBe("aaaaaa");
  });

  it("lists the adjustments after a moment, by an entry's own date if it has one", () => {
    const journal = prepared("aaaaaa");
    const adjustment = (change: string, more = {}) => entry(change, { cause: "adjustment", ...more });
    journal.adjust(NOON, [adjustment("1")]);
    journal.adjust(NOON + 1, [adjustment("2"), entry("3"), adjustment("4", { competitionId: "next" })]);
    journal.step(step("PREPARED", "SENT", { at: NOON + 2, entries: [adjustment("5", { at: NOON }), entry("6")] }));
    journal.adjust(NOON + 3, [adjustment("7", { at: NOON + 1 })]);
    const told = journal
      .adjustedSince(COMPETITION, NOON)
      .map(({ book, token, change, at }) => [book, token, change.toFixed(), at]);
    expect(told).toEqual([
      ["sma", "USDC.eth", "2", NOON + 1],
      ["sma", "USDC.eth", "7", NOON + 1],
    ]);
  });

  it("keeps a trade once, however often it is reported, and lists the newest first", () => {
    const journal = prepared();
    journal.foreignTrades(NOON, [trade("t1"), trade("t2", { at: NOON + 9 }), trade("t1")]);
    journal.foreignTrades(NOON, [trade("t2")]);
    journal.foreignTrades(NOON, [trade("t3")]);
    expect(journal.recover(COMPETITION).tradeIds).toEqual(["t2", "t3", "t1"]);
  });

  it("refuses ticks, ends and runs out of order", () => {
    const journal = make();
    expect(() => journal.tick(tick(NOON))).toThrow(JournalRecordError);
    expect(() => journal.end(NOON, { exitCode: 0, text: "over" })).toThrow(JournalRecordError);
    journal.begin(run());
    journal.end(NOON, { exitCode: 0, text: "over" });
    expect(() => journal.begin(run())).toThrow(JournalRecordError);
  });

  it("refuses everything once it is closed", () => {
    const journal = prepared("aaaaaa");
    journal.close();
    journal.close();
    expect(() => journal.step(step("PREPARED", "SENT"))).toThrow(/closed|not open/);
    expect(() => journal.note({ at: NOON, level: "info", kind: "late", text: "late" })).toThrow();
  });

  it("counts the parts of a divided trade once, on the day of the first of them", () => {
    const journal = make();
    journal.begin(run());
    const seq = journal.nextDecision();
    const ids = ["aaaaaa", "bbbbbb", "cccccc"];
    const intents = ids.map((id) => intent(id, { decision: seq, parent: id === "cccccc" ? null : "parent" }));
    journal.tick(tick(NOON, strategyTick({ decisions: [{ seq, decision: swap() }], intents })));
    const day = 86_400_000;
    ids.forEach((id, i) => {
      journal.step(step("PREPARED", "SENT", { intent: id }));
      journal.step(step("SENT", "FILLED", { intent: id, trade: trade(`t${i}`, { at: NOON + i * day }) }));
    });
    expect(journal.recover(COMPETITION).tradesByDay).toEqual({ "2025-04-01": 1, "2025-04-03": 1 });
  });

  it("knows in a competition without a fill that an earlier one echoed markers, otherwise the answer is unknown", () => {
    for (const [reason, echoed] of [
      [undefined, true],
      ["cut by the service", null],
    ] as const) {
      const journal = prepared("aaaaaa");
      expect(journal.recover("next").markerEchoed).toBeNull();
      journal.step(step("PREPARED", "SENT"));
      journal.step(step("SENT", "FILLED", { trade: trade("t1", reason === undefined ? {} : { reason }) }));
      expect(journal.recover(COMPETITION).markerEchoed).toBe(reason === undefined);
      expect(journal.recover("next").markerEchoed).toBe(echoed);
    }
  });

  it("decides by the newest of several earlier competitions whether markers are echoed", () => {
    for (const newest of ["[test-cccccc] as it was sent", "cut by the service"]) {
      const journal = prepared("aaaaaa", "bbbbbb", "cccccc");
      const other = newest.startsWith("[") ? "cut by the service" : undefined;
      ["aaaaaa", "bbbbbb", "cccccc"].forEach((id, i) => {
        const reason = i === 2 ? newest : (other ?? `[test-${id}] as it was sent`);
        journal.step(step("PREPARED", "SENT", { intent: id }));
        const made = trade(`t${i}`, { competitionId: `c${i}`, reason });
        journal.step(step("SENT", "FILLED", { intent: id, trade: made }));
      });
      expect(journal.recover("next").markerEchoed).toBe(other === undefined ? null : true);
    }
  });

  it("counts a fill in the competition in which its trade was made, even if the intent was of the one before", () => {
    const journal = prepared("aaaaaa");
    journal.step(step("PREPARED", "SENT"));
    journal.step(step("SENT", "FILLED", { trade: trade("t1", { competitionId: "next" }) }));
    const { tradesByDay, movedAt, pairsTraded } = journal.recover("next");
    expect(tradesByDay).toEqual({ "2025-04-01": 1 });
    expect(Object.keys(movedAt ?? {}).sort()).toEqual(["USDC.eth", "WETH.eth"]);
    expect(pairsTraded).toHaveLength(1);
    const own = journal.recover(COMPETITION);
    expect([own.tradesByDay, own.movedAt, own.pairsTraded]).toEqual([{}, undefined, undefined]);
  });

  it("knows whether the service echoes markers", () => {
    const journal = prepared("aaaaaa");
    journal.step(step("PREPARED", "SENT"));
    journal.step(step("SENT", "FILLED", { trade: trade("t1", { reason: "cut by the service" }) }));
    expect(journal.recover(COMPETITION).markerEchoed).toBe(false);
    expect(journal.recover("another competition").markerEchoed).toBeNull();
  });

  it("does not rely on markers if one of them was lost", () => {
    const journal = prepared("aaaaaa", "bbbbbb");
    const reasons = ["[test-aaaaaa] as it was sent", "cut by the service"];
    ["aaaaaa", "bbbbbb"].forEach((id, i) => {
      journal.step(step("PREPARED", "SENT", { intent: id }));
      journal.step(step("SENT", "FILLED", { intent: id, trade: trade(`t${i}`, { reason: reasons[i]! }) }));
      expect(journal.recover(COMPETITION).markerEchoed).toBe(i === 0);
    });
  });

  it("returns unresolved intents of every competition, and conflicts of others apart from this one's", () => {
    const journal = prepared("aaaaaa", "bbbbbb");
    for (const to of ["SENT", "UNKNOWN", "CONFLICT"] as const)
      journal.step(step(WAY[to].at(-2)!, to, { detail: { to } }));
    expect(journal.recover(COMPETITION).open.map(({ intent: { id }, state, sent }) => [id, state, sent])).toEqual([
      ["aaaaaa", "CONFLICT", { at: NOON + 1, detail: { to: "SENT" } }],
      ["bbbbbb", "PREPARED", null],
    ]);
    expect(journal.recover(COMPETITION).conflictsElsewhere).toBeUndefined();
    const another = journal.recover("another");
    expect(another.open.map(({ intent: { id } }) => id)).toEqual(["bbbbbb"]);
    expect(another.conflictsElsewhere?.map(({ intent: { id }, sent }) => [id, sent?.at])).toEqual([
      ["aaaaaa", NOON + 1],
    ]);
  });

  it("lists the competitions in the order in which their books opened, whichever is asked for", () => {
    const journal = prepared();
    for (const competitionId of ["z", COMPETITION, "z", "a"]) journal.adjust(NOON, [entry("1", { competitionId })]);
    for (const asked of [COMPETITION, "another"])
      expect(journal.recover(asked).opened).toEqual(["z", COMPETITION, "a"]);
  });

  it("keeps books exactly, with average costs, and drops empty holdings", () => {
    const journal = prepared();
    journal.adjust(NOON, [
      entry("0.1", { token: "WETH.eth", costUsd: 200 }),
      entry("0.2", { token: "WETH.eth", costUsd: 100 }),
      entry("5000.000000000000001", { costUsd: 5000 }),
      entry("-5000.000000000000001"),
      entry("3", { competitionId: "another" }),
    ]);
    const { books } = journal.recover(COMPETITION);
    expect(Object.keys(books["sma"] ?? {})).toEqual(["WETH.eth"]);
    expect(books["sma"]?.["WETH.eth"]?.amount).toEqual(new Decimal("0.3"));
    expect(books["sma"]?.["WETH.eth"]?.averageCost).toBeCloseTo(1000, 9);
  });

  it("refuses an invalid amount", () => {
    expect(() => make().adjust(NOON, [entry("1", { change: new Decimal(NaN) })])).toThrow(JournalRecordError);
  });
});
