import { describe, expect, it } from "vitest";
import type { Journal } from "../../src/journal/index.js";
import { MemoryJournal } from "../support/memory-journal/memory-journal.js";
import { COMPETITION, folder, intent, NOON, open, outcome, run, strategyTick, swap } from "./support.js";

/** One run: a state, an outcome that nobody was told, and a trade that was sent. */
function oneRun(journal: Journal, id: string, rehearsal: boolean): void {
  journal.begin(run({ id, rehearsal }));
  const seq = journal.nextDecision();
  const name = `intent${seq}`;
  const told = outcome({ decision: seq, reason: id });
  const made = intent(name, { decision: seq });
  journal.tick({
    at: NOON,
    bars: [],
    strategies: [
      strategyTick({ decisions: [{ seq, decision: swap() }], intents: [made], outcomes: [told], state: { of: id } }),
    ],
  });
  journal.step({ intent: name, at: NOON, from: "PREPARED", to: "SENT", detail: {} });
  journal.end(NOON, { exitCode: 0, text: "stopped" });
}

describe.each([
  ["on disk", (): Journal => open(folder())],
  ["in memory", (): Journal => new MemoryJournal()],
])("a rehearsal in a journal %s", (_where, make) => {
  it("leaves another run no trade to settle, no state and no outcome", () => {
    const journal = make();
    oneRun(journal, "rehearsed", true);
    expect(journal.recover(COMPETITION)).toMatchObject({ open: [], states: {}, outcomes: {} });
  });

  it("leaves an earlier run's data unchanged", () => {
    const journal = make();
    oneRun(journal, "real", false);
    const before = journal.recover(COMPETITION);
    oneRun(journal, "rehearsed", true);
    expect(journal.recover(COMPETITION)).toEqual(before);
    expect(before).toMatchObject({ states: { sma: { of: "real" } }, open: [{ state: "SENT" }] });
    expect(before.outcomes["sma"]).toMatchObject([{ reason: "real" }]);
  });
});
