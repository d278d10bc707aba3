import type { Bars } from "../../model/bar.js";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TokenName } from "../../model/token.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { OWN_FOLDER } from "../../core/file/modes.js";
import { syncFolder } from "../../core/file/sync-folder.js";
import { notWritable, TapeError } from "../errors.js";
import { fingerprintOf } from "./fingerprint.js";
import {
  readManifest,
  sizeOf,
  VERSION,
  writeManifest,
  type ManifestGaps,
  type ManifestTrack,
  type TapeManifest,
} from "./manifest.js";
import { writeParquet, type ParquetColumn } from "../parquet/write.js";
import { pricesFile } from "../log/price-log.js";
import { quotesFile } from "../log/quote-log.js";
import type { RecordedQuote, TapeGap } from "../tape.js";
import { contentsOf, gapsOf, type Track } from "../track.js";

/** Gaps that the manifest names. */
const NAMED_GAPS = 100;

/** What a tape is to hold from now on. */
interface TapeToSave {
  readonly source: string;
  /** With the entry of the manifest where the track's file can stay as it is. */
  readonly tracks: readonly { readonly track: Track; readonly stored: ManifestTrack | null }[];
  readonly quotes: readonly RecordedQuote[];
  /** Told of how many tracks are written. */
  onTrack?(written: number): void;
}

/**
 * Writes everything into Parquet files and empties the logs. The manifest is replaced in one step, after the new files
 * and before anything old goes: whenever it ends, the folder holds the old tape or the new one, whole. The caller has
 * the lock. Throws TapeFullError where there is no room.
 */
export async function saveTape(folder: string, before: TapeManifest | null, tape: TapeToSave): Promise<void> {
  const generation = (before?.generation ?? 0) + 1;
  const names = new FileNames(generation);
  try {
    makeFolder(folder, OWN_FOLDER);
    const tracks: ManifestTrack[] = [];
    for (const { track, stored } of tape.tracks) {
      const entry = stored ?? (await saveTrack(folder, track, names));
      tracks.push({ ...entry, bytes: sizeOf(folder, entry.file) });
      tape.onTrack?.(tracks.length);
    }
    const quotes = await saveQuotes(folder, tape.quotes, names);
    const fingerprint = fingerprintOf(
      tape.tracks.map(({ track }) => contentsOf(track)),
      tape.quotes,
    );
    syncFolder(folder);
    const manifest = { version: VERSION, source: tape.source, generation, tracks, quotes, fingerprint };
    writeManifest(folder, manifest);
    tidy(folder, manifest);
  } catch (cause) {
    removeUnnamed(folder, names);
    throw cause instanceof TapeError ? cause : notWritable(folder, cause);
  }
}

/** A disk that was full is not to stay so by what nobody reads. Never throws: what failed before is told. */
function removeUnnamed(folder: string, { generation, given }: FileNames): void {
  try {
    if (readManifest(folder)?.generation === generation) return;
    for (const name of given) rmSync(join(folder, name), { force: true });
  } catch {
    // The next time that the tape is written anew takes their place.
  }
}

async function saveTrack(folder: string, track: Track, names: FileNames): Promise<Omit<ManifestTrack, "bytes">> {
  const bars = track.bars();
  const kind = bars === null ? "prices" : "bars";
  const { token, ...facts } = track.facts();
  const file = names.of(stemOf(kind, token.name));
  await writeParquet(join(folder, file), bars === null ? priceColumns(track) : barColumns(bars));
  return { token, kind, file, ...facts, gaps: summary(gapsOf(track)) };
}

/** A name that every file system takes, and that still says which token it is. */
function stemOf(kind: ManifestTrack["kind"], token: TokenName): string {
  return `${kind}-${token.replace(/[^A-Za-z0-9._-]/g, (sign) => `%${(sign.codePointAt(0) as number).toString(16)}`)}`;
}

/** Names of the files of a generation: never those of an earlier one, and apart where case does not count. */
class FileNames {
  /** Those that were given away. */
  readonly given: string[] = [];
  readonly #taken = new Set<string>();

  constructor(readonly generation: number) {}

  of(stem: string): string {
    let apart = stem;
    for (let i = 2; this.#taken.has(apart.toLowerCase()); i++) apart = `${stem}~${i}`;
    this.#taken.add(apart.toLowerCase());
    const name = `${apart}${this.generation === 1 ? "" : `.${this.generation}`}.parquet`;
    this.given.push(name);
    return name;
  }
}

function priceColumns(track: Track): ParquetColumn[] {
  const { times, prices } = track.prices();
  const time = (name: string, values: Float64Array | null): ParquetColumn[] =>
    values === null ? [] : [{ name, kind: "time", values }];
  return [
    ...time("time", times),
    ...time("moved", track.movedAt()),
    ...time("asked", track.askedAt()),
    { name: "usd", kind: "number", values: prices },
  ];
}

function barColumns(bars: Bars): ParquetColumn[] {
  const names = ["open", "high", "low", "close", "volume"] as const;
  const columns = names.map((name) => ({ name, kind: "number" as const, values: bars[name] }));
  return [{ name: "time", kind: "time", values: bars.time }, ...columns];
}

async function saveQuotes(
  folder: string,
  quotes: readonly RecordedQuote[],
  names: FileNames,
): Promise<TapeManifest["quotes"]> {
  if (quotes.length === 0) return null;
  const file = names.of("quotes");
  const inOrder = [...quotes].sort((a, b) => a.at - b.at);
  const numbers = (name: string, pick: (quote: RecordedQuote) => number | null): ParquetColumn => ({
    name,
    kind: "number",
    values: Float64Array.from(inOrder, (quote) => pick(quote) ?? Number.NaN),
  });
  await writeParquet(join(folder, file), [
    { name: "time", kind: "time", values: Float64Array.from(inOrder, ({ at }) => at) },
    { name: "from", kind: "text", values: inOrder.map(({ from }) => from) },
    { name: "to", kind: "text", values: inOrder.map(({ to }) => to) },
    numbers("from_amount", ({ fromAmount }) => fromAmount),
    numbers("to_amount", ({ toAmount }) => toAmount),
    numbers("from_price", ({ fromPrice }) => fromPrice),
    numbers("to_price", ({ toPrice }) => toPrice),
  ]);
  return { file, bytes: sizeOf(folder, file), rows: inOrder.length };
}

function summary(gaps: readonly TapeGap[]): ManifestGaps {
  const longest = [...gaps].sort((a, b) => b.until - b.from - (a.until - a.from) || a.from - b.from);
  const named = longest.slice(0, NAMED_GAPS).sort((a, b) => a.from - b.from);
  return { count: gaps.length, longest: named.map(({ from, until }) => ({ from, until })) };
}

/**
 * Removes what the manifest makes superfluous: the logs, and the files of earlier generations and of one that was never
 * finished. The caller has the lock.
 */
export function tidy(folder: string, { tracks, quotes }: TapeManifest): void {
  for (const log of [pricesFile(folder), quotesFile(folder)]) if (existsSync(log)) rmSync(log);
  const kept = [...tracks.map(({ file }) => file), quotes?.file];
  const names = tracks.map(({ token }) => token.name);
  const stems = new Set(["quotes", ...names.flatMap((name) => [stemOf("prices", name), stemOf("bars", name)])]);
  for (const name of readdirSync(folder)) {
    const stem = /^(.+?)(?:~\d+)?(?:\.\d+)?\.parquet$/.exec(name)?.[1];
    if (stem !== undefined && stems.has(stem) && !kept.includes(name)) rmSync(join(folder, name));
  }
}
