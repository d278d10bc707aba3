import { messageOf } from "../core/errors.js";
import type { JsonObject } from "../core/json.js";
import type { BookEntry, IntentStep, Note, Preparation } from "../model/journal.js";
import type { Trade } from "../model/trade.js";
import type { ExecutorPorts } from "./ports.js";
import { guardedCall } from "./guarded-call.js";

/**
 * The journal as execution writes it. The first write that fails halts everything: it throws what the journal throws,
 * `halted` stays true, and nothing may be sent any more.
 */
export class HaltingJournal {
  readonly #ports: Pick<ExecutorPorts, "clock" | "journal" | "log" | "onFailure">;
  #halted = false;

  constructor(ports: Pick<ExecutorPorts, "clock" | "journal" | "log" | "onFailure">) {
    this.#ports = ports;
  }

  /** Whether nothing may be written or sent any more: the journal failed, or everything was left to the next run. */
  get halted(): boolean {
    return this.#halted;
  }

  step(step: IntentStep): void {
    this.#write(() => this.#ports.journal.step(step));
  }

  prepare(preparation: Preparation): void {
    this.#write(() => this.#ports.journal.prepare(preparation));
  }

  /** Entries that no trade of ours caused, as of now. */
  adjust(entries: readonly BookEntry[]): void {
    this.#write(() => this.#ports.journal.adjust(this.#ports.clock.now(), entries));
  }

  /** Trades by other hands, seen now. */
  foreignTrades(trades: readonly Trade[]): void {
    this.#write(() => this.#ports.journal.foreignTrades(this.#ports.clock.now(), trades));
  }

  /** Notes something for people, in journal and log. */
  note(level: Note["level"], kind: string, text: string, data: JsonObject = {}): void {
    const { clock, journal, log } = this.#ports;
    this.#write(() => journal.note({ at: clock.now(), level, kind, text, data }));
    log[level](text, data);
  }

  /** Nothing is written from here on, and nothing is said of it: what is open is left to the next run. */
  close(): void {
    this.#halted = true;
  }

  /** Something has failed on which nothing may be sent. */
  halt(error: unknown): void {
    if (this.#halted) return;
    this.#halted = true;
    const { log, onFailure } = this.#ports;
    log.error("Nothing more is sent: trades cannot be written down", { error: messageOf(error) });
    guardedCall(log, () => onFailure?.(error));
  }

  #write(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.halt(error);
      throw error;
    }
  }
}
