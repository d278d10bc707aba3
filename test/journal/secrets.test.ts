import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Secrets } from "../../src/core/secrets.js";
import { openJournalReader } from "../../src/journal/index.js";
import {
  BACKTEST,
  entry,
  folder,
  intent,
  NOON,
  open,
  outcome,
  quote,
  run,
  strategyTick,
  tick,
  trade,
} from "./support.js";

describe("a journal that knows secrets", () => {
  // The second one looks different once it is JSON text.
  it.each(["canary0123456789abcdef", 'canary "quoted" \\ back'])("has %s in none of its files", (canary) => {
    const dir = folder();
    const secrets = new Secrets();
    secrets.add(canary);
    const journal = open(dir, { secrets });
    const c = `before ${canary} after`;
    const deep = { [c]: [c, { deep: c }] };
    journal.begin(
      run({
        ...{ id: c, version: c, seed: c, config: deep },
        backtest: { ...BACKTEST, tape: { label: c, fingerprint: c }, inputs: c },
        strategies: [
          {
            name: c,
            version: c,
            file: c,
            params: deep,
            allocation: 1,
            schedule: { patterns: { [c]: c }, timezone: c },
          },
        ],
      }),
    );
    const seq = journal.nextDecision();
    const decided = { kind: "swap", from: c, to: c, size: { usd: 1 }, reason: c, evidence: deep } as const;
    const verdict = { decision: seq, intent: c, control: c, verdict: "approved", code: c, reason: c } as const;
    const made = intent(c, { decision: seq, marker: c, parent: c, competitionId: c, strategy: c, from: c, reason: c });
    const told = outcome({ decision: seq, reason: c, code: c });
    const seen = strategyTick({
      ...{ strategy: c, due: [c], view: { ...deep, outcomes: [] }, state: deep, error: c },
      ...{ decisions: [{ seq, decision: decided }], verdicts: [verdict], intents: [made], outcomes: [told] },
    });
    const bar = { time: NOON, open: 1, high: 1, low: 1, close: 1 };
    journal.tick({ ...tick(NOON, seen), bars: [{ token: c, interval: 60_000, bars: [bar] }] });
    journal.tick(tick(NOON, strategyTick({ strategy: c, view: { other: c }, error: c })));
    journal.step({ intent: c, at: NOON, from: "PREPARED", to: "SENT", detail: deep, quote: { ...quote, from: c } });
    const bought = trade(c, { teamId: c, competitionId: c, to: c, error: c, reason: c });
    const entries = [entry("1", { competitionId: c, book: c, token: c, reason: c })];
    journal.step({
      intent: c,
      at: NOON,
      from: "SENT",
      to: "FILLED",
      detail: deep,
      trade: bought,
      entries,
      outcome: told,
    });
    journal.prepare({
      ...{ at: NOON, verdicts: [], intents: [], outcomes: [{ strategy: c, ...told }] },
      decisions: [{ strategy: c, seq: journal.nextDecision(), decision: decided }],
    });
    journal.adjust(NOON, entries);
    journal.foreignTrades(NOON, [trade(`${c} 2`, { reason: c })]);
    journal.equity({ at: NOON, competitionId: c, total: 1, books: { [c]: 1 } });
    journal.note({ at: NOON, level: "warn", kind: c, text: c, data: deep });
    journal.end(NOON, { exitCode: 0, text: c });
    const reader = openJournalReader(dir);
    expect(reader.notes()[0]?.text).toBe("before [secret] after");
    expect(reader.explain("before [secret] after")?.decision?.decision.reason).toBe("before [secret] after");
    reader.close();

    const files = ["journal.db", "journal.db-shm", "journal.db-wal", "journal.lock", "journal.pid"];
    expect(readdirSync(dir).sort()).toEqual(files);
    const telling = canary.slice(0, 12);
    for (const file of files) expect([file, readFileSync(join(dir, file)).includes(telling)]).toEqual([file, false]);
    journal.close();
    for (const file of readdirSync(dir)) expect(readFileSync(join(dir, file)).includes(telling)).toBe(false);
  });

  it("still merges holds, shows outcomes once and finds its intents", () => {
    const secrets = new Secrets();
    secrets.add("canary0123456789abcdef");
    const journal = open(folder(), { secrets });
    journal.begin(run());
    const told = outcome({ reason: "canary0123456789abcdef" });
    journal.tick(tick(NOON, strategyTick({ outcomes: [told] })));
    expect(journal.recover("c").outcomes["sma"]?.[0]?.reason).toBe("[secret]");
    journal.tick(tick(NOON, strategyTick({ view: { outcomes: [{ ...told }] } })));
    expect(journal.recover("c").outcomes).toEqual({});
  });
});
