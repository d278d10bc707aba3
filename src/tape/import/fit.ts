import { formatDuration } from "../../core/duration.js";
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
  const by = (key: (track: Growing) => string): Map<string, string[]> => {
    const groups = new Map<string, string[]>();
    for (const track of bars) groups.set(key(track), [...(groups.get(key(track)) ?? []), track.token.name]);
    return groups;
  };
  const told = (groups: Map<string, string[]>, what: string): string[] =>
    groups.size < 2 ? [] : [`${what}: ${[...groups].map(([key, names]) => `${key} (${names.join(", ")})`).join(", ")}`];
  return [
    ...told(
      by(({ interval }) => formatDuration(interval)),
      "Bars are of different lengths",
    ),
    ...told(
      by(({ times, interval }) => formatDuration((times[0] as number) % interval)),
      "Bars begin at different times after the full interval",
    ),
  ];
}
