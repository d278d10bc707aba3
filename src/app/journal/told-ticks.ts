import type { JournalReader } from "../../journal/index.js";
import type { Progress } from "../process/progress.js";

/** A run, and the journal in which it is. */
interface RunToRead {
  readonly reader: JournalReader;
  readonly id: string;
}

/** The readers of the runs, the first first: as their ticks are read, each once, `progress` is told how far all of them are. */
export function toldTicks(runs: readonly RunToRead[], label: string, progress: Progress): JournalReader[] {
  const total = runs.reduce((sum, { reader, id }) => sum + reader.tickCount(id), 0);
  progress.start(total, label);
  let done = 0;
  return runs.map(({ reader }) => ({
    ...reader,
    *ticks(run, order) {
      for (const tick of reader.ticks(run, order)) {
        progress.to(++done);
        yield tick;
      }
    },
  }));
}
