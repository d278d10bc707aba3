import { TapeManifestError } from "./errors.js";
import { readManifest } from "./manifest.js";
import { readLog } from "./price-log.js";
import { QuoteBook } from "./quote-book.js";
import type { Tape } from "./tape.js";
import { TrackTape } from "./track-tape.js";

/**
 * Opens a recorded tape: what it holds at this moment; a recorder may go on writing it. Throws a TapeError, which
 * names the file and, where there is one, the line, for a folder that is no tape and for what cannot be read.
 */
export function openTape(folder: string): Tape {
  const manifest = readManifest(folder);
  if (manifest === null)
    throw new TapeManifestError(`${folder} holds no tape: it has no manifest.json`, {
      remedy: "Name a folder that a bot or `contender record` recorded into, or that `contender tape import` made.",
    });
  return new TrackTape({
    folder,
    label: manifest.source,
    tracks: readLog(folder),
    quotes: () => new QuoteBook([]),
  });
}
