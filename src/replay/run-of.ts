import { suggested } from "../core/nearest.js";
import type { JournalReader, RunRow } from "../journal/index.js";
import { UnknownRunError } from "./errors.js";

/** The run of an id. Throws UnknownRunError, with the one that was likely meant. */
export function runOf(reader: Pick<JournalReader, "runs">, id: string): RunRow {
  const [run] = reader.runs({ run: id });
  if (run !== undefined) return run;
  const ids = reader.runs().map((one) => one.id);
  throw new UnknownRunError(`The journal has no run "${id}"`, {
    remedy:
      ids.length === 0
        ? "It has none at all."
        : `${suggested(id, ids)} \`contender journal runs\` lists them.`.trimStart(),
  });
}
