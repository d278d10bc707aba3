import type { Clock } from "../core/time/clock.js";
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
    // A stack is for whoever asks the journal, not for a reader of the log.
    const { stack, ...facts } = data;
    ports.log[level](text, facts);
    if (stack !== undefined) ports.log.debug(`Where that came from (${kind})`, { stack });
    ports.journal.note({ at: ports.clock.now(), level, kind, text, data });
  };
}
