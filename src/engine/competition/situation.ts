import { andThen, type MaybePromise } from "../../core/maybe.js";
import { isOver, type Competition, type CompetitionStatus } from "../../model/competition.js";
import type { VenueReads } from "../../model/venue.js";
import { attemptWithin, type Bound } from "../timeouts/bounded.js";
import { newsOfError } from "./news.js";

/** Where the competition stands, for this team. */
export type Situation =
  /** `participating`: whether the service says that the team is in it; it never says that it is not. */
  | { readonly kind: "active"; readonly competition: Competition; readonly participating: boolean }
  /** None is active; `competition` where the service names the one that is to come. */
  | { readonly kind: "pending"; readonly competition: Competition | null }
  | { readonly kind: "over"; readonly competition: Competition | null }
  | { readonly kind: "disqualified" | "unauthorized"; readonly error: unknown }
  /** `refused`: not the status said so, but something was refused for it. */
  | { readonly kind: "not-participating"; readonly error: unknown; readonly refused?: boolean }
  /** It could not be read: nothing follows from that. */
  | { readonly kind: "unclear"; readonly error: unknown };

/** Reads the status and says what it means. Never throws. */
export function readSituation(venue: Pick<VenueReads, "status">, bound: Bound): MaybePromise<Situation> {
  return andThen(
    attemptWithin(bound, (options) => venue.status(options)),
    (read) => (read.ok ? situationOf(read.value) : situationOfError(read.error)),
  );
}

function situationOf({ active, competition, participating, message }: CompetitionStatus): Situation {
  if (active && competition !== null)
    return participating === false
      ? { kind: "not-participating", error: new Error(leftOut(competition, message)) }
      : { kind: "active", competition, participating: participating === true };
  if (competition !== null && isOver(competition)) return { kind: "over", competition };
  return { kind: "pending", competition };
}

/** That the team is not in a competition, in the service's words where they say so: others only say that it is active. */
function leftOut({ name }: Competition, message: string | null): string {
  return message !== null && /\bnot\b.*\bparticipat/i.test(message) ? message : `The team is not in ${name}`;
}

export function situationOfError(error: unknown): Situation {
  const news = newsOfError(error);
  if (news === null) return { kind: "unclear", error };
  switch (news) {
    case "over":
      return { kind: "over", competition: null };
    case "none-active":
      return { kind: "pending", competition: null };
    case "not-participating":
      return { kind: news, error, refused: true };
    default:
      return { kind: news, error };
  }
}
