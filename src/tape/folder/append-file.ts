import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, readSync, writeSync } from "node:fs";
import { notWritable, TapeError } from "../errors.js";
import { openRegular } from "../regular-file.js";

const TO_APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;

/** No line is longer than this many bytes. */
const TAIL = 65_536;

/** A file of lines that is only ever appended to, and is whole whenever writing stopped. */
export class AppendFile {
  readonly #path: string;
  readonly #fd: number;
  #unsynced = false;

  /** Opens it, cuts off a last line that a crash left without its end, and writes the header of a new file. Throws TapeFileError, TapeFullError. */
  constructor(path: string, header: string) {
    this.#path = path;
    this.#fd = this.#attempt(() => openRegular(path, TO_APPEND));
    try {
      this.#attempt(() => this.#mend(header));
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  /** Appends a line, which ends with its line feed. Throws TapeFullError, and leaves nothing of it, where there is no room; TapeFileError. */
  append(line: string): void {
    this.#attempt(() => {
      const bytes = Buffer.from(line);
      const written = writeSync(this.#fd, bytes);
      this.#unsynced = true;
      if (written === bytes.length) return;
      // What follows once there is room again would stand on the same line.
      ftruncateSync(this.#fd, fstatSync(this.#fd).size - written);
      throw Object.assign(new Error("the disk is full"), { code: "ENOSPC" });
    });
  }

  /** Returns when every line is on disk. */
  sync(): void {
    if (!this.#unsynced) return;
    this.#attempt(() => fdatasyncSync(this.#fd));
    this.#unsynced = false;
  }

  /** Throws TapeFileError. */
  close(): void {
    this.#attempt(() => closeSync(this.#fd));
  }

  #mend(header: string): void {
    const { size } = fstatSync(this.#fd);
    const tail = Buffer.alloc(Math.min(size, TAIL));
    readSync(this.#fd, tail, 0, tail.length, size - tail.length);
    const whole = size - tail.length + tail.lastIndexOf("\n") + 1;
    if (whole < size) ftruncateSync(this.#fd, whole);
    if (whole === 0) this.append(`${header}\n`);
  }

  #attempt<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      throw cause instanceof TapeError ? cause : notWritable(this.#path, cause);
    }
  }
}
