import { describe, expect, it } from "vitest";
import { Secrets } from "../../src/core/secrets.js";
import { ColumnJournal, saveColumns } from "../../src/journal/index.js";
import { engineEventSchema, type EngineEvent, type EventType } from "../../src/model/event.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { heard, reader, writeAll } from "./every-record.js";
import { COMPETITION, folder, hold, NOON, open, run, strategyTick, tick } from "./support.js";

const TYPES: readonly EventType[] = engineEventSchema.options.map(
  (one) => [...one.def.innerType.shape.type.values][0]!,
);

describe("the events of a journal", () => {
  it("are of every type that there is, fit their schema, and are plain JSON", () => {
    const events = heard(new ColumnJournal());
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(TYPES));
    for (const event of events) {
      expect(engineEventSchema.safeParse(event).error).toBeUndefined();
      expect(JSON.parse(JSON.stringify(event))).toEqual(event);
    }
  });

  it("are the same in memory and on disk, and the reader's are what a tap heard", () => {
    const dir = folder();
    const journal = open(dir);
    const onDisk = heard(journal);
    journal.close();
    expect(onDisk.map(({ seq }) => seq)).toEqual(onDisk.map((_event, i) => i + 1));
    expect(heard(new ColumnJournal())).toEqual(onDisk);
    expect(heard(new MemoryJournal())).toEqual(onDisk);
    expect(reader(dir).events(0)).toEqual(onDisk);
  });

  it("are given after any number, at most so many, and none after the last", () => {
    const dir = folder();
    const journal = open(dir);
    const events = heard(journal);
    journal.close();
    const { events: after } = reader(dir);
    for (const n of [1, 7, events.length - 1]) expect(after(n)).toEqual(events.slice(n));
    expect(after(3, 4)).toEqual(events.slice(3, 7));
    expect(after(events.length)).toEqual([]);
  });

  it("are numbered on from the last one after a restart, and name their own run", () => {
    const dir = folder();
    const journal = open(dir);
    const first = heard(journal);
    journal.close();
    const again = open(dir);
    const second = heard(again, "run-2");
    again.close();
    expect(second.map(({ seq }) => seq)).toEqual(second.map((_event, i) => first.length + i + 1));
    expect(second.every((event) => event.run === "run-2")).toBe(true);
    expect(reader(dir).events(0)).toEqual([...first, ...second]);
  });

  it("keep their numbers in the saved copy of a run in memory, which has none of holds that were only counted", async () => {
    const journal = new ColumnJournal();
    const events = heard(journal);
    const dir = folder();
    await saveColumns(journal, { dir });
    const counted = events.filter(({ type, at }) => type === "hold-repeated" && at < NOON + 20);
    expect(counted).toHaveLength(2);
    expect(reader(dir).events(0)).toEqual(events.filter((event) => !counted.includes(event)));
  });

  it("keep their numbers where a tick of several strategies is saved without one of them", async () => {
    const journal = new ColumnJournal();
    const events: EngineEvent[] = [];
    journal.listen((event) => void events.push(event));
    journal.begin(run());
    const both = (second: string) => {
      const decisions = (reason: string) => [{ seq: journal.nextDecision(), decision: hold(reason) }];
      const strategies = [strategyTick({ decisions: decisions("calm") })];
      return [...strategies, strategyTick({ strategy: "other", decisions: decisions(second) })];
    };
    journal.tick(tick(NOON, ...both("one")));
    journal.tick(tick(NOON + 1, ...both("another")));
    journal.equity({ at: NOON + 2, competitionId: COMPETITION, total: 1, books: {} });
    const dir = folder();
    await saveColumns(journal, { dir });
    expect(events.map(({ type }) => type)).toContain("hold-repeated");
    expect(reader(dir).events(0)).toEqual(events.filter(({ type }) => type !== "hold-repeated"));
  });

  it("count a hold that only the count was told of", () => {
    const journal = new ColumnJournal();
    const events: EngineEvent[] = [];
    journal.listen((event) => void events.push(event));
    journal.begin(run());
    const decision = journal.nextDecision();
    journal.tick(tick(NOON, strategyTick({ decisions: [{ seq: decision, decision: hold() }] })));
    expect(journal.countHold(NOON + 1, "sma")).toBe(true);
    expect(journal.countHold(NOON + 2, "sma")).toBe(true);
    const head = { run: "run-1", strategy: "sma", type: "hold-repeated", decision };
    expect(events.slice(3)).toEqual([
      { ...head, seq: 4, at: NOON + 1, count: 2 },
      { ...head, seq: 5, at: NOON + 2, count: 3 },
    ]);
  });

  it("are numbered whether or not anything listens", () => {
    const [silent, told] = [new ColumnJournal(), new ColumnJournal()];
    writeAll(silent);
    const events = heard(told);
    expect(silent.endSeq).toBe(told.endSeq);
    expect(events.at(-1)?.seq).toBe(told.endSeq + 1);
    expect(silent.written).toEqual(told.written);
  });

  it("stop for a tap that is taken away", () => {
    const journal = open(folder());
    const events: EngineEvent[] = [];
    journal.listen((event) => void events.push(event));
    journal.begin(run());
    journal.listen(null);
    journal.mode({ at: NOON, mode: "trading", held: null });
    expect(events.map(({ type }) => type)).toEqual(["run-started", "mode-changed"]);
  });

  it("of what is not written are not told, nor numbered", () => {
    const journal = open(folder());
    const events: EngineEvent[] = [];
    journal.listen((event) => void events.push(event));
    journal.begin(run());
    expect(() => journal.step({ intent: "nowhere", at: NOON, from: "PREPARED", to: "SENT", detail: {} })).toThrow();
    journal.mode({ at: NOON, mode: "trading", held: null });
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("have no secrets", () => {
    const secrets = new Secrets();
    secrets.add("abcdefghijkl");
    const journal = open(folder(), { secrets });
    const events: EngineEvent[] = [];
    journal.listen((event) => void events.push(event));
    journal.begin(run());
    journal.note({ at: NOON, level: "warn", kind: "x", text: "abcdefghijkl", data: { key: "abcdefghijkl" } });
    expect(events).toHaveLength(3);
    expect(JSON.stringify(events)).not.toContain("abcdefghijkl");
  });

  it("share nothing with the records", () => {
    const journal = new ColumnJournal();
    const evidence = { fast: 1 };
    journal.listen((event) => {
      if (event.type !== "tick-decided") return;
      Object.assign((event.decisions[0]?.decision as { evidence: object }).evidence, { fast: 2 });
    });
    journal.begin(run());
    const decision = { kind: "hold", reason: "calm", evidence } as const;
    journal.tick(tick(NOON, strategyTick({ decisions: [{ seq: journal.nextDecision(), decision }] })));
    expect(evidence).toEqual({ fast: 1 });
  });
});
