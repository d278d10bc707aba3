import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { saveColumns as savePublic } from "../../../src/backtest/index.js";
import { ColumnJournal, JournalRecordError, openJournalReader, saveColumns } from "../../../src/journal/index.js";
import type { IntentStep, StrategyTick, TickRecord } from "../../../src/model/journal.js";
import {
  COMPETITION,
  entry,
  folder,
  hold,
  intent,
  NOON,
  outcome,
  quote,
  run,
  strategyTick,
  swap,
  tick,
  trade,
} from "../support.js";

const MINUTE = 60_000;
const at = (minutes: number): number => NOON + minutes * MINUTE;
const HELD = { view: null, decisions: [] };

const filled: IntentStep = {
  ...{ intent: "aaaaaa", at: at(2) + 2, from: "SENT", to: "FILLED", detail: { code: "", reason: "executed" } },
  trade: trade("t1"),
  entries: [entry("-100.5", { cause: "fill" }), entry("0.05", { token: "WETH.eth", cause: "fill" })],
  outcome: outcome({ status: "filled", intent: "aaaaaa", decision: 4, code: "" }),
};

test("a view is kept if the run failed, or decided anything but to hold; or always, on request", () => {
  const decided = (...kinds: (typeof hold | typeof swap)[]) => kinds.map((made, seq) => ({ seq, decision: made() }));
  const keeps = (journal: ColumnJournal): boolean[] => [
    journal.keepsView({ status: "decided", decisions: decided() }),
    journal.keepsView({ status: "decided", decisions: decided(hold) }),
    journal.keepsView({ status: "decided", decisions: decided(hold, swap) }),
    journal.keepsView({ status: "failed", decisions: [] }),
  ];
  expect(keeps(new ColumnJournal())).toEqual([false, false, true, true]);
  expect(keeps(new ColumnJournal({ everyView: true }))).toEqual([true, true, true, true]);
});

/** Two minutes of holding, a trade, a refusal, and holding again. */
function written(): ColumnJournal {
  const journal = new ColumnJournal();
  journal.begin(run({ rehearsal: true }));
  journal.adjust(NOON, [entry("1000")]);
  journal.equity({ at: NOON, competitionId: COMPETITION, total: 1000, books: { sma: 1000 }, peak: null });
  const first = journal.nextDecision();
  journal.tick(tick(at(0), strategyTick({ ...HELD, decisions: [{ seq: first, decision: hold() }] })));
  journal.countHold(at(1), "sma");
  journal.countHold(at(2) - 1, "sma");
  const decision = journal.nextDecision();
  const bars = [{ time: at(1), open: 1, high: 3, low: 0.5, close: 2 }];
  journal.tick({
    at: at(2),
    bars: [
      {
        token: "WETH.eth",
        interval: MINUTE,
        bars: [
          { ...bars[0]!, volume: 7 },
          { ...bars[0]!, time: at(2) },
        ],
      },
    ],
    strategies: [
      strategyTick({
        view: { now: at(2), outcomes: [] },
        decisions: [{ seq: decision, decision: swap() }],
        intents: [intent("aaaaaa", { decision })],
      }),
    ],
  });
  journal.step({ intent: "aaaaaa", at: at(2) + 1, from: "PREPARED", to: "SENT", detail: {}, quote });
  journal.step(filled);
  const refused = journal.nextDecision();
  journal.tick(
    tick(
      at(3),
      strategyTick({
        view: { now: at(3), outcomes: [] },
        decisions: [{ seq: refused, decision: swap("again") }],
        outcomes: [outcome({ decision: refused, at: at(3) })],
      }),
    ),
  );
  const last = journal.nextDecision();
  journal.tick(tick(at(4), strategyTick({ ...HELD, decisions: [{ seq: last, decision: hold() }] })));
  journal.countHold(at(5), "sma");
  journal.equity({ at: at(5), competitionId: COMPETITION, total: 990, books: { sma: 989 }, peak: 1000 });
  journal.note({ at: at(5), level: "warn", kind: "minimum-in-danger", text: "1 of 3", data: { made: 1 } });
  journal.end(at(6), { exitCode: 0, text: "The competition is over" });
  return journal;
}

