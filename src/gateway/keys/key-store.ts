import type { Secrets } from "../../core/secrets.js";
import { KeyNotRotatableError, KeySourceError } from "../errors.js";

/** Whether the service accepts a key. Rejects where that cannot be found out now. */
export type KeyProbe = (key: string) => Promise<boolean>;

/** Where the API key lives. */
export interface KeyStore {
  /** For people: `the environment`, or a file's path. */
  readonly source: string;
  /** The key of this moment. It may change in `recover` and `rotate` only. */
  key(): string;
  /** Earlier keys of the same team that are still known. */
  former(): readonly string[];
  /** Whether a rotation was begun that is not known to have ended well. */
  interrupted(): boolean;
  /** Ends an interrupted rotation: finds the key that is valid and makes it the key. Throws KeyRotationError where none is. */
  recover(accepted: KeyProbe): Promise<void>;
  /**
   * Changes the key. `reset` asks the service for a new one, at most once; when this resolves, the
   * new key is on disk and the old one beside it. Throws KeyNotRotatableError, KeyRotationError, or what `reset` throws.
   */
  rotate(reset: (key: string) => Promise<string>): Promise<void>;
  /**
   * Keeps an answer to a reset that nobody could read: the new key may stand in it, and nowhere else. It stays until a key
   * has worked. Returns where it is; null where there is no place for it. Throws the file system's error.
   */
  keepAnswer(body: string): string | null;
  /** The key has worked: the one before it is forgotten. */
  confirm(): void;
}

/** The key in a text that was read from `source`, registered as a secret. Throws KeySourceError. */
export function parseKey(text: string, source: string, secrets: Secrets): string {
  const key = text.trim();
  if (key === "")
    throw new KeySourceError(`There is no API key in ${source}`, {
      remedy: "Put the key that the organisers gave you there.",
    });
  // It goes into a header: anything but visible ASCII would be refused there, with the key in the message.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new KeySourceError(`What stands in ${source} is not an API key: it has spaces or other characters in it`, {
      remedy: "Put the key alone there, on one line.",
    });
  secrets.add(key);
  return key;
}

/** A key that is given as a text, out of the environment: it cannot be rotated, for there is no place to keep the new one. */
export function fixedKey(text: string, secrets: Secrets, source = "the environment"): KeyStore {
  const key = parseKey(text, source, secrets);
  return {
    source,
    key: () => key,
    former: () => [],
    interrupted: () => false,
    recover: () => Promise.resolve(),
    rotate: () => Promise.reject(new KeyNotRotatableError(source)),
    keepAnswer: () => null,
    confirm() {},
  };
}
