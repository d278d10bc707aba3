import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { digestOf } from "../../core/digest.js";
import { makeFolder } from "../../core/file/make-folder.js";
import { OWN_FILE, OWN_FOLDER } from "../../core/file/modes.js";
import { replaceFile } from "../../core/file/replace-file.js";
import { RATE_SCOPES, type RateLimit } from "../../model/rules.js";

/**
 * The limits that a service's rules gave last, beside the journal: the next process keeps them from its first request
 * on, before it has read the rules. Config is not in them.
 */
const schema = z.array(
  z.object({
    scope: z.enum(RATE_SCOPES),
    count: z.int().min(1),
    windowMs: z.number().positive(),
  }),
);

/** What is known of a service; empty where nothing is, or what stands there cannot be read. */
export function readKnownLimits(dir: string, baseUrl: string): readonly RateLimit[] {
  try {
    return schema.parse(JSON.parse(readFileSync(pathOf(dir, baseUrl), "utf8")));
  } catch {
    return [];
  }
}

/** Throws the file system's error. */
export function writeKnownLimits(dir: string, baseUrl: string, limits: readonly RateLimit[]): void {
  const path = pathOf(dir, baseUrl);
  makeFolder(dir, OWN_FOLDER);
  // In one step, so that nobody reads half of it.
  replaceFile(path, JSON.stringify(limits), OWN_FILE);
}

function pathOf(dir: string, baseUrl: string): string {
  return join(dir, `limits-${digestOf(baseUrl)}.json`);
}
