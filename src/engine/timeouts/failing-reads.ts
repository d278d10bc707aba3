import { formatLength } from "../../core/time/duration.js";
import { messageOf } from "../../core/errors.js";
import { BackoffNotes } from "../backoff-notes.js";
import type { EngineContext } from "../context.js";

/** A reading that failed this often in a row, or for this long (milliseconds), is told of: a hiccup is not, however often it was met. */
const OFTEN = 3;
const LONG = 120_000;
const HICCUP = 30_000;

/** A kind of reading, for people. */
interface Reading {
  /** Kebab-case; its notes are `NAME-unread` and `NAME-read-again`. */
  readonly name: string;
  /** What is read, in words. */
  readonly what: string;
  /** What goes unseen while it fails, a sentence. */
  readonly meaning: string;
}

/** Tells of a kind of reading that fails and fails, and once when it works again. */
export class FailingReads {
  readonly #context: Pick<EngineContext, "ports" | "note">;
  readonly #reading: Reading;
  /** Failures in a row. */
  #count = 0;
  /** When the first of them was, epoch milliseconds. */
  #since = 0;
  /** When to tell of it; null: it was not told of yet. */
  #rarer: BackoffNotes | null = null;

  constructor(context: Pick<EngineContext, "ports" | "note">, reading: Reading) {
    this.#context = context;
    this.#reading = reading;
  }

  failed(error: unknown): void {
    const { name, what, meaning } = this.#reading;
    const now = this.#context.ports.clock.now();
    if (this.#count++ === 0) this.#since = now;
    const lasted = now - this.#since;
    if (lasted < HICCUP || (this.#count < OFTEN && lasted < LONG)) return;
    this.#rarer ??= new BackoffNotes();
    if (!this.#rarer.due(now)) return;
    const text = `The ${what} cannot be read, ${this.#count} times in a row by now, for ${formatLength(lasted)}: ${messageOf(error)}. ${meaning}`;
    this.#context.note("warn", `${name}-unread`, text, { failures: this.#count, since: this.#since });
  }

  worked(): void {
    const told = this.#rarer !== null;
    const failures = this.#count;
    this.#count = 0;
    this.#rarer = null;
    if (!told) return;
    const { name, what } = this.#reading;
    const lasted = this.#context.ports.clock.now() - this.#since;
    const text = `The ${what} can be read again, after ${failures} failures in ${formatLength(lasted)}`;
    this.#context.note("info", `${name}-read-again`, text, { failures, since: this.#since });
  }
}
