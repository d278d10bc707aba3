import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../core/errors.js";
import { TapeManifestError } from "./errors.js";

const FORMAT = "contender-tape";
const VERSION = 1;

/** What a tape's `manifest.json` says of it. A later version may add files beside `prices.csv` (quotes, compacted columns). */
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.number(),
  /** The tokens whose prices were recorded, by name. */
  tokens: z.array(z.string()),
  /** Where the prices come from, for people: a base URL, a file, a synthetic market. */
  source: z.string(),
});

export interface TapeManifest {
  readonly tokens: readonly string[];
  readonly source: string;
}

const fileIn = (folder: string): string => join(folder, "manifest.json");

/** The manifest of a tape; null where the folder has none. Throws TapeManifestError for one that cannot be used. */
export function readManifest(folder: string): TapeManifest | null {
  let text: string;
  try {
    text = readFileSync(fileIn(folder), "utf8");
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return null;
    throw unusable(folder, messageOf(cause), "Check who may read the folder.");
  }
  const read = manifestSchema.safeParse(parseJson(folder, text));
  if (!read.success)
    throw unusable(folder, z.prettifyError(read.error), "Name a folder that `contender` recorded, or remove this one.");
  if (read.data.version !== VERSION)
    throw unusable(
      folder,
      `it is of version ${read.data.version}`,
      `This program reads version ${VERSION}: update it.`,
    );
  return { tokens: read.data.tokens, source: read.data.source };
}

/** Replaces the manifest in one step: a crash leaves the old one or the new one, whole. */
export function writeManifest(folder: string, manifest: TapeManifest): void {
  const file = fileIn(folder);
  const text = JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 2);
  const next = `${file}.next`;
  writeFileSync(next, `${text}\n`, { flush: true });
  renameSync(next, file);
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function parseJson(folder: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unusable(folder, messageOf(cause), "Restore it from a copy, or record into another folder.");
  }
}

function unusable(folder: string, problem: string, remedy: string): TapeManifestError {
  return new TapeManifestError(`${fileIn(folder)} cannot be used: ${problem}`, { remedy });
}
