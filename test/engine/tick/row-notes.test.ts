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

/** Runs to the end, so many ticks in a row at most; all notes. */
async function notesOf(row: number): Promise<readonly string[]> {
  const { engine, clock, journal } = world();
  const ended: EngineResult[] = [];
  void engine.run().then((result) => ended.push(result));
  await flush();
  while (ended.length === 0 && clock.step(row)) await flush();
  return journal.notes.map(({ at, kind, text }) => `${at} ${kind} ${text}`);
}

test("what is noted of missed runs does not depend on how many ticks follow one another", async () => {
  const alone = await notesOf(0);
  expect(alone.filter((note) => note.includes("missed-runs")).length).toBeGreaterThan(1);
  for (const row of [1, 15, 127]) expect(await notesOf(row)).toEqual(alone);
});
