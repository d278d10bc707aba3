import type { BookEntry, IntentStep, Note, Preparation, TickRecord } from "../../model/journal.js";
import type { ModeChange } from "../../model/mode.js";
import type { Trade } from "../../model/trade.js";

/** A record of a journal in memory, with the number of its first event. */
export type Written =
  | { readonly kind: "tick"; readonly tick: TickRecord; /** One for each strategy. */ readonly seqs: readonly number[] }
  | ({ readonly seq: number } & Other);

type Other =
  | { readonly kind: "preparation"; readonly preparation: Preparation }
  | { readonly kind: "step"; readonly step: IntentStep }
  | { readonly kind: "adjustment"; readonly at: number; readonly entries: readonly BookEntry[] }
  | { readonly kind: "foreign"; readonly at: number; readonly trades: readonly Trade[] }
  | { readonly kind: "note"; readonly note: Note }
  | { readonly kind: "mode"; readonly change: ModeChange };
