import { DroppingQueue } from "./dropping-queue.js";

/** Where lines go: a writable stream of Node's, or what behaves like one. Its `write` must not wait for a reader. */
export interface LineSink {
  /** Takes a text. False: it has no room for more until it emits `drain`. */
  write(text: string): boolean;
  once(event: "drain", run: () => void): unknown;
}

/** Gives the line that stands where so many lines were dropped, with a line feed at its end. */
export type DroppedNote = (count: number) => string;

/** Characters that wait for a slow reader. */
const LIMIT = 256 * 1024;

/**
 * Lines on their way to a reader who may be slow, or never come. A writer never waits: what the sink has no room for is
 * kept, up to a limit; beyond it the oldest lines are dropped, and a line says how many where they would have stood.
 */
export class LineBuffer {
  readonly #sink: LineSink;
  #note: DroppedNote = (count) => `${count} lines were dropped: they were not read in time.\n`;
  readonly #lines: DroppingQueue<string>;
  #dropped = 0;
  #full = false;

  /** @param limit characters that are kept; one line is kept whatever its length */
  constructor(sink: LineSink, limit = LIMIT) {
    this.#sink = sink;
    this.#lines = new DroppingQueue(limit, (line) => line.length);
  }

  /** From now on this says how many lines were dropped. */
  onDropped(note: DroppedNote): void {
    this.#note = note;
  }

  /** @param line with a line feed at its end */
  write(line: string): void {
    if (this.#full) this.#dropped += this.#lines.push(line);
    else this.#hand(line);
  }

  /** Gives all that waits and forgets it: for who writes it himself, at the end of a process. */
  rest(): string {
    const text = (this.#dropped > 0 ? this.#note(this.#dropped) : "") + this.#lines.takeAll().join("");
    this.#dropped = 0;
    return text;
  }

  #drain(): void {
    this.#full = false;
    if (this.#dropped > 0) {
      const note = this.#note(this.#dropped);
      this.#dropped = 0;
      if (!this.#hand(note)) return;
    }
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) if (!this.#hand(line)) return;
  }

  /** Whether the sink has room for more. */
  #hand(text: string): boolean {
    this.#full = !this.#sink.write(text);
    if (this.#full) this.#sink.once("drain", () => this.#drain());
    return !this.#full;
  }
}
