import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal } from "../../src/core/number/decimal.js";
import type { Journal } from "../../src/journal/index.js";
import type { Decision } from "../../src/model/decision.js";
import type { JsonObject } from "../../src/core/json.js";
import { INTENT_STATES, type Intent } from "../../src/model/intent.js";
import type { StrategyTick } from "../../src/model/journal.js";
import type { Outcome } from "../../src/model/outcome.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import {
  COMPETITION,
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

const HOUR = 3_600_000;
const target: Decision = { kind: "target", weights: { "WETH.eth": 0.5 }, reason: "half of it" };
const STRATEGIES = ["sma", "rebalance", "__proto__"];
const COMPETITIONS = [COMPETITION, "another"];
const TEXTS = ["too large", 'quotes " and \\', "line\nbreak", "ünïcødé 💥", ""];

/** What a call of the port is made of: small numbers, so that ids collide and calls are sometimes refused. */
const call = fc.record({
  kind: fc.constantFrom("tick", "prepare", "step", "step", "step", "adjust", "foreign", "equity", "note", "run"),
  id: fc.integer({ min: 0, max: 11 }),
  other: fc.integer({ min: 0, max: 11 }),
  rehearsal: fc.boolean(),
  decided: fc.constantFrom("hold", "swap", "target", "silent target"),
  hours: fc.integer({ min: 0, max: 100 }),
  from: fc.constantFrom(...INTENT_STATES),
  to: fc.constantFrom(...INTENT_STATES),
  follow: fc.boolean(),
  digits: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  places: fc.integer({ min: 0, max: 25 }),
  usd: fc.option(fc.double({ min: 0.01, max: 1e6, noNaN: true })),
  text: fc.constantFrom(...TEXTS),
});
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], i: number): T => list[i % list.length]!;
const amount = ({ digits, places }: Call): Decimal => new Decimal(digits.toString()).div(new Decimal(10).pow(places));

const DECISIONS = {
  hold: () => hold(),
  swap: ({ text }: Call) => ({ ...swap(), id: text }),
  target: () => target,
  "silent target": () => target,
};

interface Came {
  readonly told: Outcome;
  readonly made: Intent;
  readonly state: JsonObject;
}

/** What a tick says beside its decision: nothing comes of a hold, and of a target that waits. */
function cameOf(decided: Call["decided"], { told, made, state }: Came): Partial<StrategyTick> {
  if (decided === "swap") return { outcomes: [told], state, intents: [made] };
  return decided === "target" ? { outcomes: [told] } : {};
}

/** Makes one call of the port. */
function make(journal: Journal, one: Call, step: number): void {
  const at = NOON + one.hours * HOUR;
  const strategy = pick(STRATEGIES, one.other);
  const competitionId = pick(COMPETITIONS, one.id);
  const id = `intent${one.id}`;
  const seq = journal.nextDecision();
  const told = outcome({ decision: seq, reason: one.text, at });
  const made = intent(id, {
    strategy,
    competitionId,
    decision: seq,
    parent: one.follow ? "parent" : null,
    preparedAt: at,
  });
  const entries = [
    entry("0", {
      competitionId,
      book: strategy,
      token: pick(["USDC.eth", "WETH.eth"], one.id),
      change: amount(one),
      costUsd: one.usd,
    }),
  ];
  const seen = trade(`trade${one.other}`, {
    competitionId,
    at,
    reason: `${one.follow ? made.marker : ""} ${one.text}`,
  });
  switch (one.kind) {
    case "run": {
      journal.begin(run({ id: `run-${step}`, rehearsal: one.rehearsal }));
      return;
    }
    case "tick": {
      const waiting = journal.recover(competitionId).outcomes[strategy] ?? [];
      const view = { now: at, outcomes: JSON.parse(JSON.stringify(waiting.slice(0, one.id))) as [] };
      journal.tick({
        at,
        bars: [],
        strategies: [
          strategyTick({
            ...{ strategy, view, decisions: [{ seq, decision: DECISIONS[one.decided](one) }] },
            ...cameOf(one.decided, { told, made, state: { text: one.text, step } }),
          }),
        ],
      });
      return;
    }
    case "prepare": {
      journal.prepare({
        at,
        decisions: [{ strategy, seq, decision: swap() }],
        verdicts: [],
        intents: [made],
        outcomes: [{ strategy, ...told }],
      });
      return;
    }
    case "step": {
      const known = journal.recover(competitionId).open.find((stored) => stored.intent.id === id);
      const from = one.follow ? (known?.state ?? one.from) : one.from;
      const filled = one.to === "FILLED" ? { trade: seen, entries } : {};
      const asked: JsonObject = one.rehearsal ? { trade: seen.id } : {};
      journal.step({
        intent: id,
        at,
        from,
        to: one.to,
        detail: { text: one.text, ...asked },
        outcome: told,
        ...filled,
      });
      return;
    }
    case "adjust": {
      journal.adjust(at, entries);
      return;
    }
    case "foreign": {
      journal.foreignTrades(at, [seen, trade(`trade${one.id}`, { competitionId, at })]);
      return;
    }
    case "equity": {
      journal.equity({ at, competitionId, total: one.usd ?? one.hours, books: { [strategy]: one.usd ?? 0 } });
      return;
    }
    case "note": {
      journal.note({ at, level: "info", kind: "a-note", text: one.text });
      return;
    }
  }
}

