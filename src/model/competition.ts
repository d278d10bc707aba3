/** `other`: a state that this version does not know. It counts as not active. */
export const COMPETITION_STATES = ["pending", "active", "ending", "ended", "completed", "other"] as const;
export type CompetitionState = (typeof COMPETITION_STATES)[number];

const OVER: ReadonlySet<CompetitionState> = new Set(["ending", "ended", "completed"]);

/** Whether a competition in this state has ended. */
export function isOver({ state }: { readonly state: CompetitionState }): boolean {
  return OVER.has(state);
}

export interface Competition {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly state: CompetitionState;
  /** Epoch milliseconds; null until it starts, or where the service does not say. */
  readonly startAt: number | null;
  /** Epoch milliseconds; usually null until a person ends it. */
  readonly endAt: number | null;
}

/** An entry of the list of upcoming competitions. */
export interface UpcomingCompetition {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly state: CompetitionState;
  readonly allowCrossChainTrading: boolean | null;
}

export interface CompetitionStatus {
  readonly active: boolean;
  readonly competition: Competition | null;
  /** Null where the service does not say. */
  readonly participating: boolean | null;
  readonly message: string | null;
}

export interface Standing {
  /** 1 is the best; null for inactive teams. */
  readonly rank: number | null;
  readonly teamId: string;
  readonly teamName: string;
  /** USD, from the last snapshot. */
  readonly portfolioValue: number;
  readonly active: boolean;
  readonly deactivationReason: string | null;
}

export interface Leaderboard {
  readonly competition: Competition;
  /** Best first. */
  readonly standings: readonly Standing[];
  readonly inactive: readonly Standing[];
}

export interface TeamProfile {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly contactPerson: string | null;
  readonly metadata: unknown;
}