test("a run is told by its columns: ticks, decisions by kind, steps, outcomes, equity", () => {
  const journal = written();
  expect(journal.ticks).toEqual({ decided: 7, "warming-up": 0, failed: 0 });
  expect(journal.decisionCounts).toEqual({ swap: 2, target: 0, cancel: 0, hold: 5 });
  expect(journal.decisions.map(({ seq, count, lastAt }) => [seq, count, lastAt])).toEqual([
    [1, 3, at(2) - 1],
    [4, 1, at(2)],
    [5, 1, at(3)],
    [6, 2, at(5)],
  ]);
  expect(journal.steps.filter(({ trade: made }) => made !== undefined)).toEqual([filled]);
  expect(journal.intent("aaaaaa")?.decision).toBe(4);
  expect(journal.outcomes.map(({ strategy, status }) => `${strategy} ${status}`)).toEqual([
    "sma filled",
    "sma refused",
  ]);
  expect([...journal.equityCurve.time()]).toEqual([NOON, at(5)]);
  expect([...journal.equityCurve.total()]).toEqual([1000, 990]);
  expect([...(journal.equityCurve.book("sma") ?? [])]).toEqual([1000, 989]);
  expect([...(journal.equityCurve.peak() ?? [])]).toEqual([Number.NaN, 1000]);
  expect(journal.ending).toEqual({ at: at(6), exitCode: 0, text: "The competition is over" });
});

test("what is saved reads like any journal, holds with their counts", async () => {
  const dir = folder();
  await saveColumns(written(), { dir });
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  expect(reader.runs()).toMatchObject([{ id: "run-1", ending: { at: at(6), exitCode: 0 } }]);
  expect(reader.decisions().map(({ number, count, lastAt }) => [number, count, lastAt])).toEqual([
    [1, 3, at(2) - 1],
    [4, 1, at(2)],
    [5, 1, at(3)],
    [6, 2, at(5)],
  ]);
  expect(reader.equity()).toMatchObject([
    { at: NOON, total: 1000, books: { sma: 1000 } },
    { at: at(5), total: 990, books: { sma: 989 } },
  ]);
  expect(reader.trades()).toMatchObject([{ intent: "aaaaaa", trade: { id: "t1" } }]);
  expect(reader.explain("t1")).toMatchObject({ decision: { number: 4 }, view: { now: at(2) } });
  expect(reader.notes()).toMatchObject([{ kind: "minimum-in-danger", data: { made: 1 } }]);
  const [, second] = [...reader.ticks("run-1")];
  const bar = { time: at(1), open: 1, high: 3, low: 0.5, close: 2 };
  expect(second?.bars).toEqual([
    {
      token: "WETH.eth",
      interval: MINUTE,
      bars: [
        { ...bar, volume: 7 },
        { ...bar, time: at(2) },
      ],
    },
  ]);
});

test("the same run gives the same bytes", async () => {
  const saved = [folder(), folder()].map(async (dir) => {
    await saveColumns(written(), { dir });
    const [name = ""] = readdirSync(dir).filter((file) => file === "journal.db");
    return readFileSync(join(dir, name)).toString("base64");
  });
  const contents = await Promise.all(saved);
  expect(contents[0]).toBe(contents[1]);
});

test("who saves a long run gives way meanwhile, and tells how far it is; the journal is whole at the end", async () => {
  const journal = new ColumnJournal();
  journal.begin(run());
  for (let i = 1; i <= 3_000; i++) journal.note({ at: at(i), level: "info", kind: "rank", text: `${i}` });
  const dir = folder();
  const seen: [done: number, of: number, turns: number][] = [];
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await saveColumns(journal, { dir, onProgress: (done, of) => seen.push([done, of, turns]) });
  clearImmediate(next);
  expect(seen.map(([done, of]) => [done, of])).toEqual(Array.from({ length: 15 }, (_, i) => [200 * (i + 1), 3_000]));
  expect(new Set(seen.map(([, , when]) => when)).size).toBe(15);
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  expect(reader.notes()).toHaveLength(3_000);
});

test("the saveColumns of the package takes every option that its type names", async () => {
  const saved = savePublic(written(), { dir: folder(), mostEquity: 1, onProgress: () => undefined });
  await expect(saved).resolves.toBeUndefined();
});

test("nothing is saved of a run that has not begun, and a second run does not begin", async () => {
  await expect(saveColumns(new ColumnJournal(), { dir: folder() })).rejects.toThrow(JournalRecordError);
  expect(() => written().begin(run({ id: "run-2" }))).toThrow(JournalRecordError);
});

