import { join } from "node:path";
import { expect, test } from "vitest";
import { Database } from "../../src/journal/database.js";
import { JOURNAL_QUERIES } from "../../tools/journal-page.js";
import {
  COMPETITION,
  folder,
  intent,
  NOON,
  open,
  quote,
  run,
  strategyTick,
  swap,
  tick,
  trade,
} from "../journal/support.js";

/** A journal with one trade, one refusal and two points of equity. */
function written(): string {
  const dir = folder();
  const journal = open(dir);
  journal.begin(run());
  const seq = journal.nextDecision();
  const refused = {
    decision: seq,
    intent: "bbbbbb",
    control: "max-trade",
    verdict: "refused",
    code: "MAX_TRADE",
  } as const;
  journal.tick(
    tick(
      NOON,
      strategyTick({
        decisions: [{ seq, decision: swap() }],
        intents: [intent("aaaaaa", { decision: seq })],
        verdicts: [{ ...refused, reason: "too large" }],
      }),
    ),
  );
  journal.step({ intent: "aaaaaa", at: NOON + 1, from: "PREPARED", to: "SENT", detail: {}, quote });
  journal.step({ intent: "aaaaaa", at: NOON + 2, from: "SENT", to: "FILLED", detail: {}, trade: trade("trade-1") });
  for (const total of [900, 1_100])
    journal.equity({ at: NOON + total, competitionId: COMPETITION, total, books: { sma: total } });
  journal.end(NOON + 5_000, { exitCode: 0, text: "The competition is over." });
  journal.close();
  return join(dir, "journal.db");
}

test("the queries of the journal's page return what the page says", () => {
  const db = new Database(written(), { readOnly: true });
  try {
    const [traded, refused, equity] = Object.values(JOURNAL_QUERIES).map((sql) => db.statement(sql).all({}));
    expect(traded).toHaveLength(1);
    expect(traded?.[0]?.text("time")).toBe("2025-04-01 12:00:00");
    expect(traded?.[0]?.text("strategy")).toBe("sma");
    expect(traded?.[0]?.number("quoted_percent")).toBe(0.05);
    expect(refused).toHaveLength(1);
    expect(refused?.[0]?.text("code")).toBe("MAX_TRADE");
    expect(refused?.[0]?.number("times")).toBe(1);
    expect(equity).toHaveLength(1);
    expect([equity?.[0]?.number("lowest"), equity?.[0]?.number("highest")]).toEqual([900, 1_100]);
    expect(equity?.[0]?.number("points")).toBe(2);
  } finally {
    db.close();
  }
});
