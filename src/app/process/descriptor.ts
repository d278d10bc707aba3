import { writeSync } from "node:fs";
import { errorCode } from "../../core/errors.js";
import type { LineSink } from "../../core/line-buffer.js";
import { sleep } from "../../core/time/clock.js";
import { monotonic, systemClock } from "../../core/time/system-clock.js";

/** How often a reader who is behind is tried again, milliseconds. */
const TRY_AGAIN = 50;
/** The same at the end of a process, when nothing else happens. */
const TRY_AGAIN_AT_END = 10;

/**
 * Writes to a descriptor that does not block (`neverBlock`): at once what the reader has room for, so that a crash loses
 * none of it, and the rest as room comes. A reader who is gone, or a disk that is full, loses what is written meanwhile.
 */
export class Descriptor implements LineSink {
  readonly #fd: number;
  readonly #onLost: (error: unknown) => void;
  #rest: Buffer = Buffer.alloc(0);
  #retrying = false;
  #drained: (() => void)[] = [];

  /** @param onLost told why something could not be written */
  constructor(fd: number, onLost: (error: unknown) => void = () => {}) {
    this.#fd = fd;
    this.#onLost = onLost;
  }

  write(text: string): boolean {
    this.#add(text);
    this.#push();
    if (this.#rest.length > 0 && !this.#retrying) void this.#retry();
    return this.#rest.length === 0;
  }

  once(_event: "drain", run: () => void): void {
    this.#drained.push(run);
  }

  /** Writes a text after all that waits, trying for so many milliseconds; what is left then is given up. */
  finish(text: string, within: number): void {
    this.#add(text);
    const until = monotonic() + within;
    const idle = new Int32Array(new SharedArrayBuffer(4));
    this.#push();
    while (this.#rest.length > 0 && monotonic() < until) {
      Atomics.wait(idle, 0, 0, TRY_AGAIN_AT_END);
      this.#push();
    }
    this.#rest = Buffer.alloc(0);
  }

  async #retry(): Promise<void> {
    this.#retrying = true;
    while (this.#rest.length > 0) {
      await sleep(systemClock, TRY_AGAIN);
      this.#push();
    }
    this.#retrying = false;
    for (const run of this.#drained.splice(0)) run();
  }

  #add(text: string): void {
    const bytes = Buffer.from(text);
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
  }

  /** Writes what there is room for. */
  #push(): void {
    try {
      while (this.#rest.length > 0) this.#rest = this.#rest.subarray(writeSync(this.#fd, this.#rest));
    } catch (error) {
      if (errorCode(error) === "EAGAIN") return;
      this.#rest = Buffer.alloc(0);
      this.#onLost(error);
    }
  }
}

/**
 * Sees to it that writing to one of the process's own streams never blocks. Pipes do not, but terminals do: one that is
 * stopped (Ctrl-S, a connection that hangs) would stop the process too.
 */
export function neverBlock(stream: NodeJS.WritableStream): void {
  const handle: unknown = Reflect.get(stream, "_handle");
  if (typeof handle !== "object" || handle === null) return;
  const setBlocking: unknown = Reflect.get(handle, "setBlocking");
  if (typeof setBlocking === "function") Reflect.apply(setBlocking, handle, [false]);
}
