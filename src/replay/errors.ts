import { ContenderError } from "../core/errors.js";

/** The journal has no such run. */
export class UnknownRunError extends ContenderError {
  readonly code = "UNKNOWN_RUN";
}
