import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { messageOf } from "../core/errors.js";
import { makeFolder } from "../core/make-folder.js";
import type { Price } from "../model/price.js";
import type { TokenName } from "../model/token.js";
import { TapeFileError } from "./errors.js";
import { readManifest, writeManifest } from "./manifest.js";
import { PRICE_HEADER, pricesFile, printLine } from "./price-lines.js";

/** Recorded time after which lines are forced to disk, milliseconds. */
const SYNC_EVERY = 60_000;
/** No line is longer than this many bytes. */
const TAIL = 65_536;

/**
 * Records the prices that a bot reads, into a folder: `manifest.json` and the append-only
 * `prices.csv`. A line is with the operating system when `record` returns, and on disk after
 * `sync`, which happens by itself for every minute recorded: a crash of the process loses nothing,
 * one of the machine at most what was not synced, and neither harms what was written before.
 */
export class TapeWriter {
  readonly #folder: string;
  readonly #file: number;
  readonly #source: string;
  readonly #tokens: Set<TokenName>;
  #syncedAt = 0;
  #open = true;

  /**
   * Opens a tape, or begins one where the folder has none. `source` says where the prices come from
   * and is kept from the beginning of the tape. Throws a TapeError where it cannot be written.
   */
  constructor(folder: string, options: { readonly source: string }) {
    this.#folder = folder;
    try {
      makeFolder(folder);
      this.#file = openSync(pricesFile(folder), "a+");
    } catch (cause) {
      throw notWritable(folder, cause);
    }
    const manifest = readManifest(folder);
    this.#source = manifest?.source ?? options.source;
    this.#tokens = new Set(manifest?.tokens);
    if (manifest === null) this.#describe();
    this.#mend();
  }

  /** Appends a reading. Throws TapeRowError for what a tape cannot hold, TapeFileError where it cannot be written. */
  record(token: TokenName, price: Price): void {
    if (!this.#open) throw notWritable(this.#folder, new Error("the tape was closed"));
    const line = printLine({ token, price });
    if (!this.#tokens.has(token)) {
      this.#tokens.add(token);
      this.#describe();
    }
    this.#append(line);
    if (Math.abs(price.readAt - this.#syncedAt) < SYNC_EVERY) return;
    this.#syncedAt = price.readAt;
    this.sync();
  }

  /** Returns when everything recorded is on disk. */
  sync(): void {
    if (this.#open) fsyncSync(this.#file);
  }

  /** Syncs and lets the files go. Calling it again does nothing. */
  close(): void {
    if (!this.#open) return;
    this.sync();
    this.#open = false;
    closeSync(this.#file);
  }

  #describe(): void {
    try {
      writeManifest(this.#folder, { tokens: [...this.#tokens], source: this.#source });
    } catch (cause) {
      throw notWritable(this.#folder, cause);
    }
  }

  /** Cuts off a last line that a crash left without its end, and writes the header of a new file. */
  #mend(): void {
    const { size } = fstatSync(this.#file);
    const tail = Buffer.alloc(Math.min(size, TAIL));
    readSync(this.#file, tail, 0, tail.length, size - tail.length);
    const whole = size - tail.length + tail.lastIndexOf("\n") + 1;
    if (whole < size) ftruncateSync(this.#file, whole);
    if (whole === 0) this.#append(`${PRICE_HEADER}\n`);
  }

  #append(text: string): void {
    try {
      const bytes = Buffer.from(text);
      const written = writeSync(this.#file, bytes);
      if (written === bytes.length) return;
      // What follows once there is room again would stand on the same line.
      ftruncateSync(this.#file, fstatSync(this.#file).size - written);
      throw new Error("the disk is full");
    } catch (cause) {
      throw notWritable(this.#folder, cause);
    }
  }
}

function notWritable(folder: string, cause: unknown): TapeFileError {
  return new TapeFileError(`The tape in ${folder} cannot be written: ${messageOf(cause)}`, {
    cause,
    remedy: "Check that the folder may be written and that the disk has room.",
  });
}
