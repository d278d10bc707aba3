import { DurationError, parseDuration } from "../core/time/duration.js";

/** The duration that a flag was given, milliseconds. Throws DurationError, which names the flag: there may be several. */
export function durationOf(flag: string, text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new DurationError(`${flag}: ${error.message}`, { remedy: error.remedy, cause: error });
  }
}
