import { EndedEarlyError, UncaughtError } from "../app/errors.js";
import { endsAsAsked } from "../app/process/end-now.js";
import { reportError } from "./report.js";
import { openTerminal, type Streams } from "./terminal.js";

/**
 * Reports every unexpected end of the process with an error and a non-zero exit code. Strategies are foreign code, which
 * may throw in a timer or call `process.exit`. Returns a function to call before an intended end.
 */
export function tellUnexpectedEnd(streams: Streams, json: boolean): () => void {
  let meant = false;
  const terminal = openTerminal(streams, () => undefined);
  process.on("uncaughtException", (error) => {
    if (meant) return;
    meant = true;
    process.exit(reportError(new UncaughtError(error), json, terminal));
  });
  process.on("exit", () => {
    if (meant || endsAsAsked()) return;
    process.exitCode = reportError(new EndedEarlyError(), json, terminal);
  });
  return () => {
    meant = true;
  };
}