/** Whether the call was taken. */
function attempt(journal: Journal, one: Call, step: number): boolean {
  try {
    make(journal, one, step);
    return true;
  } catch {
    return false;
  }
}

describe("recover", () => {
  it("gives the same from disk as from memory, after any calls, and after a restart", () => {
    const taken = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.array(call, { minLength: 15, maxLength: 60 }), (calls) => {
        const dir = folder();
        const disk = open(dir);
        const memory = new MemoryJournal();
        for (const journal of [disk, memory]) journal.begin(run());
        calls.forEach((one, step) => {
          const before = memory.recover(COMPETITION);
          const ok = attempt(disk, one, step);
          expect(attempt(memory, one, step)).toBe(ok);
          if (!ok) expect(memory.recover(COMPETITION)).toEqual(before);
          taken[ok ? "yes" : "no"]++;
        });
        const next = disk.nextDecision();
        for (const competition of COMPETITIONS) expect(disk.recover(competition)).toEqual(memory.recover(competition));
        disk.close();
        const again = open(dir);
        for (const competition of COMPETITIONS) expect(again.recover(competition)).toEqual(memory.recover(competition));
        expect(again.nextDecision()).toBeLessThanOrEqual(next);
        again.close();
      }),
      { numRuns: 50 },
    );
    expect(taken.yes).toBeGreaterThan(100);
    expect(taken.no).toBeGreaterThan(100);
  });

  it("knows every intent that was ever prepared, after a restart too, and no other", () => {
    const dir = folder();
    const disk = open(dir);
    const memory = new MemoryJournal();
    for (const journal of [disk, memory]) {
      journal.begin(run());
      expect(journal.knowsIntent("aaaaaa")).toBe(false);
      const seq = journal.nextDecision();
      const prepared = strategyTick({
        decisions: [{ seq, decision: swap() }],
        intents: [intent("aaaaaa", { decision: seq })],
      });
      journal.tick({ at: NOON, bars: [], strategies: [prepared] });
      expect([journal.knowsIntent("aaaaaa"), journal.knowsIntent("bbbbbb")]).toEqual([true, false]);
    }
    disk.close();
    expect(open(dir).knowsIntent("aaaaaa")).toBe(true);
  });

  it("knows nothing of an unknown competition", () => {
    expect(open(folder()).recover(COMPETITION)).toEqual({
      ...{ books: {}, open: [], states: {}, outcomes: {}, tradeIds: [], tradesByDay: {} },
      ...{ markerEchoed: null, peakEquity: null, equity: [] },
    });
  });

  it("knows the trade about which a person was asked last, even if the journal lacks it", () => {
    for (const journal of [open(folder()), new MemoryJournal()]) {
      journal.begin(run());
      const seq = journal.nextDecision();
      const decisions = [{ strategy: "sma", seq, decision: swap() }];
      const intents = [intent("aaaaaa", { decision: seq })];
      journal.prepare({ at: NOON, decisions, verdicts: [], intents, outcomes: [] });
      const states = ["PREPARED", "SENT", "UNKNOWN", "CONFLICT", "NOT_EXECUTED", "CONFLICT", "NOT_EXECUTED"] as const;
      const asked = ["", "", "", "t1", "", "t2", ""];
      for (const [i, to] of states.entries())
        if (i > 0)
          journal.step({
            ...{ intent: "aaaaaa", at: NOON, from: states[i - 1] ?? to, to },
            detail: { code: "", ...(asked[i] !== "" && { trade: asked[i] }) },
          });
      expect(journal.recover(COMPETITION).notExecuted).toMatchObject([{ intent: { id: "aaaaaa" }, asked: "t2" }]);
    }
  });

  it("gives the last price of the books' holdings, from views and quotes, and nothing from a rehearsal", () => {
    const price = (usd: number, readAt: number) => ({ usd, readAt, movedAt: readAt - 1 });
    const view = (prices: JsonObject) => strategyTick({ view: { now: NOON, outcomes: [], prices } });
    for (const journal of [open(folder()), new MemoryJournal()]) {
      const prices = () => journal.recover(COMPETITION).prices;
      journal.begin(run());
      for (const token of ["USDC.eth", "WETH.eth", "SOL.svm", "WBTC.eth"])
        journal.adjust(NOON, [entry("1", { token })]);
      expect(prices()).toBeUndefined();
      journal.tick(
        tick(NOON, view({ "WETH.eth": price(2_000, NOON), "SOL.svm": price(150, NOON), "FOO.eth": price(1, 1) })),
      );
      journal.tick(tick(NOON + 5, view({ "WETH.eth": price(2_100, NOON + 5), "SOL.svm": null })));
      const seq = journal.nextDecision();
      const decisions = [{ strategy: "sma", seq, decision: swap() }];
      journal.prepare({
        at: NOON,
        decisions,
        verdicts: [],
        intents: [intent("aaaaaa", { decision: seq })],
        outcomes: [],
      });
      journal.step({ intent: "aaaaaa", at: NOON, from: "PREPARED", to: "SENT", detail: {}, quote });
      journal.begin(run({ id: "run-2", rehearsal: true }));
      journal.tick(tick(NOON + 9, view({ "WETH.eth": price(9_999, NOON + 9), "WBTC.eth": price(9_999, NOON + 9) })));
      expect(prices()).toEqual({
        "WETH.eth": price(2_100, NOON + 5),
        "SOL.svm": price(150, NOON),
        "USDC.eth": { usd: 1, readAt: NOON + 1, movedAt: NOON + 1 },
      });
    }
  });

  it("gives the allocations of the last run that changed a book by other means than a trade", () => {
    for (const journal of [open(folder()), new MemoryJournal()]) {
      const begin = (id: string, allocation: number): void =>
        journal.begin(run({ id, strategies: run().strategies.map((one) => ({ ...one, allocation })) }));
      const allocations = () => journal.recover(COMPETITION).allocations;
      begin("run-1", 0.5);
      expect(allocations()).toBeUndefined();
      journal.adjust(NOON, [entry("1000")]);
      const seq = journal.nextDecision();
      const decisions = [{ strategy: "sma", seq, decision: swap() }];
      const intents = [intent("aaaaaa", { decision: seq })];
      journal.prepare({ at: NOON, decisions, verdicts: [], intents, outcomes: [] });
      journal.step({ intent: "aaaaaa", at: NOON, from: "PREPARED", to: "SENT", detail: {} });
      begin("run-2", 0.2);
      const filled = { trade: trade("t1"), entries: [entry("-100.5")] };
      journal.step({ intent: "aaaaaa", at: NOON, from: "SENT", to: "FILLED", detail: {}, ...filled });
      expect(allocations()).toEqual({ sma: 0.5 });
      journal.adjust(NOON, [entry("-10")]);
      expect(allocations()).toEqual({ sma: 0.2 });
    }
  });

  it("never repeats a decision's number, not even that of a hold that was only counted", () => {
    const dir = folder();
    const journal = open(dir);
    journal.begin(run());
    const numbers = Array.from({ length: 5 }, () => journal.nextDecision());
    for (const seq of numbers)
      journal.tick({ at: NOON, bars: [], strategies: [strategyTick({ decisions: [{ seq, decision: hold() }] })] });
    journal.close();
    const second = open(dir);
    second.begin(run({ id: "run-2" }));
    second.close();
    expect(open(dir).nextDecision()).toBe(6);
  });

  it("gives the last run's targets without a result, however many later runs decided nothing", () => {
    for (const journal of [open(folder()), new MemoryJournal()]) {
      const decide = (more: Partial<StrategyTick> = {}): number => {
        const seq = journal.nextDecision();
        journal.tick({
          at: NOON,
          bars: [],
          strategies: [strategyTick({ decisions: [{ seq, decision: target }], ...more })],
        });
        return seq;
      };
      const waiting = (): readonly number[] => (journal.recover("any").waitingTargets ?? []).map(({ seq }) => seq);
      journal.begin(run());
      decide();
      journal.begin(run({ id: "run-2" }));
      const [verdict, planned, told, left] = [decide(), decide(), decide(), decide()];
      expect(waiting()).toEqual([verdict, planned, told, left]);
      const refusal = {
        intent: null,
        control: "cap",
        verdict: "refused",
        code: "MAX_TRADE",
        reason: "too large",
      } as const;
      const at = { at: NOON, decisions: [] };
      journal.prepare({ ...at, verdicts: [{ decision: verdict, ...refusal }], intents: [], outcomes: [] });
      journal.prepare({ ...at, verdicts: [], intents: [intent("aaaaaa", { decision: planned })], outcomes: [] });
      const outcomes = [{ strategy: "sma", ...outcome({ decision: told }) }];
      journal.prepare({ ...at, verdicts: [], intents: [], outcomes });
      expect(waiting()).toEqual([left]);
      journal.begin(run({ id: "rehearsal", rehearsal: true }));
      decide();
      journal.begin(run({ id: "run-3" }));
      expect(journal.recover("any").waitingTargets).toEqual([
        { seq: left, strategy: "sma", at: NOON, decision: target },
      ]);
      decide({ outcomes: [outcome({ decision: left + 2 })] });
      expect(waiting()).toEqual([]);
    }
  });

  it("keeps the last hundred equity points and the highest value that was believed", () => {
    const journal = open(folder());
    const peaks = [null, 900, 1_000];
    for (let i = 0; i < 150; i++) {
      const total = i === 7 ? 1e9 : 1_000 - i;
      journal.equity({ at: NOON + i, competitionId: COMPETITION, total, books: { sma: total }, peak: peaks[i % 3]! });
    }
    const { equity, peakEquity } = journal.recover(COMPETITION);
    expect([equity.length, equity[0]?.at, equity.at(-1)?.at, peakEquity]).toEqual([100, NOON + 50, NOON + 149, 1_000]);
  });

  it("shows an outcome once: a decided tick removes it, a failed one does not", () => {
    const journal = open(folder());
    journal.begin(run());
    const first = outcome({ reason: "first" });
    const seq = journal.nextDecision();
    const waiting = (): string[] => (journal.recover(COMPETITION).outcomes["sma"] ?? []).map((one) => one.reason);
    journal.tick({
      ...{ at: NOON, bars: [] },
      strategies: [strategyTick({ decisions: [{ seq, decision: swap() }], outcomes: [first] })],
    });
    const shown = { now: NOON, outcomes: [{ ...first }] };
    journal.tick({
      at: NOON,
      bars: [],
      strategies: [strategyTick({ status: "failed", view: shown, error: "it threw" })],
    });
    expect(waiting()).toEqual(["first"]);
    journal.prepare({
      ...{ at: NOON, decisions: [], verdicts: [], intents: [] },
      outcomes: [{ strategy: "sma", ...outcome({ reason: "came meanwhile" }) }],
    });
    journal.tick({ at: NOON, bars: [], strategies: [strategyTick({ view: shown })] });
    expect(waiting()).toEqual(["came meanwhile"]);
  });
});
