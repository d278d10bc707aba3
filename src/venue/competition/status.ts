import type { CompetitionStatus } from "../../model/competition.js";
import type { CompetitionRecord, VenueCompetition } from "./competition.js";
import type { Member } from "../team/team.js";

export interface VenueStatus extends CompetitionStatus {
  readonly competition: VenueCompetition | null;
  readonly participating: boolean;
  readonly message: string;
}

/** What a team is told of the active competition (service notes, "Competition and team states"). */
export function statusFor(member: Member, active: CompetitionRecord | null): VenueStatus {
  if (active === null)
    return { active: false, competition: null, participating: false, message: "No active competition found" };
  const participating = active.entry(member.team.id) !== undefined;
  const message = participating
    ? `Competition ${active.info.name} is active`
    : "Your team is not participating in this competition";
  return { active: true, competition: active.info, participating, message };
}
