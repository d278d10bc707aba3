import { onTestFinished } from "vitest";
import { backtest, type BacktestOptions } from "../../../src/backtest/index.js";
import { ColumnJournal, openJournalReader, saveColumns } from "../../../src/journal/index.js";
import { recordingOf, type Recording } from "../../../src/replay/index.js";
import { folder } from "../../journal/support.js";

/** What the journal of a real backtest holds of it. */
export async function backtested(options: Omit<BacktestOptions, "journal">): Promise<Recording> {
  const [journal, dir] = [new ColumnJournal(), folder()];
  await backtest({ ...options, journal });
  await saveColumns(journal, { dir });
  const reader = openJournalReader(dir);
  onTestFinished(() => reader.close());
  return recordingOf(reader, reader.runs()[0]!.id, dir);
}
