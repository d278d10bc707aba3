import { existsSync } from "node:fs";
import type { TokenRegistry } from "../../model/token-registry.js";
import { importCsv, tokensOfFiles, type ImportedFile } from "../../tape/index.js";
import { openConfig, usualConfig } from "../config/find.js";
import { ON_DISK } from "../config/load.js";
import { registryOf } from "../config/registry.js";
import { UsageError } from "../errors.js";
import { startShares, type Progress } from "../process/progress.js";
import { fileOptions, type FileFlags } from "./file-flags.js";
import { tapeInfo, type TapeInfo } from "./info.js";

/** The flags of `contender tape import`, as they were typed. */
interface ImportFlags extends FileFlags {
  readonly config?: string | undefined;
  readonly out?: string;
  readonly token?: readonly string[];
  readonly map?: readonly string[];
  readonly source?: string;
  readonly sort?: boolean;
  readonly replace?: boolean;
}

/** What came of an import. */
export interface ImportReport {
  readonly files: readonly ImportedFile[];
  readonly notes: readonly string[];
  readonly tape: TapeInfo;
}

/** Imports files into a tape. Throws UsageError, UnknownTokenError or a TapeError. */
export async function importFiles(
  files: readonly string[],
  flags: ImportFlags,
  progress: Progress,
): Promise<ImportReport> {
  const { out } = flags;
  if (files.length === 0) throw new UsageError("There is no file to import", { remedy: "Give at least one file." });
  if (out === undefined)
    throw new UsageError("--out is missing", { remedy: "Give the tape's folder: --out tapes/mine." });
  // Before its name is asked for a token: a pattern that no file fits comes as it was typed.
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new UsageError(`${missing} does not exist`, { remedy: "Check the path and its spelling." });
  const named = tokensOfFiles(files, { tokens: flags.token, map: flags.map }, tapeTokens(flags.config));
  const onProgress = startShares(progress, `importing ${files.length} ${files.length === 1 ? "file" : "files"}`);
  try {
    const result = await importCsv({
      folder: out,
      files: named,
      ...fileOptions(flags),
      sort: flags.sort,
      replace: flags.replace,
      source: flags.source,
      onProgress,
    });
    const guessed = new Map(named.map(({ file, note }) => [file, note === null ? [] : [note]]));
    const told = result.files.map((file) => ({ ...file, notes: [...(guessed.get(file.file) ?? []), ...file.notes] }));
    return { files: told, notes: result.notes, tape: tapeInfo(out) };
  } finally {
    progress.end();
  }
}

/** The tokens that a command about tapes can name: those in common use, and those of a config, where there is one. */
export function tapeTokens(config: string | undefined): TokenRegistry {
  const none = config === undefined && usualConfig() === undefined;
  return registryOf(none ? {} : openConfig(config, ON_DISK).config.tokens);
}
