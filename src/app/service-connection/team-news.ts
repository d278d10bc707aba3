import { ContenderError } from "../../core/errors.js";

const CODES: ReadonlySet<string> = new Set(["DEACTIVATED", "COMPETITION_ENDED", "NOT_PARTICIPATING"]);

/** Whether what `Gateway.connect` threw is news of the team's part in a competition: the service is there, and knows the key. */
export function tellsOfTeam(error: unknown): error is ContenderError {
  return error instanceof ContenderError && CODES.has(error.code);
}
