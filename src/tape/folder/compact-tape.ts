import { manifestOf, openTape, readTape } from "./open-tape.js";
import { lockFolder } from "./folder-lock.js";
import { saveTape, tidy } from "./save-tape.js";
import type { Tape } from "../tape.js";

export interface CompactOptions {
  /** Told of how many of the tracks are done. */
  onTrack?(done: number, of: number): void;
}

/**
 * Moves what is in a tape's logs into its Parquet files; a tape without logs stays as it is. The contents and the
 * fingerprint do not change. Throws a TapeError where the folder is no tape or cannot be written, TapeHeldError where a
 * process writes it.
 */
export async function compactTape(folder: string, { onTrack }: CompactOptions = {}): Promise<Tape> {
  // First, so that a folder that is no tape gets no lock.
  manifestOf(folder);
  const lock = lockFolder(folder);
  try {
    const { manifest, tracks, quotes, clean } = readTape(folder);
    if (clean && manifest.generation > 0) tidy(folder, manifest);
    else
      await saveTape(folder, manifest, {
        source: manifest.source,
        tracks: tracks.map(({ track, entry, logged }) => ({ track, stored: logged ? null : entry })),
        quotes: quotes().all(),
        onTrack: (done) => onTrack?.(done, tracks.length),
      });
  } finally {
    lock.release();
  }
  return openTape(folder);
}
