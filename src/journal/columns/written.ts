import type { BookEntry, IntentStep, Note, Preparation, StrategyTick } from "../../model/journal.js";
import type { Trade } from "../../model/trade.js";
import type { KeptBars } from "./kept-bars.js";

/** A tick as it is kept. */
export interface KeptTick {
  readonly at: number;
  readonly bars: readonly KeptBars[];
  readonly strategies: readonly StrategyTick[];
}

/** Something that was written to a journal in memory. */
export type Written =
  | { readonly kind: "tick"; readonly tick: KeptTick }
  | { readonly kind: "preparation"; readonly preparation: Preparation }
  | { readonly kind: "step"; readonly step: IntentStep }
  | { readonly kind: "adjustment"; readonly at: number; readonly entries: readonly BookEntry[] }
  | { readonly kind: "foreign"; readonly at: number; readonly trades: readonly Trade[] }
  | { readonly kind: "note"; readonly note: Note };
