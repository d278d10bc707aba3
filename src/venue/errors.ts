import { ContenderError } from "../core/errors.js";

/** A competition that cannot go where it was told to: PENDING → ACTIVE → COMPLETED, one ACTIVE at a time, no way back. */
export class CompetitionStateError extends ContenderError {
  readonly code = "COMPETITION_STATE";
}

/** Settings of an exchange or a competition that cannot be used. */
export class VenueSettingsError extends ContenderError {
  readonly code = "VENUE_SETTINGS";
}

/** A team that cannot be registered, or is not known. */
export class TeamError extends ContenderError {
  readonly code = "VENUE_TEAM";
}
