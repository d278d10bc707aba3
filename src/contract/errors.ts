import { ContenderError } from "../core/errors.js";

/** An answer of the service that does not fit the interface, nor any known quirk of a deployment. */
export class DecodeError extends ContenderError {
  readonly code = "DECODE";

  constructor(
    readonly operation: string,
    /** What does not fit, one line each, with the place within the answer. */
    readonly problems: string,
    cause: unknown,
  ) {
    super(`The answer to ${operation} is not what the interface says:\n${problems}`, {
      remedy:
        "Check that the base URL is that of the service; if it is, its version is one that this version cannot read.",
      cause,
    });
  }
}

/** A value that cannot be sent as the answer of an operation: a fault of the server that tries. */
export class EncodeError extends ContenderError {
  readonly code = "ENCODE";

  constructor(
    readonly operation: string,
    readonly problems: string,
    cause: unknown,
  ) {
    super(`This cannot be sent as the answer to ${operation}:\n${problems}`, { cause });
  }
}
