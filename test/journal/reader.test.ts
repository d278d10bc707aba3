import { describe, expect, it, onTestFinished } from "vitest";
import { openJournalReader, type JournalReader, type SqliteJournal } from "../../src/journal/index.js";
import {
  COMPETITION,
  EACH_MINUTE,
  entry,
  folder,
  hold,
  intent,
  NOON,
  open,
  outcome,
  quote,
  run,
  strategyTick,
  swap,
  tick,
  trade,
} from "./support.js";

const MINUTE = 60_000;

function both(): { journal: SqliteJournal; reader: JournalReader } {
  const dir = folder();
  const journal = open(dir);
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  return { journal, reader };
}

/** One decision that became a trade, in a run of two strategies. */
function traded(journal: SqliteJournal): void {
  journal.begin(
    run({
      strategies: [
        {
          name: "sma",
          version: "v1",
          file: "sma-cross.ts",
          params: { fast: 10 },
          allocation: 0.5,
          schedule: EACH_MINUTE,
        },
        { name: "rebalance", version: "v2", file: "rebalance.ts", params: {}, allocation: 0.5, schedule: EACH_MINUTE },
      ],
    }),
  );
  for (let i = 0; i < 3; i++)
    journal.tick(tick(NOON - MINUTE, strategyTick({ view: { now: NOON - MINUTE, i, rules: { cap: 0.25 } } })));
  const seq = journal.nextDecision();
  const verdict = {
    decision: seq,
    intent: "aaaaaa",
    control: "max-trade",
    code: "MAX_TRADE",
    reason: "halved",
  } as const;
  journal.tick(
    tick(
      NOON,
      strategyTick({ strategy: "rebalance", decisions: [{ seq: journal.nextDecision(), decision: hold() }] }),
      strategyTick({
        view: { now: NOON, i: 3, rules: { cap: 0.25 }, outcomes: [] },
        decisions: [{ seq, decision: swap() }],
        verdicts: [{ ...verdict, verdict: "cut" }],
        intents: [intent("aaaaaa", { decision: seq, parent: "whole" })],
      }),
    ),
  );
  journal.prepare({
    at: NOON + 1,
    decisions: [],
    verdicts: [],
    intents: [intent("bbbbbb", { decision: seq, parent: "whole", limit: 0.0004, validUntil: NOON + 9, urgent: true })],
    outcomes: [],
  });
  journal.step({ intent: "aaaaaa", at: NOON + 2, from: "PREPARED", to: "SENT", detail: { known: 5000 }, quote });
  journal.step({
    ...{ intent: "aaaaaa", at: NOON + 3, from: "SENT", to: "FILLED", detail: {}, trade: trade("t1") },
    entries: [entry("-100.5", { cause: "fill", costUsd: -100 })],
    outcome: outcome({ decision: seq, intent: "aaaaaa", status: "filled", code: "" }),
  });
}

