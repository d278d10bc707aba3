import { join } from "node:path";
import { z } from "zod";
import { checkArguments, members } from "../../core/arguments.js";
import { anyText, having, text } from "../../core/kinds.js";
import type { Hold } from "../../core/file/held-file.js";
import { systemClock } from "../../core/time/system-clock.js";
import type { Cancel, Clock } from "../../core/time/clock.js";
import type { Price } from "../../model/price.js";
import type { Token, TokenName } from "../../model/token.js";
import { AppendFile } from "./append-file.js";
import { notWritable, TapeError, TapeFileError, TapeRowError } from "../errors.js";
import { FilesInPlace } from "./files-in-place.js";
import { lockFile, lockMadeFolder } from "./folder-lock.js";
import { logged, manifestFile, readManifest, VERSION, writeManifest, type TapeManifest } from "./manifest.js";
import { PRICE_HEADER, pricesFile, printPrice } from "../log/price-log.js";
import { printQuote, QUOTE_HEADER, quotesFile } from "../log/quote-log.js";
import type { RecordedQuote } from "../tape.js";
import { tokenOfName } from "./token-identity.js";

/** A line is on disk this many milliseconds after it was recorded, at the latest. */
const SYNC_AFTER = 1_000;

export interface TapeWriterOptions {
  /** Where the prices come from, for people; kept from the beginning of the tape. */
  readonly source: string;
  /** Who the tokens are: their addresses and chains go into the manifest. A TokenRegistry is one. */
  readonly tokens?: { get(name: TokenName): Token | undefined };
  /** Default: the machine's. */
  readonly clock?: Clock;
}

const GIVEN = z.object({
  folder: text,
  options: members({
    source: anyText,
    tokens: having("a TokenRegistry", "get").optional(),
    clock: having("a clock, such as systemClock", "now", "at").optional(),
  } satisfies Record<keyof TapeWriterOptions, z.ZodType>),
});

/**
 * Records prices and quotes into a folder: `manifest.json` and the append-only `prices.csv` and `quotes.csv`, beside the
 * Parquet files of what was compacted. A line is with the operating system when `record` returns, and on disk within a
 * second: a crash of the process loses nothing, one of the machine at most the last second, and neither harms what
 * was written before. One process writes a tape at a time; any number may read it meanwhile. Files that are removed,
 * moved or replaced under it are noticed within that second.
 */
export class TapeWriter {
  readonly #folder: string;
  readonly #options: TapeWriterOptions;
  readonly #clock: Clock;
  readonly #lock: Hold;
  readonly #inPlace: FilesInPlace;
  readonly #prices: AppendFile;
  #quotes: AppendFile | null = null;
  #manifest: TapeManifest;
  readonly #recordable = new Set<TokenName>();
  #cancel: Cancel | null = null;
  #failed: Error | null = null;
  #open = true;

  /**
   * Opens a tape, or begins one where the folder has none. Throws a TapeError where it cannot be written, TapeHeldError
   * where another process writes it, ArgumentError for options of another kind.
   */
  constructor(folder: string, options: TapeWriterOptions) {
    checkArguments("TapeWriter", GIVEN, { folder, options });
    this.#folder = folder;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#lock = lockMadeFolder(folder);
    this.#inPlace = new FilesInPlace(folder);
    let prices: AppendFile | null = null;
    try {
      const manifest = readManifest(folder);
      prices = this.#prices = new AppendFile(pricesFile(folder), PRICE_HEADER);
      const stored = [...(manifest?.tracks ?? []), ...(manifest?.quotes ? [manifest.quotes] : [])];
      const beside = stored.flatMap(({ file }) => (file === null ? [] : [join(folder, file)]));
      for (const path of [lockFile(folder), pricesFile(folder)]) this.#inPlace.hold(path);
      for (const path of [manifestFile(folder), ...beside]) this.#inPlace.expect(path);
      this.#manifest = manifest ?? {
        source: options.source,
        version: VERSION,
        generation: 0,
        tracks: [],
        quotes: null,
        fingerprint: null,
      };
      if (manifest === null) this.#describe(this.#manifest);
    } catch (error) {
      // What failed first is told; the lock goes whatever becomes of the file.
      [() => prices?.close(), () => this.#lock.release()].flatMap(failureOf);
      throw error;
    }
  }

