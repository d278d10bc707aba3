import { onTestFinished } from "vitest";
import { openJournalReader } from "../../src/journal/index.js";
import type { Decision } from "../../src/model/decision.js";
import type { EngineEvent } from "../../src/model/event.js";
import type { JournalWriter } from "../../src/model/journal.js";
import {
  COMPETITION,
  entry,
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
} from "./support.js";

const target = { kind: "target", weights: { "WETH.eth": 0.5 }, reason: "half", evidence: { gap: 0 } } as const;
const approved = { intent: null, control: "planner", verdict: "approved", code: "", reason: "there already" } as const;

/** Writes records of every kind. */
export function writeAll(journal: JournalWriter, id = "run-1", at = NOON): void {
  const decided = (decision: Decision) => ({ seq: journal.nextDecision(), decision });
  const [first, second] = [`${id}a`, `${id}b`];
  journal.begin(run({ id, startedAt: at }));
  journal.mode({ at, mode: "waiting", held: null });
  journal.mode({ at: at + 1, mode: "trading", held: "the status could not be read" });
  journal.adjust(at + 2, [entry("1000"), entry("5", { book: "unassigned", cause: "adjustment", at: at - 7 })]);
  for (let i = 0; i < 3; i++) journal.tick(tick(at + 10 + i, strategyTick({ decisions: [decided(hold())] })));
  for (let i = 0; i < 3; i++) {
    const one = decided(target);
    const verdicts = [{ decision: one.seq, ...approved }];
    journal.tick(tick(at + 20 + i, strategyTick({ decisions: [one], verdicts })));
  }
  const traded = decided(swap());
  const seq = traded.seq;
  const cut = {
    decision: seq,
    intent: null,
    control: "max-trade",
    verdict: "cut",
    code: "MAX_TRADE",
    reason: "less",
  } as const;
  journal.tick(
    tick(
      at + 30,
      strategyTick({
        decisions: [traded],
        verdicts: [cut],
        intents: [intent(first, { decision: seq, preparedAt: at + 30 })],
        outcomes: [outcome({ decision: seq, status: "cut", at: at + 30 })],
      }),
      strategyTick({ strategy: "other", status: "failed", error: "it threw", view: null }),
      strategyTick({ strategy: "late", status: "warming-up", error: "3 bars are missing", view: null, due: [] }),
    ),
  );
  journal.step({ intent: first, at: at + 31, from: "PREPARED", to: "SENT", detail: { code: "SENT" }, quote });
  journal.step({
    ...{ intent: first, at: at + 32, from: "SENT", to: "FILLED", detail: { code: "", tries: [1] } },
    trade: trade(`trade-${first}`),
    entries: [entry("-100.5", { cause: "fill" }), entry("0.05", { token: "WETH.eth", cause: "fill", costUsd: 100 })],
    outcome: outcome({ decision: seq, status: "filled", intent: first, at: at + 32 }),
  });
  journal.prepare({
    at: at + 40,
    decisions: [],
    verdicts: [{ ...cut, reason: "the next step" }],
    intents: [intent(second, { decision: seq, preparedAt: at + 40 })],
    outcomes: [{ ...outcome({ decision: seq, at: at + 40 }), strategy: "sma" }],
  });
  journal.step({ intent: second, at: at + 41, from: "PREPARED", to: "DROPPED", detail: {} });
  const byHand = decided(swap("by hand"));
  journal.prepare({
    ...{ at: at + 50, decisions: [{ ...byHand, strategy: "unassigned" }], verdicts: [], intents: [], outcomes: [] },
    asked: { id: null },
  });
  journal.prepare({
    ...{ at: at + 51, decisions: [], verdicts: [{ decision: byHand.seq, ...approved }], intents: [], outcomes: [] },
  });
  journal.foreignTrades(at + 60, [trade(`foreign-${id}`, { error: "late", success: false, reason: null })]);
  journal.equity({
    at: at + 70,
    competitionId: COMPETITION,
    total: 1_000,
    books: { sma: 600, unassigned: 400 },
    peak: 1_001,
  });
  journal.equity({ at: at + 71, competitionId: COMPETITION, total: 999, books: { sma: 599, unassigned: 400 } });
  for (const [level, kind, data] of [
    ["info", "standing", { rank: 2 }],
    ["warn", "rules-changed", { changes: ["one"] }],
    ["error", "strategy-disabled", { strategy: "other", stack: "at decide" }],
    ["warn", "missed-runs", undefined],
    ["info", "competition-joined", {}],
  ] as const)
    journal.note({ at: at + 80, level, kind, text: `it is ${kind}`, ...(data !== undefined && { data }) });
  journal.mode({ at: at + 90, mode: "stopping", held: null });
  journal.end(at + 91, { exitCode: 4, text: "a person is needed" });
}

/** What a tap hears while all is written. */
export function heard(journal: JournalWriter, ...runs: readonly string[]): EngineEvent[] {
  const events: EngineEvent[] = [];
  journal.listen((event) => void events.push(event));
  (runs.length === 0 ? ["run-1"] : runs).forEach((id, i) => writeAll(journal, id, NOON + i * 1_000));
  return events;
}

/** A reader of the journal in a folder, closed after the test. */
export function reader(dir: string) {
  const opened = openJournalReader(dir);
  onTestFinished(() => opened.close());
  return opened;
}