test("a second run is not saved into a folder, which keeps the first, and what to do is told", async () => {
  const dir = folder();
  await saveColumns(written(), { dir });
  const other = new ColumnJournal();
  other.begin(run({ id: "run-2" }));
  await expect(saveColumns(other, { dir })).rejects.toThrow(
    expect.objectContaining({
      code: "JOURNAL_RECORD",
      remedy: expect.stringContaining("a folder of its own") as string,
    }),
  );
  const reader = openJournalReader(dir);
  expect(reader.runs()).toHaveLength(1);
  reader.close();
});

test("beyond the most holds one that follows a hold is counted with it, and that is told", () => {
  const journal = new ColumnJournal({ mostHolds: 2 });
  journal.begin(run());
  const decide = (minute: number, decision: ReturnType<typeof hold>): void =>
    journal.tick(
      tick(at(minute), strategyTick({ view: null, decisions: [{ seq: journal.nextDecision(), decision }] })),
    );
  ["a", "b", "c", "b", "d"].forEach((reason, i) => decide(i, hold(reason)));
  decide(5, swap());
  decide(6, hold("e"));
  decide(7, hold("f"));
  expect(journal.decisions.map(({ decision: { reason }, count }) => `${reason} ${count}`)).toEqual([
    ...["a 1", "b 4", "the fast mean crossed 1", "e 2"],
  ]);
  expect(journal.decisionCounts.hold).toBe(7);
  expect(journal.droppedHolds).toBe(3);
});

test("a hold that was counted with another one is told of each time that it is held again", () => {
  const journal = new ColumnJournal({ mostHolds: 1 });
  journal.begin(run());
  const decide = (minute: number, reason: string): void =>
    journal.tick(
      tick(
        at(minute),
        strategyTick({ view: null, decisions: [{ seq: journal.nextDecision(), decision: hold(reason) }] }),
      ),
    );
  const { strategy } = strategyTick({});
  decide(0, "a");
  decide(1, "b");
  expect(journal.countHold(at(2), strategy)).toBe(true);
  expect(journal.droppedHolds).toBe(2);
  decide(3, "a");
  expect(journal.countHold(at(4), strategy)).toBe(true);
  expect([journal.droppedHolds, journal.decisionCounts.hold]).toEqual([2, 5]);
});

test("ticks that decide nothing are counted, and only the first kept, except failures and new states", () => {
  const journal = new ColumnJournal({ mostHolds: 3 });
  journal.begin(run());
  const nothing = { view: null, decisions: [] };
  for (let i = 0; i < 10; i++) journal.tick(tick(at(i), strategyTick(nothing)));
  journal.tick(tick(at(10), strategyTick({ ...nothing, status: "warming-up", error: "it waits for bars" })));
  journal.tick(tick(at(11), strategyTick({ ...nothing, state: { stopped: true } })));
  journal.tick(tick(at(12), strategyTick({ ...nothing, status: "failed", error: "it broke" })));
  expect(journal.ticks).toEqual({ decided: 11, "warming-up": 1, failed: 1 });
  const kept = journal.written.flatMap((one) => (one.kind === "tick" ? [one.tick.at] : []));
  expect(kept).toEqual([0, 1, 2, 11, 12].map(at));
});

test("ticks that waited for bars are counted before and after a strategy first had them, for each strategy", () => {
  const journal = new ColumnJournal();
  journal.begin(run());
  const waited = { view: null, decisions: [], status: "warming-up", error: "it waits for bars" } as const;
  const held = (): Partial<StrategyTick> => ({
    view: null,
    decisions: [{ seq: journal.nextDecision(), decision: hold() }],
  });
  for (const i of [1, 2])
    journal.tick(tick(at(i), strategyTick(waited), strategyTick({ strategy: "calm", ...held() })));
  journal.tick(tick(at(3), strategyTick(held())));
  journal.countHold(at(4), "sma");
  for (const i of [5, 6, 7]) journal.tick(tick(at(i), strategyTick(waited)));
  journal.tick(tick(at(8), strategyTick(held())));
  journal.tick(tick(at(9), strategyTick(waited)));
  journal.tick(tick(at(10), strategyTick({ strategy: "broken", view: null, status: "failed", error: "it broke" })));
  expect(journal.waitsOf("sma")).toEqual({
    readyAt: at(3),
    before: { ticks: 2, first: at(1), last: at(2) },
    after: { ticks: 4, first: at(5), last: at(9) },
  });
  expect(journal.waitsOf("calm")).toEqual({ readyAt: at(1), before: null, after: null });
  expect(journal.waitsOf("broken")).toEqual({ readyAt: at(10), before: null, after: null });
  expect(journal.waitsOf("never due")).toEqual({ readyAt: null, before: null, after: null });
});

