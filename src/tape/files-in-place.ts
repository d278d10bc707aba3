import { fileAt } from "../core/file-identity.js";
import { notWritable } from "./append-file.js";
import { TapeGoneError } from "./errors.js";

/**
 * Looks whether the files of a tape that is being written are still the ones that stand in its folder: what is written to
 * files that were removed or moved reaches the disk, and nobody finds it there.
 */
export class FilesInPlace {
  readonly #folder: string;
  readonly #files = new Map<string, string | null>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** From now on it is the file that stands at this path. Throws TapeFileError. */
  hold(path: string): void {
    this.#files.set(path, this.#fileAt(path));
  }

  /** Throws TapeGoneError where one of them is not there any more, TapeFileError where that cannot be seen. */
  check(): void {
    for (const [path, file] of this.#files)
      if (this.#fileAt(path) !== file)
        throw new TapeGoneError(
          `${path} is not the file any more that this recording opened: it was removed, moved or replaced`,
          {
            remedy: `Put the files of ${this.#folder} back as they were, or take all of them away, and start again. Stop a recording before anything is done to its files.`,
          },
        );
  }

  #fileAt(path: string): string | null {
    try {
      return fileAt(path);
    } catch (error) {
      throw notWritable(path, error);
    }
  }
}
