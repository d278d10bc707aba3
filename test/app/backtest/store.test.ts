import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keepRun, type KeptRun } from "../../../src/app/backtest/store.js";
import { loadConfig } from "../../../src/app/config/load.js";
import { withJournal } from "../../../src/app/journal/with-journal.js";
import { ColumnJournal } from "../../../src/journal/index.js";
import { folder, NOON, run } from "../../journal/support.js";

function setup(): { backtests: string; keep: (endedAt?: number) => Promise<KeptRun> } {
  const home = folder();
  const file = join(home, "contender.yaml");
  writeFileSync(file, "service: { sandbox: {} }\ndata: ./data\n");
  const loaded = loadConfig(file, {});
  const keep = (endedAt?: number): Promise<KeptRun> => {
    const journal = new ColumnJournal();
    journal.begin(run({ id: "same" }));
    if (endedAt !== undefined) journal.end(endedAt, { exitCode: 0, text: `It ended at ${endedAt}` });
    return keepRun(journal, loaded, () => undefined);
  };
  return { backtests: join(home, "data", "backtests"), keep };
}

it("a journal replaces that of the same run, even after a process of the same number died in between", async () => {
  const { backtests, keep } = setup();
  await keep();
  // What it had put aside: in a container every process has that number.
  const left = join(backtests, `.same-${process.pid}-old`);
  mkdirSync(left);
  writeFileSync(join(left, "journal.db"), "");
  await keep();
  expect(readdirSync(backtests)).toEqual(["same"]);
  expect(existsSync(join(backtests, "same", "journal.db"))).toBe(true);
});

it("a run that was stopped early keeps the journal of the same run that went further", async () => {
  const { backtests, keep } = setup();
  const endOf = (): string | undefined =>
    withJournal(join(backtests, "same"), (reader) => reader.runs()[0]?.ending?.text);
  await keep(NOON + 1_000);
  expect((await keep(NOON + 2_000)).earlier).toBe(false);
  expect(endOf()).toBe(`It ended at ${NOON + 2_000}`);
  expect((await keep(NOON + 1_500)).earlier).toBe(true);
  expect(endOf()).toBe(`It ended at ${NOON + 2_000}`);
  expect((await keep(NOON + 2_000)).earlier).toBe(false);
});

it("a journal replaces one that cannot be read", async () => {
  const { backtests, keep } = setup();
  await keep(NOON + 2_000);
  writeFileSync(join(backtests, "same", "journal.db"), "no database");
  expect((await keep(NOON + 1_000)).earlier).toBe(false);
  expect(readdirSync(backtests)).toEqual(["same"]);
});
