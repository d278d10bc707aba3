import { ContenderError } from "../core/errors.js";

/** An answer of the service that does not fit the interface, nor any known quirk of a deployment. */
export class DecodeError extends ContenderError {
  readonly code = "DECODE";

  constructor(
    readonly operation: string,
    /** What does not fit and where, the first few of many; never the values themselves. */
    readonly problems: string,
  ) {
    super(`The answer to ${operation} is not what the interface says:\n${problems}`, {
      remedy:
        "Check that the base URL is that of the service; if it is, its version is one that this version cannot read.",
    });
  }
}

/** A value that cannot be sent as the answer of an operation: a fault of the server that tries. */
export class EncodeError extends ContenderError {
  readonly code = "ENCODE";

  constructor(
    readonly operation: string,
    readonly problems: string,
  ) {
    super(`This cannot be sent as the answer to ${operation}:\n${problems}`);
  }
}
