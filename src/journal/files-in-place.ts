import { fileAt } from "../core/file/file-identity.js";
import { JournalGoneError } from "./errors.js";
import { journalFiles } from "./files.js";
import { journalError } from "./translate.js";

/**
 * Looks from now on whether the files of an open journal are still the ones that stand in its folder: what is written
 * to files that were removed or moved reaches the disk, and nobody finds it there. Throws JournalGoneError where they
 * are not, and JournalError where that cannot be seen.
 */
export function filesInPlace(dir: string): () => void {
  const { db, lock } = journalFiles(dir);
  const opened = [db, `${db}-wal`, `${db}-shm`, lock].map((path) => ({ path, file: seen(path) }));
  return () => {
    for (const { path, file } of opened) if (seen(path) !== file) throw gone(dir, path);
  };
}

function seen(path: string): string | null {
  try {
    return fileAt(path);
  } catch (error) {
    throw journalError(error, path);
  }
}

function gone(dir: string, path: string): JournalGoneError {
  return new JournalGoneError(
    `${path} is not the file any more that this bot opened: it was removed, moved or replaced`,
    {
      remedy: `Put the files of ${dir} back as they were and start again. Stop the bot before anything is done to them, and see that no other one runs on them.`,
    },
  );
}
