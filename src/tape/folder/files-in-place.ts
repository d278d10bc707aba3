import { fileAt } from "../../core/file/file-identity.js";
import { notWritable, TapeGoneError } from "../errors.js";

/**
 * Checks that the open files of a tape are still those in its folder. Data written to removed or moved files would be
 * lost.
 */
export class FilesInPlace {
  readonly #folder: string;
  /** What was seen at each path, and whether somebody holds that file open. */
  readonly #files = new Map<string, { readonly seen: string | null; readonly open: boolean }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** From now on it is the file that stands at this path, which whoever records holds open. Throws TapeFileError. */
  hold(path: string): void {
    this.#files.set(path, { seen: this.#look(path, true), open: true });
  }

  /**
   * From now on there is to be a file at this path, if there is one. Some drives number files anew that nobody holds
   * open. Throws TapeFileError.
   */
  expect(path: string): void {
    this.#files.set(path, { seen: this.#look(path, false), open: false });
  }

  /** Throws TapeGoneError where one of them is not there any more, TapeFileError where that cannot be seen. */
  check(): void {
    for (const [path, { seen, open }] of this.#files)
      if (this.#look(path, open) !== seen)
        throw new TapeGoneError(`${path} was removed, moved or replaced during this recording`, {
          remedy: `Restore the files of ${this.#folder}, or remove all of them, and start again. Stop a recording before you change its files.`,
        });
  }

  #look(path: string, open: boolean): string | null {
    try {
      const file = fileAt(path);
      return open || file === null ? file : "there";
    } catch (error) {
      throw notWritable(path, error);
    }
  }
}
