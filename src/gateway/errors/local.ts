import { ContenderError } from "../../core/errors.js";
import { iso } from "../../core/time/utc.js";

/** A base URL under which the service cannot be. */
export class BaseUrlError extends ContenderError {
  readonly code = "BASE_URL";
}

/** What to do where a file beside the journal cannot be written. */
export const MAKE_ROOM = "Check that the folder may be written and that the disk has room.";

/** The file of spent requests cannot be used. */
export class SpentFileError extends ContenderError {
  readonly code = "SPENT_FILE";
  constructor(dir: string, cause: unknown) {
    super(`RequestLog requests cannot be kept in ${dir}`, {
      remedy: `${MAKE_ROOM} Or name another one as \`data\` in config.`,
      cause,
    });
  }
}

/** The gateway was closed before the request was sent. */
export class GatewayClosedError extends ContenderError {
  readonly code = "GATEWAY_CLOSED";
  constructor() {
    super("The connection to the service is closed");
  }
}

/** The time until which a request was worth sending was over before it left: it was not sent. */
export class TooLateError extends ContenderError {
  readonly code = "TOO_LATE";
  constructor(operation: string, sendBy: number) {
    super(`${operation} was not sent: its time was over at ${iso(sendBy)}`, {
      remedy: "Nothing was lost. The machine slept, or it waited for its turn too long.",
    });
  }
}
