import { groupedBy } from "../../core/grouped.js";
import { formatDuration } from "../../core/time/duration.js";
import { TapeConflictError } from "../errors.js";
import { overlapProblem } from "../overlap.js";
import type { Growing } from "./growing.js";

/** Throws TapeConflictError where two tokens never have a price at the same time. */
export function checkOverlap(tracks: readonly Growing[]): void {
  const wrong = overlapProblem(
    tracks.map(({ token, times, interval }) => {
      const [from, last] = [times[0] as number, times.at(-1) as number];
      return { token, from, until: last + interval };
    }),
  );
  if (wrong !== null) throw new TapeConflictError(`${wrong.of} ${wrong.problem}`, { remedy: wrong.remedy });
}

/** What is worth knowing of how the tracks lie to each other. */
export function alignment(tracks: readonly Growing[]): string[] {
  const bars = tracks.filter(({ kind }) => kind === "bars");
  const told = (what: string, by: (track: Growing) => number): string[] => {
    const groups = [...groupedBy(bars, (track) => formatDuration(by(track)))];
    const each = groups.map(([key, of]) => `${key} (${of.map(({ token }) => token.name).join(", ")})`);
    return groups.length < 2 ? [] : [`${what}: ${each.join(", ")}`];
  };
  return [
    ...told("Bars are of different lengths", ({ interval }) => interval),
    ...told(
      "Bars begin at different times after the full interval",
      ({ times, interval }) => (times[0] as number) % interval,
    ),
  ];
}
