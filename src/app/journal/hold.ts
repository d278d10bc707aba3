import { systemClock } from "../../core/time/system-clock.js";
import type { EnginePorts } from "../../engine/index.js";
import { openJournal, type SqliteJournal } from "../../journal/index.js";
import type { CommandSession } from "../command-session.js";

/** Opens the journal of the config's data folder to write; no other process can meanwhile. Throws what `openJournal` throws. */
export function holdJournal({ loaded, log, secrets }: CommandSession): SqliteJournal {
  return openJournal({ dir: loaded.path(loaded.config.data), clock: systemClock, log, secrets });
}

/** What an engine is given of a journal. */
export type JournalPorts = Pick<
  EnginePorts,
  "journal" | "journalId" | "knowsIntent" | "ownerOfTrade" | "adjustedSince" | "recover" | "manualSwaps"
>;

/** What an engine, or execution alone, is given of a journal. */
export function journalPorts(journal: SqliteJournal): JournalPorts {
  return {
    journal,
    journalId: journal.journalId,
    manualSwaps: journal.manualSwaps,
    knowsIntent: (id) => journal.knowsIntent(id),
    ownerOfTrade: (trade) => journal.ownerOfTrade(trade),
    adjustedSince: (competitionId, since) => journal.adjustedSince(competitionId, since),
    recover: (competitionId) => journal.recover(competitionId),
  };
}
