import { iso } from "../../core/time/utc.js";
import type { BoundStrategy } from "./bind.js";

/** Why a strategy will not run, and what to do about it: the end of a sentence, and a sentence. */
export interface NeverScheduledFinding {
  readonly text: string;
  readonly remedy: string;
}

/**
 * Whether no run of a strategy lies between two instants; null where one does. What is due at either of them is not
 * decided. Nothing is said of a competition that should be over already: its end is not known.
 *
 * @param from when it begins, epoch milliseconds
 * @param to when the competition ends, epoch milliseconds
 */
export function neverScheduled(
  { cadences, definition }: Pick<BoundStrategy, "cadences" | "definition">,
  from: number,
  to: number,
): NeverScheduledFinding | null {
  const next = Math.min(...cadences.map((cadence) => cadence.next(from) ?? Infinity));
  if (next < to || to <= from) return null;
  const run = next === Infinity ? "it has no run any more" : `its next run is ${iso(next)}`;
  const place = typeof definition.schedule === "function" ? "by its params" : "in its file";
  return {
    text: `${run}, and the competition ends at ${iso(to)}`,
    remedy: `Give it a schedule that fires before then, ${place}.`,
  };
}
