import type { Clock } from "../core/clock.js";
import type { Log } from "../core/log.js";
import type { JournalWriter, Note } from "../model/journal.js";

/** Tells people and the journal of something that is not a tick. `kind` is literal, kebab-case. */
export type Notes = (level: Note["level"], kind: string, text: string, data?: NonNullable<Note["data"]>) => void;

export function createNotes(ports: {
  readonly clock: Clock;
  readonly journal: Pick<JournalWriter, "note">;
  readonly log: Log;
}): Notes {
  return (level, kind, text, data = {}) => {
    ports.log[level](text, data);
    ports.journal.note({ at: ports.clock.now(), level, kind, text, data });
  };
}
