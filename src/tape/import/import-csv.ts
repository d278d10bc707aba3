import { basename } from "node:path";
import type { Token, TokenName } from "../../model/token.js";
import { TapeEmptyError } from "../errors.js";
import { whileLocked } from "../folder/folder-lock.js";
import { readManifest, type TapeManifest } from "../folder/manifest.js";
import { openTape, readTape } from "../folder/open-tape.js";
import { saveTape } from "../folder/save-tape.js";
import type { RecordedQuote, Tape } from "../tape.js";
import { alignment, checkOverlap } from "./fit.js";
import { growingOf, growth, trackOf, type Growing } from "./growing.js";
import type { ImportFile } from "./import-tokens.js";
import { merged } from "./merge.js";
import { checkSameKind, readCsv, type CsvOptions, type CsvSeries } from "./series.js";

export interface ImportOptions extends Omit<CsvOptions, "onProblem" | "onBytes" | "symbol"> {
  /** The tape's folder: a new one, or a tape that grows. */
  readonly folder: string;
  readonly files: readonly Pick<ImportFile, "file" | "token" | "symbol">[];
  /** Rows of the files take the place of those on the tape that differ. */
  readonly replace?: boolean | undefined;
  /** Where the prices come from, for people; of a new tape. Default: the names of the files. */
  readonly source?: string | undefined;
  /** Told of how much is done, from 0 to `of`, in units of its own. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** The result of importing one file. */
export interface ImportedFile {
  readonly file: string;
  readonly token: TokenName;
  readonly rows: number;
  /** Milliseconds. */
  readonly interval: number;
  /** Rows that were new, that were on the tape already, and that took the place of others. */
  readonly added: number;
  readonly same: number;
  readonly replaced: number;
  /** What was guessed and what was done, a line each. */
  readonly notes: readonly string[];
}

export interface ImportResult {
  readonly tape: Tape;
  readonly files: readonly ImportedFile[];
  /** What a reader should know of the tape as a whole. */
  readonly notes: readonly string[];
}

/**
 * Imports CSV files into one tape, which is created or extended; all files or none. Throws a TapeError, with the file
 * and, if there is one, the line, for unreadable data, for rows that contradict the tape, and for tokens that never
 * overlap.
 */
export async function importCsv(options: ImportOptions): Promise<ImportResult> {
  const { folder, files, replace = false, source, onProgress = () => undefined, ...hints } = options;
  if (files.length === 0) throw new TapeEmptyError("There is no file to import", { remedy: "Give at least one file." });
  const steps = files.length + 1;
  const read = files.map(({ file, token, symbol }, i) => ({
    token,
    series: readCsv(file, { ...hints, symbol, onBytes: (done, of) => onProgress(i + done / of, steps) }),
  }));
  return whileLocked(folder, async () => {
    const before = contentsOf(folder);
    const imported = read.map((one) => importSeries(one, before.tracks, replace));
    const tracks = [...before.tracks.values()];
    checkOverlap(tracks);
    if (imported.some(({ added, replaced }) => added + replaced > 0))
      await saveTape(folder, before.manifest, {
        source: before.manifest?.source ?? source ?? sourceOf(files.map(({ file }) => basename(file))),
        tracks: tracks.map((track) => ({ track: trackOf(track), stored: track.stored })),
        quotes: before.quotes,
        onTrack: (done) => onProgress(files.length + done / tracks.length, steps),
      });
    return { tape: openTape(folder), files: imported, notes: alignment(tracks) };
  });
}

interface Before {
  readonly manifest: TapeManifest | null;
  readonly tracks: Map<TokenName, Growing>;
  readonly quotes: readonly RecordedQuote[];
}

function contentsOf(folder: string): Before {
  if (readManifest(folder) === null) return { manifest: null, tracks: new Map<TokenName, Growing>(), quotes: [] };
  const { manifest, tracks, quotes } = readTape(folder);
  const growing = tracks.map(({ track, entry, logged }) => growingOf(track, logged ? null : entry));
  return {
    manifest,
    tracks: new Map(growing.map((one) => [one.token.name, one])),
    quotes: quotes().all(),
  };
}

function importSeries(
  { token, series }: { readonly token: Token; readonly series: CsvSeries },
  tracks: Map<TokenName, Growing>,
  replace: boolean,
): ImportedFile {
  const { file, interval, notes, times } = series;
  const earlier = tracks.get(token.name) ?? null;
  if (earlier !== null) checkSameKind(`${file}: ${token.name}`, earlier, series);
  const { added, same, replaced, ...grown } = merged(earlier, series, token.name, replace);
  if (earlier === null || added + replaced > 0) tracks.set(token.name, growth(token, series, earlier, grown));
  return { file, token: token.name, rows: times.length, interval, added, same, replaced, notes };
}

/** The same in whatever order the files are named: a report says it. */
function sourceOf(files: readonly string[]): string {
  const names = [...files].sort();
  const [first = "", second] = names;
  if (second === undefined) return first;
  return names.length === 2 ? `${first} and ${second}` : `${first} and ${names.length - 1} more files`;
}