test("what was written is given back as it came, ticks that hold alone and in company, with and without all else", () => {
  const journal = new ColumnJournal();
  journal.begin(run());
  let seq = 0;
  let words = 0;
  const one = (strategy: string, overrides: Partial<StrategyTick> = {}) =>
    strategyTick({
      ...{ strategy, due: [`of ${strategy}`], view: null },
      ...{ decisions: [{ seq: ++seq, decision: hold(`words ${words++}`) }] },
      ...overrides,
    });
  const two = [hold("once"), hold("twice")];
  const ticks: TickRecord[] = [
    tick(at(0), one("a")),
    tick(at(1), one("a"), one("b")),
    tick(at(2), one("b", { view: { now: at(2), outcomes: [] } })),
    tick(at(3), one("a", { state: { n: 1 } })),
    tick(at(4), one("a", { decisions: two.map((decision) => ({ seq: ++seq, decision })) })),
    tick(at(5), one("a", { outcomes: [outcome({ at: at(5) })] })),
    { ...tick(at(6), one("b")), bars: [{ token: "WETH.eth", interval: MINUTE, bars: [] }] },
    tick(at(7), one("b", { decisions: [], status: "failed", error: "it broke" })),
    tick(at(8), one("a")),
  ];
  for (const given of ticks) journal.tick(given);
  const note = { at: at(9), level: "info", kind: "some-note", text: "a note" } as const;
  journal.note(note);
  expect(journal.written).toStrictEqual([
    // Two events for the beginning; one for each strategy of a tick, and one for the outcome of the sixth.
    ...ticks.map((given, i) => ({
      kind: "tick",
      tick: given,
      seqs: [[3], [4, 5], [6], [7], [8], [9], [11], [12], [13]][i],
    })),
    { kind: "note", seq: 14, note },
  ]);
  expect(journal.outcomes.map(({ strategy }) => strategy)).toEqual(["a"]);
});

test("the equity curve is what was noted, whenever a book parts from the total or is new", () => {
  const value = fc.double({ min: 0, max: 1e6, noNaN: true });
  const points = fc.array(fc.record({ a: value, b: fc.option(value), alone: fc.boolean() }), { maxLength: 40 });
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 40 }), (given, late) => {
      const journal = new ColumnJournal();
      given.forEach(({ a, b, alone }, i) => {
        const books: Record<string, number> = i < late ? { a } : { a, b: b ?? 0 };
        const total = alone ? a : a + (b ?? 0);
        journal.equity({ at: i, competitionId: COMPETITION, total, books, peak: b });
      });
      const { equityCurve } = journal;
      const from = given.map((_, i) => i >= late);
      expect([...equityCurve.total()]).toEqual(given.map(({ a, b, alone }) => (alone ? a : a + (b ?? 0))));
      expect([...(equityCurve.book("a") ?? [])]).toEqual(given.map(({ a }) => a));
      if (late < given.length)
        expect([...(equityCurve.book("b") ?? [])]).toEqual(given.map(({ b }, i) => (from[i] ? (b ?? 0) : Number.NaN)));
      if (given.some(({ b }) => b !== null))
        expect([...(equityCurve.peak() ?? [])]).toEqual(given.map(({ b }) => b ?? Number.NaN));
    }),
    { numRuns: 200 },
  );
});

test("a column gives back what it was given, over every limit of its chunks", () => {
  const journal = new ColumnJournal();
  const count = 140_000;
  for (let i = 0; i < count; i++)
    journal.equity({ at: i, competitionId: COMPETITION, total: i / 2, books: { a: i / 2 }, peak: null });
  const total = journal.equityCurve.total();
  journal.equity({ at: count, competitionId: COMPETITION, total: 1, books: { a: 1 }, peak: null });
  expect(total).toHaveLength(count);
  expect(journal.equityCurve.total().every((one, i) => one === (i === count ? 1 : i / 2))).toBe(true);
  expect(journal.equityCurve.time()[count]).toBe(count);
});
