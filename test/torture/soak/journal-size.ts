import { statSync } from "node:fs";
import { join } from "node:path";
import type { JournalReader } from "../../../src/journal/index.js";

/** What docs/how-to/run-for-a-week.md says that a journal takes, bytes each. */
const DOCUMENTED = { strategyTick: 1200, trade: 2000, equityPoint: 100 };
/** An empty journal has its tables; SQLite's log beside it is written back in steps of a thousand pages. */
const BASE = 4_500_000;

/** How large a journal is, and how large it may be by the documents. Bars are some of the equity's points' size and number. */
export function journalBytes(dir: string, reader: JournalReader): { bytes: number; documented: number } {
  const size = (name: string): number => statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0;
  const documented =
    BASE +
    reader.strategyTicks().length * DOCUMENTED.strategyTick +
    reader.trades().length * DOCUMENTED.trade +
    reader.equity().length * 5 * DOCUMENTED.equityPoint;
  return { bytes: size("journal.db") + size("journal.db-wal"), documented };
}
