import { closeSync, fstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { errorCode, messageOf } from "../../core/errors.js";
import { PARSED_ONCE } from "../../core/parsed-once.js";
import { replaceFile } from "../../core/file/replace-file.js";
import { fileModeIn } from "../../core/file/modes.js";
import { syncFolder } from "../../core/file/sync-folder.js";
import type { Token } from "../../model/token.js";
import { TapeError, TapeManifestError } from "../errors.js";
import { openRegular } from "../regular-file.js";
import { tokenOfName } from "./token-identity.js";

const FORMAT = "contender-tape";
/** Of the manifests that this program writes. */
export const VERSION = 2;

/** A token of the tape, and the part of it that is in a Parquet file. Times are epoch milliseconds. */
export interface ManifestTrack {
  readonly token: Token;
  readonly kind: "prices" | "bars";
  /** The file's name; null where everything is still in the log. */
  readonly file: string | null;
  /** Of the file, as all that follows; null where an older program wrote the manifest. */
  readonly bytes: number | null;
  readonly rows: number;
  readonly from: number;
  readonly until: number;
  /** Milliseconds. */
  readonly interval: number;
  readonly gaps: ManifestGaps;
}

export interface ManifestGaps {
  readonly count: number;
  /** The longest ones, in the order of time. */
  readonly longest: { from: number; until: number }[];
}

/** The contents of a tape's `manifest.json`. */
export interface TapeManifest {
  /** As it was read; what is written is of version 2. */
  readonly version: number;
  /** Where the prices come from, for people: a base URL, files, a synthetic market. */
  readonly source: string;
  /** How often the Parquet files were written: it is in their names, so that none is ever written over. */
  readonly generation: number;
  readonly tracks: readonly ManifestTrack[];
  readonly quotes: { readonly file: string; readonly bytes: number | null; readonly rows: number } | null;
  /** Of the Parquet files, as long as they have these sizes; null where there are none. */
  readonly fingerprint: string | null;
}

const moment = z.codec(z.iso.datetime({ precision: 3 }), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (at) => new Date(at).toISOString(),
});
const span = z.object({ from: moment, until: moment });
const fileName = z.string().regex(/^[^/\\]+$/, "a file beside the manifest");

const bytes = z.int().min(0).nullable().default(null);

const trackSchema = z.object({
  name: z.string(),
  address: z.string(),
  chain: z.enum(["evm", "svm"]),
  specificChain: z.string(),
  cash: z.boolean(),
  kind: z.enum(["prices", "bars"]),
  file: fileName.nullable(),
  bytes,
  rows: z.int().min(0),
  from: moment,
  until: moment,
  intervalMs: z.number().positive(),
  gaps: z.object({ count: z.int().min(0), longest: z.array(span) }),
});

const schemas = {
  1: z.object({ tokens: z.array(z.string()), source: z.string() }),
  2: z.object({
    source: z.string(),
    generation: z.int().min(0),
    fingerprint: z.string().nullable(),
    range: span.nullable(),
    tokens: z
      .array(trackSchema)
      .refine((tokens) => new Set(tokens.map(({ name }) => name)).size === tokens.length, "A token occurs twice in it"),
    quotes: z.object({ file: fileName, bytes, rows: z.int().min(0) }).nullable(),
  }),
};
const anySchema = z.object({ format: z.literal(FORMAT), version: z.number() });

export const manifestFile = (folder: string): string => join(folder, "manifest.json");

/** The manifest of a tape; null if the folder has none. Throws TapeManifestError if it is invalid. */
export function readManifest(folder: string): TapeManifest | null {
  const text = readText(folder);
  if (text === null) return null;
  const json = parseJson(folder, text);
  const { version } = checked(folder, anySchema, json);
  if (version === 1) {
    const { tokens, source } = checked(folder, schemas[1], json);
    return {
      version,
      source,
      generation: 0,
      tracks: tokens.map((name) => logged(tokenOfName(name))),
      quotes: null,
      fingerprint: null,
    };
  }
  if (version !== VERSION)
    throw unusable(folder, `it is of version ${version}`, `This program reads versions 1 and ${VERSION}: update it.`);
  const { tokens, source, generation, quotes, fingerprint } = checked(folder, schemas[2], json);
  return { version, source, generation, tracks: tokens.map(trackOf), quotes, fingerprint };
}

