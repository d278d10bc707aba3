import { ContenderError } from "../../core/errors.js";

/** Windows that cannot be run: of no length, without a step, or longer than the tape. */
export class WindowsError extends ContenderError {
  readonly code = "WINDOWS";
}
