import { expect, test } from "vitest";
import { planOf } from "../../../src/backtest/plan/plan.js";
import { runPlan } from "../../../src/backtest/run.js";
import { ColumnJournal, defineStrategy, z } from "../../../src/index.js";
import { openJournalReader, saveColumns } from "../../../src/journal/index.js";
import { emptyFolder } from "../../support/empty-folder.js";
import { MINUTE, tapeOf, walk } from "../tapes.js";

const FIVE = 5 * MINUTE;
const tape = tapeOf({ "WETH.eth": walk(150), "WBTC.eth": walk(150, "btc", 60_000) }, { interval: FIVE });

/** One that answers at once, and one that reads before it decides. */
const strategies = ["quick", "reader"].map((name) =>
  defineStrategy({
    ...{ name, summary: "Trades.", params: z.object({}), schedule: "*/5 * * * *", inputs: z.number() },
    needs: () => ({ prices: ["WETH.eth", "WBTC.eth"] }),
    ...(name === "quick"
      ? {}
      : {
          async read({ now }, { venue }) {
            await Promise.resolve();
            return ((await venue.price("WETH.eth")).usd ?? 0) + now;
          },
        }),
    decide({ now, inputs, target, hold }) {
      const i = now / FIVE;
      if (i % 4 === 1) return hold({ reason: `${inputs}` });
      return target({ weights: { "WETH.eth": (i % 3) / 4, "WBTC.eth": (i % 5) / 8 }, reason: `${i} ${inputs}` });
    },
  }),
);

/** All that the journal of a run holds, as its reader gives it. */
async function journalOf(breathEvery: number): Promise<string> {
  const journal = new ColumnJournal({ everyView: true });
  const plan = planOf({
    ...{ tape, latency: FIVE / 2, seed: "breath" },
    strategies: strategies.map((strategy) => ({ strategy, allocation: 0.5 })),
  });
  await runPlan(plan, journal, { breathEvery });
  const dir = emptyFolder();
  await saveColumns(journal, { dir });
  const reader = openJournalReader(dir);
  try {
    const ticks = [...reader.ticks(journal.run?.id ?? "")];
    const all = [reader.runs(), ticks, reader.decisions(), reader.verdicts(), reader.intents(), reader.trades()];
    return JSON.stringify([...all, reader.quotes(), reader.bookEntries(), reader.equity(), reader.notes()]);
  } finally {
    reader.close();
  }
}

test("how often a backtest lets the machine breathe changes nothing of its journal, not a byte", async () => {
  const never = await journalOf(Infinity);
  expect(never.length).toBeGreaterThan(100_000);
  expect(await journalOf(0)).toBe(never);
});
