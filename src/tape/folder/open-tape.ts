import { statSync } from "node:fs";
import { TapeFileError, TapeManifestError } from "../errors.js";
import { fingerprintOf } from "./fingerprint.js";
import { joined, movesOf, type PriceColumns } from "../log/log-columns.js";
import { logged, readManifest, sizesHold, type ManifestTrack, type TapeManifest } from "./manifest.js";
import type { ToldOfBytes } from "../log/log-lines.js";
import type { TokenName } from "../../model/token.js";
import { usualInterval } from "../interval.js";
import { pricesFile, readPriceLog } from "../log/price-log.js";
import { seriesOf } from "../price-series.js";
import { QuoteBook } from "../quote-book.js";
import { quotesFile, readQuoteLog } from "../log/quote-log.js";
import { storedQuotes, storedTrack } from "./stored-track.js";
import type { RecordedQuote, Tape } from "../tape.js";
import { tokenOfName } from "./token-identity.js";
import { columnTrack, contentsOf, type Track } from "../track.js";
import { TrackTape } from "../track-tape.js";

/**
 * Opens a recorded tape in its current state; a recorder may continue to write it. Throws a TapeError for a folder that
 * is not a tape and for unreadable data. The error names the file and, if there is one, the line.
 */
export function openTape(folder: string): Tape {
  return tapeOf(folder, readTape(folder));
}

function tapeOf(folder: string, { manifest, tracks, quotes, clean }: TapeFiles): Tape {
  return new TrackTape({
    folder,
    label: manifest.source,
    tracks: tracks.map(({ track }) => track),
    quotes,
    // Files that were written anew may hold something else.
    fingerprint: (clean && sizesHold(folder, manifest) ? manifest.fingerprint : null) ?? undefined,
  });
}

/**
 * The tokens listed in a tape's manifest, without opening other files; null if the folder is not a tape. Throws
 * TapeError.
 */
export function tapeTokens(folder: string): TokenName[] | null {
  return readManifest(folder)?.tracks.map(({ token }) => token.name) ?? null;
}

/** The contents of a tape's folder, and which of them are only in the log yet. */
interface TapeFiles {
  readonly manifest: TapeManifest;
  readonly tracks: readonly { readonly track: Track; readonly entry: ManifestTrack; readonly logged: boolean }[];
  /** Those in a Parquet file are read with each call. */
  readonly quotes: () => QuoteBook;
  /** Whether there is nothing but Parquet files. */
  readonly clean: boolean;
}

/** Opens the files of a tape. Throws a TapeError where the folder is none, or one of them cannot be read. */
export function readTape(folder: string, onBytes?: ToldOfBytes): TapeFiles {
  const manifest = manifestOf(folder);
  const isStill = (): boolean => manifestOf(folder).generation === manifest.generation;
  try {
    const files = filesOf(folder, manifest, onBytes);
    if (isStill()) return files;
  } catch (error) {
    if (isStill()) throw error;
  }
  // Compacting moves what is in the log, and removes the files that had the rest: whoever comes in between reads again.
  return readTape(folder, onBytes);
}

function filesOf(folder: string, manifest: TapeManifest, onBytes?: ToldOfBytes): TapeFiles {
  const [ofPrices, ofQuotes] = [pricesFile(folder), quotesFile(folder)].map(bytesOf) as [number, number];
  // Told of as of one.
  const log = logOf(folder, manifest, (done, all) => onBytes?.(done, all + ofQuotes));
  const quoteLog = readQuoteLog(folder, (done, all) => onBytes?.(ofPrices + done, ofPrices + all));
  const named = new Set(manifest.tracks.map(({ token }) => token.name));
  const others = [...log.keys()].filter((name) => !named.has(name)).map((name) => logged(tokenOfName(name)));
  const tracks = [...manifest.tracks, ...others].flatMap((entry) => {
    const columns = log.get(entry.token.name);
    const track = trackOf(folder, entry, columns);
    return track === null ? [] : [{ track, entry, logged: columns !== undefined }];
  });
  const quotes = (): QuoteBook => new QuoteBook([...quotesOf(folder, manifest), ...quoteLog]);
  return { manifest, tracks, quotes, clean: log.size === 0 && quoteLog.length === 0 };
}

/** 0 where there is no such file. */
const bytesOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The manifest of a tape. Throws if the folder is not a tape. */
export function manifestOf(folder: string): TapeManifest {
  const manifest = readManifest(folder);
  if (manifest !== null) return manifest;
  throw new TapeManifestError(`${folder} is not a tape: it has no manifest.json`, {
    remedy: "Give a folder recorded by a bot or `contender record`, or made by `contender tape import`.",
  });
}

/** The quotes that are in a Parquet file. */
function quotesOf(folder: string, { quotes }: TapeManifest): RecordedQuote[] {
  return quotes === null ? [] : storedQuotes(folder, quotes);
}

function logOf(folder: string, manifest: TapeManifest, onBytes?: ToldOfBytes): Map<string, PriceColumns> {
  const log = readPriceLog(folder, onBytes);
  // What was only recorded has nothing else; an imported or compacted tape needs no log.
  if (log === null && manifest.generation === 0)
    throw new TapeFileError(`${pricesFile(folder)} is missing`, {
      remedy: "Check that the tape is complete: manifest.json and prices.csv belong together.",
    });
  return log ?? new Map<string, PriceColumns>();
}

function trackOf(folder: string, entry: ManifestTrack, log: PriceColumns | undefined): Track | null {
  const { file } = entry;
  const stored = file === null ? null : storedTrack(folder, { ...entry, file });
  // Readings of a token that has bars cannot be: the writer refuses them.
  if (log === undefined || entry.kind === "bars") return stored;
  return priceTrack(entry, stored === null ? log : joined(columnsOf(stored), log));
}

function columnsOf(track: Track): PriceColumns {
  const { times, prices: usd } = track.prices();
  return { times, usd, movedAt: track.movedAt() ?? movesOf(times, usd), askedAt: track.askedAt() };
}

function priceTrack({ token }: ManifestTrack, { times, usd, movedAt, askedAt }: PriceColumns): Track {
  const interval = usualInterval(times);
  return columnTrack({ token, interval, prices: seriesOf(times, usd, interval), movedAt, askedAt, bars: null });
}

/** How a tape is stored. */
interface TapeStorage {
  /** Whether everything is in Parquet files. */
  readonly compacted: boolean;
  /** Of its manifest. */
  readonly version: number;
  /** The tokens of which there are bars; of the others there are prices. */
  readonly bars: ReadonlySet<TokenName>;
}

/** Opens a tape and says how it is stored; tells how far it is in its logs. Throws as `openTape` does. */
export function openStored(
  folder: string,
  onBytes?: ToldOfBytes,
): { readonly tape: Tape; readonly storage: TapeStorage } {
  const files = readTape(folder, onBytes);
  const { manifest, clean } = files;
  const bars = manifest.tracks.filter(({ kind }) => kind === "bars").map(({ token }) => token.name);
  const storage = { compacted: clean && manifest.generation > 0, version: manifest.version, bars: new Set(bars) };
  return { tape: tapeOf(folder, files), storage };
}

/**
 * The fingerprint that a compacted tape's manifest names, and the one of what its files hold; null where some of it is in
 * the log, or none is named.
 */
export function fingerprints(folder: string): { readonly named: string; readonly found: string } | null {
  const { manifest, tracks, quotes, clean } = readTape(folder);
  if (!clean || manifest.fingerprint === null) return null;
  const contents = tracks.map(({ track }) => contentsOf(track));
  return { named: manifest.fingerprint, found: fingerprintOf(contents, quotes().all()) };
}
