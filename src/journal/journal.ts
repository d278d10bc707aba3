import type { Adjusted, JournalWriter } from "../model/journal.js";
import type { Recovered } from "../model/recovered.js";

/** A journal: what is written, and what it knows of a competition when a bot starts. */
export interface Journal extends JournalWriter {
  /** Four characters of base 32, made once: the journal's half of every marker. */
  readonly journalId: string;
  recover(competitionId: string): Recovered;
  /** Whether an intent of that id was ever prepared: ids are not used twice. */
  knowsIntent(id: string): boolean;
  /** The intent that a trade of the venue belongs to; null where it is nobody's, undefined where the journal does not have it. */
  ownerOfTrade(trade: string): string | null | undefined;
  /** What adjustments have changed in the books of a competition after a moment (epoch milliseconds), oldest first. */
  adjustedSince(competitionId: string, since: number): readonly Adjusted[];
  /** Closing twice does nothing. Writing after it throws JournalError. */
  close(): void;
}
