import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/json.js";
import { Database } from "../../src/journal/database.js";
import { JournalRecordError, openJournalReader } from "../../src/journal/index.js";
import type { Bar } from "../../src/model/bar.js";
import type { TickRecord } from "../../src/model/journal.js";
import { folder, hold, NOON, open, run, strategyTick, swap, tick } from "./support.js";

const MINUTE = 60_000;
const bar = (minute: number, close = 100): Bar => ({
  ...{ time: NOON + minute * MINUTE, open: 100, high: 110, low: 90, close },
});
const series = (bars: Bar[], token = "WETH.eth"): TickRecord["bars"][number] => ({ token, interval: MINUTE, bars });

function count(dir: string, table: string): number {
  const db = new Database(`${dir}/journal.db`, { readOnly: true });
  const rows = db.number(`SELECT count(*) AS value FROM ${table}`);
  db.close();
  return rows;
}

describe("recorded ticks", () => {
  it("belong to a run that has begun, and has not ended", () => {
    const journal = open(folder());
    expect(() => journal.tick(tick(NOON))).toThrow("No run has begun");
    journal.begin(run());
    journal.end(NOON, { exitCode: 0, text: "stopped" });
    expect(() => journal.tick(tick(NOON))).toThrow("No run has begun");
  });

  it("come back as written, with merged holds, states and failures", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    const [one, two, three] = [1, 2, 3].map(() => journal.nextDecision());
    const records = [
      tick(NOON, strategyTick({ decisions: [{ seq: one!, decision: hold() }], state: { n: 1 } })),
      tick(NOON + 1, strategyTick({ status: "warming-up", view: null, error: "ready at 13:00" })),
      tick(NOON + 2, strategyTick({ decisions: [{ seq: two!, decision: hold() }], state: null })),
      tick(NOON + 3, strategyTick({ decisions: [{ seq: three!, decision: swap() }] })),
      tick(NOON + 4, strategyTick({ status: "failed", error: "it threw" })),
      { ...tick(NOON + 5), bars: [series([bar(0), bar(1)])] },
    ];
    for (const record of records) journal.tick(record);
    const reader = openJournalReader(dir);
    onTestFinished(() => reader.close());
    const back = [...reader.ticks("run-1")];
    expect(back.map(({ at }) => at)).toEqual(records.map(({ at }) => at));
    expect(back.map(({ bars }) => bars)).toEqual(records.map(({ bars }) => bars));
    const strategies = back.flatMap((record) => record.strategies);
    expect(strategies).toMatchObject([
      { status: "decided", decisions: [{ seq: one, decision: hold() }], state: { n: 1 }, error: null },
      { status: "warming-up", view: null, decisions: [], error: "ready at 13:00" },
      { status: "decided", decisions: [{ seq: one, decision: hold() }], state: null },
      { status: "decided", decisions: [{ seq: three, decision: swap() }] },
      { status: "failed", view: { now: NOON, outcomes: [] }, error: "it threw" },
    ]);
    expect(strategies.map((strategy) => "state" in strategy)).toEqual([true, false, true, false, false]);
    expect([...reader.ticks("no such run")]).toEqual([]);
  });

  it("come back right after a failed write, of which nothing is kept", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    const decided = (view: JsonObject): ReturnType<typeof strategyTick> =>
      strategyTick({ view, decisions: [{ seq: journal.nextDecision(), decision: hold() }] });
    const views = [
      { a: 1, b: 1 },
      { a: 1, b: 3 },
      { a: 1, b: 3 },
    ];
    journal.tick(tick(NOON, decided(views[0]!)));
    const lost = decided({ a: 2, b: 3 });
    const nowhere = { decision: 99, intent: null, control: "cap", verdict: "refused", code: "X", reason: "r" } as const;
    expect(() => journal.tick(tick(NOON + 1, { ...lost, verdicts: [nowhere] }))).toThrow(JournalRecordError);
    for (const view of views.slice(1)) journal.tick(tick(NOON + 2, decided(view)));
    const reader = openJournalReader(dir);
    onTestFinished(() => reader.close());
    const back = [...reader.ticks("run-1")].flatMap(({ strategies }) => strategies);
    expect(back.map(({ view }) => view)).toEqual(views);
    expect(back.map(({ decisions }) => decisions.map(({ seq }) => seq))).toEqual([[1], [3], [3]]);
    expect(reader.decisions().map(({ count: times }) => times)).toEqual([1, 2]);
  });

  it("of two runs can be read in step", () => {
    const dir = folder();
    const journal = open(dir);
    for (const id of ["run-1", "run-2"]) {
      journal.begin(run({ id }));
      for (let i = 0; i < 5; i++) journal.tick(tick(NOON + i, strategyTick({ view: { id, i } })));
    }
    const reader = openJournalReader(dir);
    onTestFinished(() => reader.close());
    const second = reader.ticks("run-2")[Symbol.iterator]();
    const views = [...reader.ticks("run-1")].map((first) => {
      const next = second.next();
      return [first.strategies[0]?.view, next.done === true ? null : next.value.strategies[0]?.view];
    });
    expect(views).toEqual(
      [0, 1, 2, 3, 4].map((i) => [
        { id: "run-1", i },
        { id: "run-2", i },
      ]),
    );
  });
});

describe("recorded bars", () => {
  it("are stored once, however many runs warm up from them", () => {
    const dir = folder();
    const journal = open(dir);
    const history = Array.from({ length: 100 }, (_, i) => bar(i));
    for (const id of ["run-1", "run-2", "run-3"]) {
      journal.begin(run({ id }));
      journal.tick({ ...tick(NOON), bars: [series(history)] });
    }
    expect([count(dir, "bars"), count(dir, "bar_spans")]).toEqual([100, 3]);
  });

  it("come back for each run as that run saw them, whatever other runs saw", () => {
    const minutes = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 2 })), {
      selector: ([minute]) => minute,
    });
    const oneRun = fc.array(minutes, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(oneRun, { minLength: 1, maxLength: 5 }), (runs) => {
        const dir = folder();
        const journal = open(dir);
        const given = runs.map((ticks, i) => {
          journal.begin(run({ id: `run-${i}` }));
          return ticks.map((drawn) => {
            const bars = [...drawn].sort(([a], [b]) => a - b).map(([minute, close]) => bar(minute, close));
            const all = bars.length === 0 ? [] : [series(bars), series(bars, "WBTC.eth")];
            journal.tick({ ...tick(NOON), bars: all });
            return all;
          });
        });
        const reader = openJournalReader(dir);
        const back = given.map((_, i) => [...reader.ticks(`run-${i}`)].map(({ bars }) => bars));
        reader.close();
        journal.close();
        expect(back).toEqual(given);
      }),
      { numRuns: 25 },
    );
  });
});