/** A token whose readings are all in the log. */
export function logged(token: Token): ManifestTrack {
  return {
    token,
    kind: "prices",
    file: null,
    bytes: null,
    rows: 0,
    from: 0,
    until: 0,
    interval: 60_000,
    gaps: { count: 0, longest: [] },
  };
}

function trackOf(entry: z.output<typeof trackSchema>): ManifestTrack {
  const { name, address, chain, specificChain, cash, intervalMs, ...rest } = entry;
  return { token: { name, address, chain, specificChain, cash }, interval: intervalMs, ...rest };
}

/** Bytes of a file beside the manifest; null where there is none. */
export function sizeOf(folder: string, file: string | null): number | null {
  return file === null ? null : (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? null);
}

/** Whether the files have the sizes that the manifest says: then its fingerprint is taken to be theirs. */
export function sizesHold(folder: string, { tracks, quotes }: TapeManifest): boolean {
  const files = quotes === null ? tracks : [...tracks, quotes];
  return files.every(({ file, bytes }) => bytes === sizeOf(folder, file));
}

/** Replaces the manifest in one step: a crash leaves the old one or the new one, whole. */
export function writeManifest(folder: string, manifest: TapeManifest): void {
  const file = manifestFile(folder);
  const text = JSON.stringify({ format: FORMAT, version: VERSION, ...encoded(manifest) }, null, 2);
  replaceFile(file, `${text}\n`, fileModeIn(folder));
  syncFolder(folder);
}

function encoded({ source, generation, fingerprint, tracks, quotes }: TapeManifest): z.input<(typeof schemas)[2]> {
  const stored = tracks.filter(({ rows }) => rows > 0);
  const range = {
    from: Math.max(...stored.map(({ from }) => from)),
    until: Math.min(...stored.map(({ until }) => until)),
  };
  const tokens = tracks.map(({ token: { name, address, chain, specificChain, cash }, interval, ...rest }) => ({
    ...{ name, address, chain, specificChain, cash },
    intervalMs: interval,
    ...rest,
  }));
  return z.encode(schemas[2], {
    source,
    generation,
    fingerprint,
    range: stored.length === 0 ? null : range,
    tokens,
    quotes: quotes === null ? null : { ...quotes },
  });
}

/** Bytes of a manifest: one of a thousand tokens, each with a hundred gaps, has ten million. */
const LARGEST = 64 * 1_048_576;

function readText(folder: string): string | null {
  let fd: number | undefined;
  try {
    fd = openRegular(manifestFile(folder));
    const { size } = fstatSync(fd);
    if (size > LARGEST) throw new Error(`it has ${size} bytes, at most ${LARGEST} are read`);
    return readFileSync(fd, "utf8");
  } catch (cause) {
    if (cause instanceof TapeError) throw cause;
    if (["ENOENT", "ENOTDIR"].includes(errorCode(cause))) return null;
    throw unusable(folder, messageOf(cause), "Check the folder's permissions.");
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function parseJson(folder: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable(folder, messageOf(cause), "Restore it from a copy, or record into another folder.");
  }
}

function checked<Schema extends z.ZodType>(folder: string, schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json, PARSED_ONCE);
  if (read.success) return read.data;
  const remedy = "Give a folder that `contender` recorded or imported, or remove this one.";
  throw unusable(folder, firstProblem(read.error), remedy);
}

/** The first thing that does not fit, and where. */
function firstProblem({ issues }: z.ZodError): string {
  const { path = [], message = "" } = issues[0] ?? {};
  return path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`;
}

export function unusable(folder: string, problem: string, remedy: string): TapeManifestError {
  return new TapeManifestError(`${manifestFile(folder)} is invalid: ${problem}`, { remedy });
}
