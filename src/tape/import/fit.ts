import { iso } from "../../core/utc.js";
import { formatDuration } from "../../core/duration.js";
import { TapeConflictError } from "../errors.js";
import type { Growing } from "./growing.js";

/** Throws TapeConflictError where two tokens never have a price at the same time. */
export function checkOverlap(tracks: readonly Growing[]): void {
  const end = ({ times, interval }: Growing): number => (times.at(-1) as number) + interval;
  const start = ({ times }: Growing): number => times[0] as number;
  const latest = tracks.reduce((a, b) => (start(b) > start(a) ? b : a));
  const first = tracks.reduce((a, b) => (end(b) < end(a) ? b : a));
  if (start(latest) < end(first)) return;
  throw new TapeConflictError(
    `${first.token.name} and ${latest.token.name} never overlap: the one ends at ${iso(end(first))}, the other begins at ${iso(start(latest))}`,
    { remedy: "Import them into different tapes, or fetch a range that both have." },
  );
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