describe("a journal's reader", () => {
  it("explains a trade: what was seen, decided, allowed, quoted and filled, by which version", () => {
    const { journal, reader } = both();
    traded(journal);
    const explained = reader.explain("t1");
    expect(explained).toMatchObject({
      trade: { intent: "aaaaaa", strategy: "sma", trade: trade("t1") },
      intent: { state: "FILLED", intent: intent("aaaaaa", { decision: 1, parent: "whole" }), run: "run-1" },
      decision: { number: 1, decision: swap(), aside: false },
      view: { now: NOON, i: 3, rules: { cap: 0.25 }, outcomes: [] },
      strategy: { name: "sma", version: "v1", file: "sma-cross.ts", params: { fast: 10 } },
      run: { id: "run-1", version: "0.1.0" },
      verdicts: [{ verdict: "cut", code: "MAX_TRADE", strategy: "sma" }],
      siblings: [{ intent: { id: "bbbbbb", limit: 0.0004, validUntil: NOON + 9, urgent: true } }],
      entries: [{ book: "sma", cause: "fill", intent: "aaaaaa" }],
      outcomes: [{ status: "filled", intent: "aaaaaa" }],
    });
    const [sent, filled] = explained?.intent?.transitions ?? [];
    expect(sent).toMatchObject({ from: "PREPARED", to: "SENT", at: NOON + 2, detail: { known: 5000 }, quote });
    expect(filled).toMatchObject({ from: "SENT", to: "FILLED", quote: null });
    expect(reader.explain("aaaaaa")).toEqual(explained);
  });

  it("has the quotes of trades, by run, strategy and time", () => {
    const { journal, reader } = both();
    traded(journal);
    const [only, ...more] = reader.quotes({ run: "run-1", strategy: "sma" });
    expect([only, more]).toEqual([
      { number: expect.any(Number) as number, run: "run-1", intent: "aaaaaa", strategy: "sma", to: "SENT", quote },
      [],
    ]);
    expect(reader.quotes({ strategy: "rebalance" })).toEqual([]);
    expect(reader.quotes({ from: quote.at + 1 })).toEqual([]);
    expect(reader.quotes({ after: only?.number ?? 0 })).toEqual([]);
  });

  it("explains what is known of a trade by other hands, and nothing else", () => {
    const { journal, reader } = both();
    journal.foreignTrades(NOON, [trade("t9", { success: false, error: "no balance", reason: null })]);
    expect(reader.explain("t9")).toMatchObject({
      intent: null,
      decision: null,
      trade: { trade: { error: "no balance" } },
    });
    expect(reader.explain("nothing")).toBeNull();
  });

  it("explains a trade made outside a tick without a view", () => {
    const { journal, reader } = both();
    const seq = journal.nextDecision();
    journal.prepare({
      at: NOON,
      decisions: [{ strategy: "by-hand", seq, decision: swap() }],
      verdicts: [],
      intents: [intent("aaaaaa", { decision: seq, strategy: "by-hand" })],
      outcomes: [],
    });
    expect(reader.explain("aaaaaa")).toMatchObject({ decision: { aside: true, run: null }, view: null, run: null });
  });

  it("finds a view however long ago the last whole one was", () => {
    const { journal, reader } = both();
    journal.begin(run());
    for (let i = 0; i < 250; i++) {
      const seq = journal.nextDecision();
      const id = `i${i}`;
      const view = { now: NOON + i, fixed: { cap: 0.25 }, ...(i % 7 === 0 ? { seventh: i } : {}) };
      const decided = { decisions: [{ seq, decision: swap() }], intents: [intent(id, { decision: seq })] };
      journal.tick(tick(NOON + i, strategyTick({ view, ...decided })));
      expect(reader.explain(id)?.view).toEqual(view);
    }
  });

  it("filters by run, strategy and time, and keeps the last ones of a limit", () => {
    const { journal, reader } = both();
    for (const id of ["run-1", "run-2"]) {
      journal.begin(run({ id }));
      for (let i = 0; i < 4; i++) {
        const decided = (strategy: string) =>
          strategyTick({
            strategy,
            decisions: [{ seq: journal.nextDecision(), decision: swap(`${id} ${strategy} ${i}`) }],
          });
        journal.tick(tick(NOON + i * MINUTE, decided("sma"), decided("rebalance")));
      }
      journal.end(NOON + 4 * MINUTE, { exitCode: 0, text: "the competition is over" });
    }
    const reasons = (filter: Parameters<JournalReader["decisions"]>[0]): string[] =>
      reader.decisions(filter).map(({ decision }) => decision.reason);
    expect(reasons({})).toHaveLength(16);
    expect(reasons({ run: "run-2", strategy: "sma" })).toEqual([0, 1, 2, 3].map((i) => `run-2 sma ${i}`));
    expect(reasons({ run: "run-1", strategy: "sma", from: NOON + MINUTE, to: NOON + 3 * MINUTE })).toEqual([
      "run-1 sma 1",
      "run-1 sma 2",
    ]);
    expect(reasons({ limit: 2 })).toEqual(["run-2 sma 3", "run-2 rebalance 3"]);
    expect(reasons({ run: "no such run" })).toEqual([]);
    expect(reader.runs({ to: NOON })).toEqual([]);
    expect(reader.runs({ limit: 1 })).toMatchObject([{ id: "run-2", ending: { exitCode: 0 } }]);
  });

  it("follows what is written, row after row", () => {
    const { journal, reader } = both();
    const note = (text: string): void =>
      journal.note({ at: NOON, level: "warn", kind: "a-note", text, data: { text } });
    note("one");
    const seen = reader.notes();
    expect(seen).toMatchObject([{ level: "warn", kind: "a-note", text: "one", data: { text: "one" }, run: null }]);
    const after = seen.at(-1)?.number ?? 0;
    expect(reader.notes({ after })).toEqual([]);
    note("two");
    note("three");
    expect(reader.notes({ after }).map(({ text }) => text)).toEqual(["two", "three"]);
    expect(reader.notes({ after, limit: 1 }).map(({ text }) => text)).toEqual(["two"]);
  });

  it("shows equal consecutive holds as one decision, with a count and the last time", () => {
    const { journal, reader } = both();
    journal.begin(run());
    const decided = (at: number, ...decisions: ReturnType<typeof hold>[]): void =>
      journal.tick(
        tick(at, strategyTick({ decisions: decisions.map((decision) => ({ seq: journal.nextDecision(), decision })) })),
      );
    decided(NOON, hold("calm"));
    decided(NOON + 1, hold("calm"));
    decided(NOON + 2, hold("calm"));
    decided(NOON + 3, hold("calmer"));
    decided(NOON + 4, hold("calm"), hold("calm"));
    decided(NOON + 5, hold("calm"));
    expect(reader.decisions().map(({ number, count, lastAt }) => [number, count, lastAt - NOON])).toEqual([
      [1, 3, 2],
      [4, 1, 3],
      [5, 1, 4],
      [6, 1, 4],
      [7, 1, 5],
    ]);
    expect(reader.decisions({ from: NOON + 2, to: NOON + 3 }).map(({ number }) => number)).toEqual([1]);
  });

  it("does not count a hold as repeated if something was decided outside the ticks, or another run began", () => {
    const { journal, reader } = both();
    const decided = (): void =>
      journal.tick(tick(NOON, strategyTick({ decisions: [{ seq: journal.nextDecision(), decision: hold() }] })));
    journal.begin(run());
    decided();
    const aside = [{ strategy: "sma", seq: journal.nextDecision(), decision: swap() }];
    journal.prepare({ at: NOON, decisions: aside, verdicts: [], intents: [], outcomes: [] });
    decided();
    journal.begin(run({ id: "run-2" }));
    decided();
    expect(reader.decisions().map(({ count, run: id }) => [id, count])).toEqual([
      ...[["run-1", 1]],
      ...[["run-1", 1]],
      ...[["run-1", 1]],
      ...[["run-2", 1]],
    ]);
  });

  it("lists trades, entries and equity as they were written", () => {
    const { journal, reader } = both();
    traded(journal);
    const point = {
      at: NOON,
      competitionId: COMPETITION,
      total: 15_000.25,
      books: { sma: 7_500, unassigned: 7_500.25 },
      peak: 15_100,
    };
    journal.equity(point);
    expect(reader.trades()).toMatchObject([
      { intent: "aaaaaa", strategy: "sma", seenAt: NOON + 3, trade: trade("t1") },
    ]);
    expect(reader.trades({ strategy: "rebalance" })).toEqual([]);
    expect(reader.bookEntries({ strategy: "sma" })).toMatchObject([entry("-100.5", { cause: "fill", costUsd: -100 })]);
    expect(reader.equity()).toMatchObject([point]);
    expect(reader.verdicts({ strategy: "sma" })).toMatchObject([{ control: "max-trade", decision: 1 }]);
    expect(reader.recover(COMPETITION)).toEqual(journal.recover(COMPETITION));
    expect(reader.journalId).toBe(journal.journalId);
  });

  it("still reads once the bot has gone", () => {
    const { journal, reader } = both();
    traded(journal);
    journal.close();
    expect(reader.intents()).toHaveLength(2);
  });

  it("keeps every text as written, except for NUL, which becomes a replacement character", () => {
    const { journal, reader } = both();
    const text = "quotes ' \" ; DROP TABLE runs; -- \u001b[31m ünïcødé 💥 \\ \n end";
    journal.note({ at: NOON, level: "error", kind: "text", text, data: { [text]: text, nul: "a\0b" } });
    journal.note({ at: NOON, level: "error", kind: "nul", text: "a\0b" });
    expect(reader.notes()).toMatchObject([{ text, data: { [text]: text, nul: "a\0b" } }, { text: "a\uFFFDb" }]);
  });
});
