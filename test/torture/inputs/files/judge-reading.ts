import { ContenderError } from "../../../../src/core/errors.js";
import type { Verdict } from "../attack.js";
import { judgePrototypes } from "../server/judge.js";

/** What reading a file came to; `place` has to be named in what is refused. */
export function judgeReading(place: string, read: () => unknown): Verdict {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ContenderError))
      return `an error without a type: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    if (!error.message.includes(place)) return `the error does not name ${place}: ${error.message.slice(0, 300)}`;
    if (error.message.length > 200_000) return `an error has ${error.message.length} characters`;
  }
  return judgePrototypes();
}
