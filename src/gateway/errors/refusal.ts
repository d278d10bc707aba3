import { ContenderError } from "../../core/errors.js";
import type { ServiceErrorCode } from "../../contract/index.js";

/** What the service answered, as far as an error tells it. `text` is scrubbed of secrets. */
export interface Refused {
  readonly operation: string;
  readonly status: number;
  /** The service's own text; "" where it gave none. */
  readonly text: string;
  /** Which of the known refusals it is; null where the text is not known. */
  readonly recognised: ServiceErrorCode | null;
}

/** The service said no. */
export abstract class RefusalError extends ContenderError {
  readonly operation: string;
  readonly status: number;
  readonly text: string;
  readonly recognised: ServiceErrorCode | null;

  constructor(refused: Refused, message: string, remedy: string) {
    super(refused.text === "" ? message : `${message}: ${refused.text}`, { remedy });
    ({ operation: this.operation, status: this.status, text: this.text, recognised: this.recognised } = refused);
  }
}

/** 401: the key is missing, wrong, or was reset. */
export class AuthError extends RefusalError {
  readonly code = "UNAUTHORIZED";
  constructor(refused: Refused) {
    super(
      refused,
      "The service does not accept the API key",
      "Check the key (it may have been reset) and that it belongs to this base URL.",
    );
  }
}

/** 403: an administrator took the team out of the competition. */
export class DeactivatedError extends RefusalError {
  readonly code = "DEACTIVATED";
  constructor(refused: Refused) {
    super(refused, "The team was disqualified", "Ask the organisers of the competition.");
  }
}

/** 403 after the end, where the deployment refuses everything then: no disqualification. */
export class CompetitionEndedError extends RefusalError {
  readonly code = "COMPETITION_ENDED";
  constructor(refused: Refused) {
    super(refused, "The competition has ended", "Nothing: it is over.");
  }
}

/** 403: the competition does not include the team. */
export class NotParticipatingError extends RefusalError {
  readonly code = "NOT_PARTICIPATING";
  constructor(refused: Refused) {
    super(refused, "The team takes no part in the competition", "Ask the organisers to add the team.");
  }
}

/** 400 or 403: it needs an active competition, and there is none. */
export class NoActiveCompetitionError extends RefusalError {
  readonly code = "NO_COMPETITION";
  constructor(refused: Refused) {
    super(refused, "No competition is active", "Wait until the competition starts.");
  }
}

/** 403: a setting of the deployment. */
export class LeaderboardRestrictedError extends RefusalError {
  readonly code = "LEADERBOARD_RESTRICTED";
  constructor(refused: Refused) {
    super(refused, "The leaderboard is closed to teams", "Go on without it: rank and gaps are unknown.");
  }
}

/** 404 with a JSON error: there is no such competition. */
export class NotFoundError extends RefusalError {
  readonly code = "NOT_FOUND";
  constructor(refused: Refused) {
    super(refused, "The service does not have what was asked for", "Check the id.");
  }
}

/** Another 4xx to what asks for nothing in particular (health, status): the service, or what stands before it, lets nobody in. */
export class NoEntryError extends RefusalError {
  readonly code = "NO_ENTRY";
  constructor(refused: Refused) {
    super(
      refused,
      `The service cannot be used: it refuses even ${refused.operation} (status ${refused.status})`,
      "Check the base URL, and whether a proxy or a firewall stands before the service.",
    );
  }
}

/** 400, 413 and every other 4xx: the request itself is refused. */
export class RequestRefusedError extends RefusalError {
  readonly code = "REQUEST_REFUSED";
  constructor(refused: Refused) {
    super(
      refused,
      `The service refused the request (${refused.operation}, status ${refused.status})`,
      refused.text === ""
        ? "It gives no reason: check the base URL, and whether a proxy or a firewall stands before the service."
        : "The text says what it does not accept.",
    );
  }
}

/** 429. The gateway has paused what the limit counts; the request was not served. */
export class RateLimitedError extends RefusalError {
  readonly code = "RATE_LIMITED";
  constructor(
    refused: Refused,
    /** Milliseconds of the clock during which nothing more is sent. */
    readonly pauseMs: number,
  ) {
    super(
      refused,
      `The service's rate limit is reached (${refused.operation})`,
      "Others may use the same team's limits: tighten `limits` in config if this comes often.",
    );
  }
}

/** 5xx, with whatever body. */
export class ServiceError extends RefusalError {
  readonly code = "SERVICE_FAILED";
  /** @param healthy whether the service had just said that it is well */
  constructor(refused: Refused, healthy = false) {
    const { operation, status } = refused;
    super(
      refused,
      healthy
        ? `The service's health is well, but calls with the API key fail (${operation}, status ${status})`
        : `The service failed (${operation}, status ${status})`,
      healthy
        ? "Some services answer so once a competition is over, or to a team that was taken out: ask the organisers. If it is neither, the service is ill: start again later."
        : "Wait; ask the organisers if it lasts.",
    );
  }
}
