import { closeSync, constants, openSync } from "node:fs";
import { messageOf } from "../../core/errors.js";
import { OWN_FILE } from "../../core/file/modes.js";
import { LineBuffer } from "../../core/line-buffer.js";
import type { Log } from "../../core/log.js";
import { printableJson } from "../../core/printable.js";
import type { EngineEvent } from "../../model/event.js";
import { UsageError } from "../errors.js";
import { Descriptor, neverBlock } from "../process/descriptor.js";

/** What stands for standard output in the place of a file. */
export const STANDARD_OUTPUT = "-";

/** Milliseconds for which the end waits for a reader who is behind. */
const FINISH_WITHIN = 2_000;

/** A named pipe without a reader is an error, not a wait. */
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** Events as lines of JSON, which nothing waits for. */
export interface EventLines {
  write(event: EngineEvent): void;
  /** Writes what waits, for two seconds at most. */
  close(): void;
}

/**
 * Opens what events are written to: a file, to which they are added (made for its owner alone where it is missing), or
 * standard output. Lines that a slow reader has no room for are dropped, the oldest first, and a line says how many.
 * Throws UsageError where the file cannot be opened. What cannot be written later is logged once.
 */
export function openEventLines(target: string, log: Log): EventLines {
  const fd = target === STANDARD_OUTPUT ? standardOutput() : openFile(target);
  let lost = false;
  const descriptor = new Descriptor(fd, (error) => {
    if (!lost) log.warn(`Events can no longer be written to ${nameOf(target)}; trading goes on: ${messageOf(error)}`);
    lost = true;
  });
  const lines = new LineBuffer(descriptor);
  lines.onDropped((count) => `${JSON.stringify({ type: "events-dropped", count })}\n`);
  return {
    write: (event) => lines.write(`${printableJson(JSON.stringify(event))}\n`),
    close() {
      descriptor.finish(lines.rest(), FINISH_WITHIN);
      if (target !== STANDARD_OUTPUT) closeSync(fd);
    },
  };
}

function standardOutput(): number {
  neverBlock(process.stdout);
  return 1;
}

function openFile(path: string): number {
  try {
    return openSync(path, APPEND, OWN_FILE);
  } catch (error) {
    throw new UsageError(`--events cannot write to ${path}: ${messageOf(error)}`, {
      remedy: "Name a file in a folder that exists and that this user may write to, or - for standard output.",
      cause: error,
    });
  }
}

const nameOf = (target: string): string => (target === STANDARD_OUTPUT ? "standard output" : target);
