import { andThen, type MaybePromise } from "../../core/maybe.js";
import type { Competition, CompetitionStatus } from "../../model/competition.js";
import type { VenueReads } from "../../model/venue.js";
import { attemptWithin, type Bound } from "../asking/bounded.js";
import { newsOfError, type News } from "./news.js";

/** Where the competition stands, for this team. */
export type Situation =
  /** `participating`: whether the service says that the team is in it; it never says that it is not. */
  | { readonly kind: "active"; readonly competition: Competition; readonly participating: boolean }
  /** None is active; `competition` where the service names the one that is to come. */
  | { readonly kind: "pending"; readonly competition: Competition | null }
  | { readonly kind: "over"; readonly competition: Competition | null }
  | { readonly kind: Exclude<News, "over">; readonly error: unknown }
  /** It could not be read: nothing follows from that. */
  | { readonly kind: "unclear"; readonly error: unknown };

const ENDED = new Set<Competition["state"]>(["ending", "ended", "completed"]);

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
      ? { kind: "not-participating", error: new Error(message ?? "The team is not in this competition") }
      : { kind: "active", competition, participating: participating === true };
  if (competition !== null && ENDED.has(competition.state)) return { kind: "over", competition };
  return { kind: "pending", competition };
}

export function situationOfError(error: unknown): Situation {
  const news = newsOfError(error);
  if (news === null) return { kind: "unclear", error };
  return news === "over" ? { kind: "over", competition: null } : { kind: news, error };
}