  /**
   * Appends a reading. Throws TapeRowError for what a tape cannot hold, TapeFullError where the disk is full, TapeGoneError
   * where the tape's files are not there any more, TapeFileError where it cannot be written for another reason.
   *
   * @param askedAt the instant for which it was read, epoch milliseconds: what is decided then in a backtest sees it,
   *   though the answer came later
   */
  record(token: TokenName, price: Price, askedAt: number | null = null): void {
    this.#check();
    const line = printPrice(token, price, askedAt);
    if (!this.#recordable.has(token)) this.#name(token);
    this.#prices.append(line);
    this.#syncSoon();
  }

  /** Appends a quote. Throws as `record` does. */
  recordQuote(quote: RecordedQuote): void {
    this.#check();
    const line = printQuote(quote);
    this.#quotes ??= this.#openQuotes();
    this.#quotes.append(line);
    this.#syncSoon();
  }

  #openQuotes(): AppendFile {
    // In a folder that took the place of the tape's it would be another tape's.
    this.#inPlace.check();
    const file = new AppendFile(quotesFile(this.#folder), QUOTE_HEADER);
    this.#inPlace.hold(quotesFile(this.#folder));
    return file;
  }

  /** Returns when everything recorded is on disk, where the tape is. Throws as `record` does. */
  sync(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (!this.#open) return;
    this.#prices.sync();
    this.#quotes?.sync();
    this.#inPlace.check();
    this.#tellFailure();
  }

  /** Syncs and lets the files go. Throws as `record` does. Calling it again does nothing. */
  close(): void {
    if (!this.#open) return;
    // Each of them whatever becomes of the others.
    const [failure] = [
      () => this.sync(),
      () => this.#prices.close(),
      () => this.#quotes?.close(),
      () => this.#lock.release(),
    ].flatMap(failureOf);
    this.#open = false;
    if (failure !== undefined) throw failure;
  }

  #check(): void {
    if (!this.#open)
      throw new TapeFileError(`The writer of the tape in ${this.#folder} was closed`, {
        remedy: "Make a new TapeWriter for that folder. It continues where this one ended.",
      });
    this.#tellFailure();
  }

  /** What failed while nobody waited. */
  #tellFailure(): void {
    const failed = this.#failed;
    this.#failed = null;
    if (failed !== null) throw failed;
  }

  /** Puts a token into the manifest before its first line. */
  #name(token: TokenName): void {
    const known = this.#manifest.tracks.find((track) => track.token.name === token);
    if (known?.kind === "bars")
      throw new TapeRowError(
        `The tape in ${this.#folder} has imported bars of ${token}, so prices cannot be recorded into it`,
        {
          remedy: "Record into another folder.",
        },
      );
    const identity = this.#options.tokens?.get(token) ?? known?.token ?? tokenOfName(token);
    if (known === undefined || known.token.address !== identity.address) {
      const others = this.#manifest.tracks.filter((track) => track !== known);
      this.#describe({ ...this.#manifest, tracks: [...others, { ...(known ?? logged(identity)), token: identity }] });
    }
    this.#recordable.add(token);
  }

  #describe(manifest: TapeManifest): void {
    try {
      this.#inPlace.check();
      writeManifest(this.#folder, manifest);
      this.#inPlace.expect(manifestFile(this.#folder));
      this.#manifest = manifest;
    } catch (cause) {
      throw cause instanceof TapeError ? cause : notWritable(this.#folder, cause);
    }
  }

  #syncSoon(): void {
    this.#cancel ??= this.#clock.at(this.#clock.now() + SYNC_AFTER, () => {
      this.#cancel = null;
      try {
        this.sync();
      } catch (error) {
        // Nobody waits here: whoever records next, or ends it, is told. The system tells it once.
        this.#failed = error as Error;
      }
    });
  }
}

/** The error that it throws; nothing where it throws none. */
function failureOf(work: () => void): Error[] {
  try {
    work();
    return [];
  } catch (error) {
    return [error as Error];
  }
}
