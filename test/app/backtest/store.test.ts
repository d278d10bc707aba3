import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keepRun } from "../../../src/app/backtest/store.js";
import { loadConfig, type LoadedConfig } from "../../../src/app/config/load.js";
import { ColumnJournal } from "../../../src/journal/index.js";
import { folder, run } from "../../journal/support.js";

function setup(): { loaded: LoadedConfig; backtests: string; keep: () => Promise<unknown> } {
  const home = folder();
  const file = join(home, "contender.yaml");
  writeFileSync(file, "service: { sandbox: {} }\ndata: ./data\n");
  const loaded = loadConfig(file, {});
  const journal = new ColumnJournal();
  journal.begin(run({ id: "same" }));
  return { loaded, backtests: join(home, "data", "backtests"), keep: () => keepRun(journal, loaded, () => undefined) };
}

it("takes the place of the same run, also where a process of the same number died in the middle of that", async () => {
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
