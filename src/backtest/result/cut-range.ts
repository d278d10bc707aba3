import { formatLength } from "../../core/time/duration.js";
import type { TokenName } from "../../model/token.js";
import type { Tape, TapeTrack } from "../../tape/tape.js";
import { shortIso } from "../../core/format.js";
import type { Range } from "../plan/range.js";

/** A share of what the tape has of the tokens: what is missing of a run is told from this on. */
const WORTH_TELLING = 0.01;

/**
 * That a run begins late or ends early because one of its tokens has no prices before or after: which one, and how much the
 * others have there. Nothing where they begin and end about alike, or the range lies within what all have.
 */
export function cutRangeRemarks(
  tape: Pick<Tape, "tracks">,
  tokens: readonly TokenName[],
  { from, to }: Range,
): string[] {
  const tracks = tape.tracks.filter(({ token }) => tokens.includes(token.name));
  const [one] = tracks;
  if (one === undefined) return [];
  const pick = (better: (a: TapeTrack, b: TapeTrack) => boolean): TapeTrack =>
    tracks.reduce((best, track) => (better(track, best) ? track : best), one);
  const [first, last] = [pick((a, b) => a.from < b.from), pick((a, b) => a.until > b.until)];
  const [latest, shortest] = [pick((a, b) => a.from > b.from), pick((a, b) => a.until < b.until)];
  const least = (last.until - first.from) * WORTH_TELLING;
  const [late, early] = [latest.from - first.from, last.until - shortest.until];
  return [
    ...(from === latest.from && late >= least
      ? [
          `The run begins at ${shortIso(from)}, with the prices of ${latest.token.name}. Those of ${first.token.name} begin ${formatLength(late)} earlier.`,
        ]
      : []),
    ...(to === shortest.until && early >= least
      ? [
          `The run ends at ${shortIso(to)}, with the prices of ${shortest.token.name}. Those of ${last.token.name} end ${formatLength(early)} later.`,
        ]
      : []),
  ];
}
