import { closeSync, openSync, readSync, writeSync } from "node:fs";

const CHUNK = 65_536;
const chunk = Buffer.allocUnsafe(CHUNK);

/** A file that several processes append lines to, followed from its beginning. */
export class Tail {
  readonly #fd: number;
  #offset = 0;
  /** Bytes of one's own since the last reading. */
  #own = 0;
  /** What was read of a line whose end is not there yet. */
  #partial = "";

  /** Throws what `openSync` throws. */
  constructor(path: string) {
    this.#fd = openSync(path, "a+", 0o600);
  }

  /** Appends in one write, so that the order in the file is the same for everybody. False where it did not get all of it down. */
  append(text: string): boolean {
    const bytes = text.length <= CHUNK ? chunk.subarray(0, chunk.write(text, "latin1")) : Buffer.from(text, "latin1");
    const written = writeSync(this.#fd, bytes);
    this.#own += written;
    return written === text.length;
  }

  /**
   * The lines that others wrote since the last call, torn ones among them, each without its line
   * feed and with its point; one's own may be among them too.
   */
  read(): string[] {
    let count = readSync(this.#fd, chunk, 0, CHUNK, this.#offset);
    this.#offset += count;
    const own = this.#own;
    this.#own = 0;
    // Nearly always: the file has grown by what one wrote oneself, so nobody else wrote.
    if (count === own && this.#partial === "") return [];
    let text = this.#partial + chunk.toString("latin1", 0, count);
    while (count === CHUNK) {
      count = readSync(this.#fd, chunk, 0, CHUNK, this.#offset);
      this.#offset += count;
      text += chunk.toString("latin1", 0, count);
    }
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
