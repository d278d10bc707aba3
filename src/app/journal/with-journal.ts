import { openJournalReader, type JournalReader } from "../../journal/index.js";

/** Calls `work` with a reader of the journal in a folder, which is closed when that is done. */
export function withJournal<T>(folder: string, work: (reader: JournalReader) => T): T {
  const reader = openJournalReader(folder);
  try {
    return work(reader);
  } finally {
    reader.close();
  }
}
