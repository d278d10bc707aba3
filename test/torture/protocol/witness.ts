import type { Intent, IntentState } from "../../../src/model/intent.js";
import type { BookEntry, IntentStep, JournalWriter, Note } from "../../../src/model/journal.js";
import type { Trade } from "../../../src/model/trade.js";

/** An intent as it is on disk. */
export interface Written {
  readonly intent: Intent;
  readonly steps: IntentStep[];
}

/** Something that was written, at the service's time. */
export type Event = { readonly at: number } & (
  | { readonly kind: "begin" }
  | { readonly kind: "prepared"; readonly intent: Intent }
  | { readonly kind: "step"; readonly step: IntentStep }
  | { readonly kind: "foreign"; readonly trade: Trade }
);

/** What a journal was told and has kept: the judge's own copy, which no reading of the journal can flatter. */
export class Witness {
  readonly intents = new Map<string, Written>();
  readonly entries: BookEntry[] = [];
  readonly notes: Note[] = [];
  /** Everything about intents and trades, in the order in which it was written. */
  readonly events: Event[] = [];

  /** @param now the service's time, epoch milliseconds */
  constructor(private readonly now: () => number) {}

  stateOf(id: string): IntentState | null {
    const written = this.intents.get(id);
    return written === undefined ? null : (written.steps.at(-1)?.to ?? "PREPARED");
  }

  /**
   * A journal as one process has it.
   *
   * @param around called with each write, and with what notes that it is kept: before and after them it may throw, as a
   *   process that ends there
   */
  journal(inner: JournalWriter, around: (name: string, write: () => void, kept: () => void) => void): JournalWriter {
    const prepared = (intents: readonly Intent[]): void => {
      for (const intent of intents) {
        this.intents.set(intent.id, { intent, steps: [] });
        this.events.push({ at: this.now(), kind: "prepared", intent });
      }
    };
    const entered = (entries: readonly BookEntry[]): void => void this.entries.push(...entries);
    const write = (name: string, action: () => void, kept: () => void = () => {}): void => around(name, action, kept);
    return {
      nextDecision: () => inner.nextDecision(),
      keepsView: (tick) => inner.keepsView(tick),
      countHold: (at, strategy) => inner.countHold(at, strategy),
      begin: (run) =>
        write(
          "begin",
          () => inner.begin(run),
          () => void this.events.push({ at: this.now(), kind: "begin" }),
        ),
      tick: (tick) =>
        write(
          "tick",
          () => inner.tick(tick),
          () => tick.strategies.forEach(({ intents }) => prepared(intents)),
        ),
      prepare: (preparation) =>
        write(
          "prepare",
          () => inner.prepare(preparation),
          () => prepared(preparation.intents),
        ),
      step: (step) =>
        write(
          step.to,
          () => inner.step(step),
          () => {
            this.intents.get(step.intent)?.steps.push(step);
            this.events.push({ at: this.now(), kind: "step", step });
            entered(step.entries ?? []);
          },
        ),
      adjust: (at, entries) =>
        write(
          "adjust",
          () => inner.adjust(at, entries),
          () => entered(entries),
        ),
      foreignTrades: (at, trades) =>
        write(
          "foreignTrades",
          () => inner.foreignTrades(at, trades),
          () => {
            for (const trade of trades) this.events.push({ at: this.now(), kind: "foreign", trade });
          },
        ),
      equity: (point) => write("equity", () => inner.equity(point)),
      note: (note) =>
        write(
          "note",
          () => inner.note(note),
          () => void this.notes.push(note),
        ),
      mode: (change) => write("mode", () => inner.mode(change)),
      end: (at, outcome) => write("end", () => inner.end(at, outcome)),
      listen: (tap) => inner.listen(tap),
    };
  }
}
