import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { openJournalReader, type JournalReader } from "../../src/journal/index.js";
import { folder, hold, NOON, open, run, strategyTick, swap, tick } from "./support.js";

function both(dir = folder()): { journal: ReturnType<typeof open>; reader: JournalReader } {
  const journal = open(dir);
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  return { journal, reader };
}

describe("the ticks of a journal", () => {
  it("list what each strategy was given, the result of its read, how much it decided, and why not", () => {
    const { journal, reader } = both();
    journal.begin(run());
    const [one, two, three] = [1, 2, 3].map(() => journal.nextDecision());
    journal.tick(tick(NOON, strategyTick({ status: "warming-up", view: null, error: "its bars come at 13:00" })));
    const view = { now: NOON, outcomes: [], inputs: { rank: 2 }, fixed: { cap: 0.25 } };
    journal.tick(tick(NOON + 1, strategyTick({ view, decisions: [{ seq: one!, decision: hold() }] })));
    journal.tick(tick(NOON + 2, strategyTick({ view, decisions: [{ seq: two!, decision: hold() }] })));
    journal.tick(
      tick(
        NOON + 3,
        strategyTick({ view: { ...view, inputs: null }, decisions: [{ seq: three!, decision: swap() }] }),
        strategyTick({ strategy: "other", due: ["guard"], status: "failed", error: "it threw" }),
      ),
    );
    expect(reader.strategyTicks()).toMatchObject([
      { run: "run-1", at: NOON, strategy: "sma", status: "warming-up", decisions: 0, inputs: null, view: null },
      { at: NOON + 1, status: "decided", decisions: 1, inputs: { rank: 2 }, view, error: null },
      { at: NOON + 2, decisions: 1, inputs: { rank: 2 }, view },
      { at: NOON + 3, decisions: 1, inputs: null, view: { ...view, inputs: null } },
      { strategy: "other", due: ["guard"], status: "failed", decisions: 0, error: "it threw" },
    ]);
    expect(reader.strategyTicks({ strategy: "other" })).toHaveLength(1);
    expect(reader.strategyTicks({ limit: 2 }).map(({ strategy }) => strategy)).toEqual(["sma", "other"]);
  });

  it("have their whole views, whatever part of them is requested", () => {
    const { journal, reader } = both();
    const views = Array.from({ length: 130 }, (_, i) => ({
      i,
      fixed: { cap: 0.25 },
      ...(i % 3 === 0 && { third: i }),
    }));
    journal.begin(run());
    for (const view of views)
      journal.tick(
        tick(NOON + view.i, strategyTick({ view }), strategyTick({ strategy: "b", view: { ...view, b: 1 } })),
      );
    fc.assert(
      fc.property(fc.nat(130), fc.nat(130), fc.constantFrom("sma", "b"), (from, to, strategy) => {
        const rows = reader.strategyTicks({ from: NOON + from, to: NOON + to, strategy });
        const expected = views
          .slice(from, Math.max(from, to))
          .map((view) => (strategy === "b" ? { ...view, b: 1 } : view));
        expect(rows.map(({ view }) => view)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});
