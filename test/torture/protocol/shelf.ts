import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../../src/core/time/clock.js";
import { silentLog } from "../../../src/core/log.js";
import { seededRandom } from "../../../src/core/random.js";
import { openJournal } from "../../../src/journal/index.js";
import type { Journal } from "../../../src/journal/journal.js";
import { MemoryJournal } from "../../support/memory-journal/memory-journal.js";

/** Where a bot's journal is from one process to the next. */
export interface Shelf {
  /** The journal, for a new process; the one before has it no more. */
  open(): Journal;
  /** Where processes end by a loss of power: it fails in the midst of a write. True where all of that was on disk by then. */
  midst?(write: () => void): boolean;
  remove(): void;
}

/** Four characters that begin the markers of a journal in memory. */
export const JOURNAL_ID = "tort";

export function memoryShelf(): Shelf {
  const journal = new MemoryJournal(JOURNAL_ID, { keepTicks: false });
  return { open: () => journal, remove: () => {} };
}

/** The real journal, opened again from its files by every process. */
export function diskShelf(seed: string, clock: Clock): Shelf {
  const dir = mkdtempSync(join(tmpdir(), "contender-protocol-"));
  let journal: Journal | null = null;
  return {
    open() {
      journal?.close();
      journal = openJournal({ dir, clock, log: silentLog, random: seededRandom(seed).fork("journal") });
      return journal;
    },
    remove() {
      journal?.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
