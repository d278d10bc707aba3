import { nearest } from "../core/nearest.js";
import type { JournalReader, RunRow } from "../journal/index.js";
import { UnknownRunError } from "./errors.js";

/** The run of an id. Throws UnknownRunError, with the likeliest that was meant. */
export function runOf(reader: Pick<JournalReader, "runs">, id: string): RunRow {
  const [run] = reader.runs({ run: id });
  if (run !== undefined) return run;
  const ids = reader.runs().map((one) => one.id);
  const near = nearest(id, ids) ?? ids.at(-1);
  throw new UnknownRunError(`The journal has no run "${id}"`, {
    remedy: near === undefined ? "It has none at all." : `Did you mean ${near}? contender journal runs lists them.`,
  });
}
