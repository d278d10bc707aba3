import { EndedEarlyError, UncaughtError } from "../app/errors.js";
import { endsAsAsked } from "../app/process/end-now.js";
import { reportError } from "./report.js";
import { openTerminal, type Streams } from "./terminal.js";

/**
 * Sees to it that the process never ends without a word, nor as if all were well: strategies are other
 * people's code, which may throw in a timer or call `process.exit`. Returns what says that the end is meant.
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
