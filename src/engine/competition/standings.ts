import type { Competition, Leaderboard, TeamProfile } from "../../model/competition.js";
import type { CompetitionView } from "../../strategy/view.js";
import type { FinalStanding } from "../result.js";

/** What is known of the competition and of our place in it. Unknown stays null. */
export class Standings {
  #competition: Competition;
  #board: Leaderboard | null = null;
  #readAt: number | null = null;

  constructor(
    competition: Competition,
    readonly team: Pick<TeamProfile, "id" | "name">,
  ) {
    this.#competition = competition;
  }

  get competition(): Competition {
    return this.#competition;
  }

  get readAt(): number | null {
    return this.#readAt;
  }

  /** Takes in what a status answer says; what it leaves out stays as it was. */
  update(competition: Competition): void {
    const { startAt, endAt, description } = this.#competition;
    this.#competition = {
      ...competition,
      startAt: competition.startAt ?? startAt,
      endAt: competition.endAt ?? endAt,
      description: competition.description ?? description,
    };
  }

  /** Takes in a leaderboard; gives a line about what changed of our place, or null. */
  take(board: Leaderboard, readAt: number): string | null {
    const before = this.rank();
    this.#board = board;
    this.#readAt = readAt;
    const rank = this.rank();
    if (rank === null || rank === before) return null;
    const teams = board.standings.length;
    if (before === null) return `Rank ${rank} of ${teams}`;
    return `Rank ${rank} of ${teams}, ${rank < before ? "up" : "down"} from ${before}`;
  }

  /** Our place; null where it is not known. */
  rank(): number | null {
    return this.#board?.standings.find(({ teamId }) => teamId === this.team.id)?.rank ?? null;
  }

  /** The competition and our place in it, as strategies see it. */
  view(now: number): CompetitionView {
    const { id, name, state, startAt, endAt } = this.#competition;
    const standings = this.#board?.standings ?? [];
    const place = standings.findIndex(({ teamId }) => teamId === this.team.id);
    const own = standings[place];
    const gap = (other: number): number | null => {
      const neighbour = standings[other];
      return own === undefined || neighbour === undefined
        ? null
        : Math.abs(neighbour.portfolioValue - own.portfolioValue);
    };
    return {
      id,
      name,
      state,
      startAt,
      endAt,
      timeLeft: endAt === null ? null : Math.max(0, endAt - now),
      rank: own?.rank ?? null,
      teams: this.#board === null ? null : standings.length,
      gapAhead: gap(place - 1),
      gapBehind: gap(place + 1),
      leaderValue: standings[0]?.portfolioValue ?? null,
      leaderboardReadAt: this.#readAt,
    };
  }

  /**
   * The table as last read; null where it never was.
   * @param endedAt since when it counts as read at the end, epoch milliseconds
   */
  final(endedAt: number): FinalStanding | null {
    if (this.#board === null || this.#readAt === null) return null;
    const { standings, inactive } = this.#board;
    const entries = [...standings, ...inactive];
    const own = entries.find(({ teamId }) => teamId === this.team.id);
    return {
      rank: own?.rank ?? null,
      teams: entries.length,
      value: own?.portfolioValue ?? 0,
      table: entries.map(({ rank, teamId, teamName, portfolioValue }) => ({
        rank,
        team: teamName,
        value: portfolioValue,
        own: teamId === this.team.id,
      })),
      readAt: this.#readAt,
      atEnd: this.#readAt >= endedAt,
    };
  }
}
