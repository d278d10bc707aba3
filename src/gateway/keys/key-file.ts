import { existsSync, realpathSync } from "node:fs";
import { errorCode } from "../../core/errors.js";
import { between } from "../../model/points.js";
import type { Secrets } from "../../core/secrets.js";
import { KeyRotationError, KeySourceError, RefusalError, ServiceError } from "../errors.js";
import { parseKey, type KeyProbe, type KeyStore } from "./key-store.js";
import {
  checkKeyFolder,
  readPrivate,
  removePrivate,
  renamePrivate,
  reservePrivate,
  writePrivate,
  writePrivateSomewhere,
} from "./private-files.js";

const ASK = "Ask the organisers of the competition for a new key.";

/** What to do where an answer with the new key was kept because it could not be read. */
export function lookInto(answer: string, source: string): string {
  return `Look for the new key in ${answer} and put it into ${source}, alone and on one line. If it is not there: ${ASK}`;
}

/**
 * A key in a file that only its owner may read. The service makes a new key by making the old one
 * invalid at once, and tells the new one a single time, so a rotation leaves its traces:
 * `FILE.rotating` (about to ask) → `FILE.next` (the new key, on disk) → `FILE.previous` (the old
 * one) → `FILE` (the new one); `.previous` goes when the new key has worked. Whatever was cut short
 * in between is ended by `recover`. The room for `.next` and `.previous` is taken before the service is
 * asked: until then they hold ends of lines, which are no key. An answer that could not be read is kept
 * in `FILE.answer`.
 */
export class KeyFile implements KeyStore {
  readonly source: string;
  readonly #rotating: string;
  readonly #next: string;
  readonly #previous: string;
  readonly #answer: string;
  #key: string;

  /** Throws KeySourceError. */
  constructor(
    path: string,
    private readonly secrets: Secrets,
  ) {
    this.source = existsSync(path) ? realpathSync(path) : path;
    checkKeyFolder(this.source);
    this.#rotating = `${this.source}.rotating`;
    this.#next = `${this.source}.next`;
    this.#previous = `${this.source}.previous`;
    this.#answer = `${this.source}.answer`;
    this.#key = parseKey(readPrivate(this.source), this.source, secrets);
  }

  key(): string {
    return this.#key;
  }

  former(): readonly string[] {
    return this.#candidates().filter((key) => key !== this.#key);
  }

  interrupted(): boolean {
    return [this.#rotating, this.#next, this.#previous].some((path) => existsSync(path));
  }

  async recover(accepted: KeyProbe): Promise<void> {
    if (!this.interrupted()) return;
    for (const key of this.#candidates()) {
      if (!(await accepted(key))) continue;
      this.#adopt(key);
      this.confirm();
      return;
    }
    throw new KeyRotationError(`No key in ${this.source}, .next or .previous is accepted: a rotation was cut short`, {
      remedy: existsSync(this.#answer) ? lookInto(this.#answer, this.source) : ASK,
    });
  }

  async rotate(reset: (key: string) => Promise<string>): Promise<void> {
    const made = this.#begin();
    let next: string;
    try {
      next = await reset(this.#key);
    } catch (error) {
      // A refusal leaves the key as it was; after anything else only a probe can tell.
      if (error instanceof RefusalError && !(error instanceof ServiceError)) made.forEach(removePrivate);
      throw error;
    }
    this.#keep(parseKey(next, "the service's answer", this.secrets));
  }

  keepAnswer(body: string): string {
    return writePrivateSomewhere(this.#answer, body);
  }

  confirm(): void {
    between("key", "confirm", () => {
      for (const path of [this.#previous, this.#next, this.#answer, this.#rotating]) removePrivate(path);
    });
  }

  /** Takes the room that the new key needs before the old one is given up. Returns the files that it made. */
  #begin(): string[] {
    const made: string[] = [];
    try {
      between("key", "rotating", () => {
        for (const path of [this.#next, this.#previous]) if (reservePrivate(path)) made.push(path);
        made.push(this.#rotating);
        writePrivate(this.#rotating, "");
      });
      return made;
    } catch (cause) {
      const full = ["ENOSPC", "EDQUOT"].includes(errorCode(cause));
      made.forEach(removePrivate);
      throw new KeyRotationError(
        `The key is as it was, and still valid: ${full ? "there is no room for a new one" : "nothing can be written"} beside ${this.source}`,
        {
          remedy: full ? "Make room on the disk, and rotate again." : "Make the folder one that you may write to.",
          cause,
        },
      );
    }
  }

  #keep(next: string): void {
    const old = this.#key;
    // From here on only the new key is valid; should the disk fail, this process at least goes on with it.
    this.#key = next;
    between("key", "next", () => this.#write(next));
    try {
      between("key", "previous", () => writePrivate(this.#previous, `${old}\n`));
      between("key", "replace", () => renamePrivate(this.#next, this.source));
      between("key", "marked", () => removePrivate(this.#rotating));
    } catch (cause) {
      const where = existsSync(this.#next) ? this.#next : this.source;
      throw new KeyRotationError(
        `The key was changed: the new one is in ${where}, but the rotation could not be ended`,
        {
          remedy: "Nothing is lost: make room on the disk, and the next start ends it.",
          cause,
        },
      );
    }
  }

  /** Writes the new key down, in another place if need be. Throws KeyRotationError where that is not `.next`. */
  #write(next: string): void {
    let where: string;
    try {
      where = writePrivateSomewhere(this.#next, `${next}\n`);
      if (where === this.#next) return;
    } catch (cause) {
      throw new KeyRotationError("The new key could not be written anywhere: only this process has it now", {
        remedy: `A bot that is running goes on with it: make room on the disk, and rotate again before it ends. Without one: ${ASK}`,
        cause,
      });
    }
    throw new KeyRotationError(`The new key could not be written beside ${this.source}: it is in ${where}`, {
      remedy: `Make room on the disk, then, before the machine is started again: cp ${where} ${this.source}`,
    });
  }

  #adopt(key: string): void {
    if (key !== parseKey(readPrivate(this.source), this.source, this.secrets)) {
      between("key", "adopt", () => {
        writePrivate(this.#next, `${key}\n`);
        renamePrivate(this.#next, this.source);
      });
    }
    this.#key = key;
  }

  /** The keys that may be valid, the likeliest first. A torn `.next` is one that is refused. */
  #candidates(): string[] {
    const keys = [this.#next, this.source, this.#previous].flatMap((path) => {
      if (!existsSync(path)) return [];
      try {
        return [parseKey(readPrivate(path), path, this.secrets)];
      } catch (error) {
        if (error instanceof KeySourceError && path !== this.source) return [];
        throw error;
      }
    });
    return [...new Set([...keys, this.#key])];
  }
}
