import { LineBuffer, type DroppedNote } from "../../core/line-buffer.js";
import { Descriptor, neverBlock } from "./descriptor.js";

/** Milliseconds for which the end of the process waits for a reader who is behind. */
const FINISH_WITHIN = 2_000;

/** Standard error, which nothing waits for. */
export interface StandardError {
  /** @param line with a line feed at its end */
  write(line: string): void;
  onDropped(note: DroppedNote): void;
  /** Writes what waits, for two seconds at most: for the end of the process. */
  finish(): void;
}

let opened: StandardError | null = null;

/** The one standard error of this process: whoever writes lines to it does so here, so that they stay in order. */
export function standardError(): StandardError {
  return (opened ??= open());
}

function open(): StandardError {
  neverBlock(process.stderr);
  // Progress is written to Node's own stream. If stderr fails, there is nowhere to report it.
  process.stderr.on("error", () => {});
  const descriptor = new Descriptor(2);
  const lines = new LineBuffer(descriptor);
  return {
    write: (line) => lines.write(line),
    onDropped: (note) => lines.onDropped(note),
    finish: () => descriptor.finish(lines.rest(), FINISH_WITHIN),
  };
}
