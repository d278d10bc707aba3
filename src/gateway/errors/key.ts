import { ContenderError } from "../../core/errors.js";

/** The key cannot be read from where it should be. */
export class KeySourceError extends ContenderError {
  readonly code = "KEY_SOURCE";
}

/** The key cannot be rotated where it comes from. */
export class KeyNotRotatableError extends ContenderError {
  readonly code = "KEY_NOT_ROTATABLE";
  constructor(source: string) {
    super(`The API key comes from ${source}, where a new one could not be kept`, {
      remedy:
        "Put the key into a file that only you may read (chmod 600), name it as `keyFile` in config, stop and start the " +
        "bot if one runs, and rotate again.",
    });
  }
}

/** A rotation that did not end well; the message says which key is valid, as far as that is known. */
export class KeyRotationError extends ContenderError {
  readonly code = "KEY_ROTATION";
}
