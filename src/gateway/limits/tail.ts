import { closeSync, openSync, readSync, writeSync } from "node:fs";

const CHUNK = 65_536;
const chunk = Buffer.allocUnsafe(CHUNK);

/** A file that several processes append lines to, followed from its beginning. */
export class Tail {
  readonly #fd: number;
  #offset = 0;
  /** What was read of a line whose end is not there yet. */
  #partial = "";

  /** Throws what `openSync` throws. */
  constructor(path: string) {
    this.#fd = openSync(path, "a+", 0o600);
  }

  /** Appends in one write, so that the order in the file is the same for everybody. False where it did not get all of it down. */
  append(text: string): boolean {
    return writeSync(this.#fd, text, null, "latin1") === text.length;
  }

  /** The lines that are new since the last call: each begins with a line feed and ends with a point; torn ones are among them. */
  read(): string[] {
    let text = this.#partial;
    for (;;) {
      const count = readSync(this.#fd, chunk, 0, CHUNK, this.#offset);
      text += chunk.toString("latin1", 0, count);
      this.#offset += count;
      if (count < CHUNK) break;
    }
    if (text === "") return [];
    const lines = text.split("\n");
    const last = lines[lines.length - 1] as string;
    this.#partial = last.endsWith(".") ? "" : last;
    if (this.#partial !== "") lines.pop();
    return lines.filter((line) => line !== "");
  }

  close(): void {
    closeSync(this.#fd);
  }
}
