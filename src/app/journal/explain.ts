import type { Explanation } from "../../journal/index.js";
import { openConfigOfData } from "../config/find.js";
import { UsageError } from "../errors.js";
import { journalFolders, unlessBroken } from "./find-run.js";
import { withJournal } from "./with-journal.js";

export type { Explanation };

/**
 * Everything that is known behind one trade, of the bot's journal, else of the newest backtest that has it. Throws
 * UsageError where none knows such an intent or trade.
 */
export function explainTrade(id: string, config: string | undefined): Explanation {
  const loaded = openConfigOfData(config);
  const own = loaded.path(loaded.config.data);
  const folders = journalFolders(loaded);
  // Without any the bot's own is asked for: it says what is missing.
  if (folders.length === 0) withJournal(own, () => undefined);
  for (const folder of folders) {
    const read = (): Explanation | null => withJournal(folder, (reader) => reader.explain(id));
    const explanation = folder === own ? read() : unlessBroken(read);
    if (explanation !== null) return explanation;
  }
  throw new UsageError(`The journal has no intent and no trade "${id}"`, {
    remedy: "`contender journal intents` lists the ids; add --run for a backtest.",
  });
}
