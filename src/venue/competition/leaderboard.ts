import type { Leaderboard, Standing } from "../../model/competition.js";
import type { CompetitionRecord, Entry, VenueCompetition } from "./competition.js";

export interface VenueLeaderboard extends Leaderboard {
  readonly competition: VenueCompetition;
}

function standing({ member, snapshot, disqualified }: Entry, rank: number | null): Standing {
  return Object.freeze({
    rank,
    teamId: member.team.id,
    teamName: member.team.name,
    portfolioValue: snapshot?.totalValue ?? 0,
    active: disqualified === null,
    deactivationReason: disqualified,
  });
}

/** Highest value first; where equal, by name in code unit order (names are unique). */
function byValue(a: Entry, b: Entry): number {
  const difference = (b.snapshot?.totalValue ?? 0) - (a.snapshot?.totalValue ?? 0);
  return difference !== 0 ? difference : a.member.team.name < b.member.team.name ? -1 : 1;
}

const cache = new WeakMap<CompetitionRecord, { readonly version: number; readonly board: VenueLeaderboard }>();

/** The teams by the value of their last snapshots; the same object until something changes. After the end, as they stood. */
export function leaderboardOf(record: CompetitionRecord): VenueLeaderboard {
  const known = cache.get(record);
  if (known?.version === record.version) return known.board;
  const entries = record.entries.toSorted(byValue);
  const board = Object.freeze({
    competition: record.info,
    standings: entries.filter((entry) => entry.disqualified === null).map((entry, i) => standing(entry, i + 1)),
    inactive: entries.filter((entry) => entry.disqualified !== null).map((entry) => standing(entry, null)),
  });
  cache.set(record, { version: record.version, board });
  return board;
}
