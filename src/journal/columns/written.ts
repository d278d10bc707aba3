import type { BookEntry, IntentStep, Note, Preparation, TickRecord } from "../../model/journal.js";
import type { Trade } from "../../model/trade.js";

/** A record of a journal in memory. */
export type Written =
  | { readonly kind: "tick"; readonly tick: TickRecord }
  | { readonly kind: "preparation"; readonly preparation: Preparation }
  | { readonly kind: "step"; readonly step: IntentStep }
  | { readonly kind: "adjustment"; readonly at: number; readonly entries: readonly BookEntry[] }
  | { readonly kind: "foreign"; readonly at: number; readonly trades: readonly Trade[] }
  | { readonly kind: "note"; readonly note: Note };
