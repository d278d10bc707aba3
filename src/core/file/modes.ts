import { statSync } from "node:fs";

/** A folder that only its owner may look into. */
export const OWN_FOLDER = 0o700;
/** A file that only its owner may read. */
export const OWN_FILE = 0o600;

/** The mode of a new file in a folder: as open to others as the folder itself. Throws the file system's error. */
export function fileModeIn(folder: string): number {
  return statSync(folder).mode & 0o666;
}
