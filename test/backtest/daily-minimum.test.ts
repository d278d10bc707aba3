import { expect, test } from "vitest";
import { backtest } from "../../src/backtest/backtest.js";
import { ColumnJournal } from "../../src/journal/columns/column-journal.js";
import { defineStrategy, z } from "../../src/index.js";
import { DAY, HOUR, MINUTE, START, tapeOf, walk } from "./tapes.js";

/** One that never trades: the last hour of the day belongs to the keeper. */
const idle = defineStrategy({
  name: "idle",
  summary: "Holds.",
  params: z.object({}),
  schedule: "*/10 * * * *",
  needs: () => ({ prices: ["WETH.eth"] }),
  decide: ({ hold }) => hold({ reason: "Holds." }),
});

test("a refused trade for the daily minimum is decided again after five minutes, however fast the machine is", async () => {
  const journal = new ColumnJournal();
  await backtest({
    journal,
    tape: tapeOf({ "WETH.eth": walk(26 * 60, "eth") }),
    strategies: [{ strategy: idle }],
    from: START,
    to: START + DAY + HOUR,
    competition: { minTradesPerDay: 1 },
    settings: { keepMinimum: true, risk: { cashReserve: 1 } },
  });
  const refused = journal.outcomes.filter(({ code }) => code === "CASH_RESERVE").map(({ at }) => at);
  const lastHour = START + DAY - HOUR;
  expect(refused.slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, i) => lastHour + 5 * i * MINUTE));
});
