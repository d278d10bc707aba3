import { expect, test } from "vitest";
import { z } from "zod";
import { sleep } from "../../../src/core/time/clock.js";
import { defineStrategy } from "../../../src/strategy/define.js";
import type { EngineResult } from "../../../src/engine/index.js";
import { MemoryJournal } from "../../support/memory-journal/memory-journal.js";
import { idler } from "../strategies.js";
import { flush, makeWorld, MINUTE, type TestWorld } from "../world.js";

/** Nearly as in a backtest: what else happens between two ticks ends a row. */
const LITTLE_BETWEEN = {
  watchEvery: 60 * MINUTE,
  leaderboardEvery: Infinity,
  balancesEvery: Infinity,
  rulesEvery: Infinity,
} as const;

/** One whose first `read` takes a while, and that fails then; beside it one that only holds, and misses runs meanwhile. */
function world(): TestWorld {
  const slow = defineStrategy({
    name: "slow",
    summary: "Fails after a while.",
    params: z.object({}),
    schedule: "* * * * *",
    inputs: z.object({}),
    read: () => sleep(made.clock, 15.5 * MINUTE).then(() => ({})),
    decide: () => {
      throw new Error("no more");
    },
  });
  const made: TestWorld = makeWorld({
    strategies: [
      { definition: slow, allocation: 0.5 },
      { definition: idler("calm", "* * * * *"), allocation: 0.5 },
    ],
    // Knows of holds without a record of each, as that of a backtest does: only then ticks follow one another.
    journal: Object.assign(new MemoryJournal(), { heldAgain: () => true }),
    settings: { readTimeout: 20 * MINUTE, ...LITTLE_BETWEEN },
    duration: 240 * MINUTE,
  });
  return made;
}

/** Runs to the end, so many ticks in a row at most. */
async function runInRows({ engine, clock }: TestWorld, row: number): Promise<void> {
  const ended: EngineResult[] = [];
  void engine.run().then((result) => ended.push(result));
  await flush();
  while (ended.length === 0 && clock.step(row)) await flush();
}

async function notesOf(row: number): Promise<readonly string[]> {
  const made = world();
  await runInRows(made, row);
  return made.journal.notes.map(({ at, kind, text }) => `${at} ${kind} ${text}`);
}

test("what is noted of missed runs does not depend on how many ticks follow one another", async () => {
  const alone = await notesOf(0);
  expect(alone.filter((note) => note.includes("missed-runs")).length).toBeGreaterThan(1);
  for (const row of [1, 15, 127]) expect(await notesOf(row)).toEqual(alone);
});

test("a trade for the daily minimum is made when it is time for it, however many ticks follow one another", async () => {
  const timesOf = async (row: number): Promise<readonly number[]> => {
    const made = makeWorld({
      strategies: [idler("calm", "* * * * *")],
      journal: Object.assign(new MemoryJournal(), { heldAgain: () => true }),
      settings: { ...LITTLE_BETWEEN, minTradesPerDay: 3, keepMinimum: true },
    });
    await runInRows(made, row);
    return made.exchange.trades(made.team.id).map(({ at }) => at);
  };
  const alone = await timesOf(0);
  expect(alone).toHaveLength(3);
  for (const row of [15, 127]) expect(await timesOf(row)).toEqual(alone);
});
