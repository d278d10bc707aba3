import { messageOf, toldOf } from "../../core/errors.js";
import { formatLength } from "../../core/time/duration.js";
import { iso } from "../../core/time/utc.js";
import type { Competition } from "../../model/competition.js";
import { end } from "../end-messages.js";
import type { EnginePorts } from "../ports.js";
import type { End } from "../result.js";
import type { Ground } from "./end-confirmation.js";
import type { Situation } from "./situation.js";

/** What follows from a situation. */
type CompetitionPhase =
  | { readonly kind: "join"; readonly competition: Competition }
  | { readonly kind: "go-on"; readonly competition: Competition }
  | { readonly kind: "wait"; readonly competition: Competition | null }
  /** It has not begun, and nobody told us to wait. */
  | { readonly kind: "not-begun"; readonly competition: Competition | null }
  | { readonly kind: "nothing" }
  | { readonly kind: "end"; readonly end: End };

interface Standpoint {
  /** Whether nothing was ever heard of the service. */
  readonly connecting: boolean;
  /** The competition that we are in, or null. */
  readonly joined: string | null;
  readonly ground: Ground;
}

/** What can be done about a key that is not accepted. */
function keyRemedy(connecting: boolean, source: string | undefined): string {
  const from = source === undefined ? "" : ` It comes from ${source}.`;
  if (connecting) return `Check the API key.${from}`;
  return (
    `The API key worked until now: it was probably reset from elsewhere.${from} ` +
    "Put the new one there, or reset it again where you registered, and start again. " +
    "Some services also refuse the keys of teams that are out, or whose competition is over."
  );
}

/** For how long it lasted, as the end of a sentence about it. */
function forSoLong(ground: Ground): string {
  return ground.kind === "lasted" ? `, for ${formatLength(ground.ms)} without another answer` : "";
}

function ends(...told: Parameters<typeof end>): CompetitionPhase {
  return { kind: "end", end: end(...told) };
}

/** The end of a competition that is known to be over, whatever else is answered then; null: it is not known. */
function over(ground: Ground): CompetitionPhase | null {
  if (ground.kind === "ended") return ends("COMPETITION_OVER", "The competition is over");
  if (ground.kind !== "due") return null;
  return ends("COMPETITION_OVER", `The competition is over: its end was due at ${iso(ground.endAt)}`);
}

/** The one place that says when the bot trades, waits and ends. */
export function competitionPhase(
  situation: Situation,
  ports: Pick<EnginePorts, "clock" | "settings" | "lastEnd" | "keySource">,
  standpoint: Standpoint,
): CompetitionPhase {
  const { connecting, joined, ground } = standpoint;
  switch (situation.kind) {
    case "active":
      return ofActive(situation.competition, joined);
    case "pending":
      return ofPending(situation.competition, ports, standpoint);
    case "over": {
      const name = situation.competition === null ? "" : ` ${situation.competition.name}`;
      return ends(
        "COMPETITION_OVER",
        joined === null ? `The competition${name} is over already` : "The competition is over",
      );
    }
    case "disqualified":
      return ends("DISQUALIFIED", messageOf(situation.error), "Ask those who run the competition.");
    case "unauthorized": {
      const reason = `${messageOf(situation.error)}${forSoLong(ground)}`;
      return over(ground) ?? ends("UNAUTHORIZED", reason, keyRemedy(connecting, ports.keySource));
    }
    case "not-participating": {
      const reason = `${messageOf(situation.error)}${forSoLong(ground)}`;
      const remedy = "Ask those who run the competition to let the team in.";
      return over(ground) ?? ends("NOT_PARTICIPATING", reason, remedy);
    }
    case "unclear":
      return ofUnclear(situation.error, connecting, ground);
  }
}

function ofActive(competition: Competition, joined: string | null): CompetitionPhase {
  if (joined === null) return { kind: "join", competition };
  if (joined === competition.id) return { kind: "go-on", competition };
  const reason = `The competition is over: ${competition.name} has begun`;
  return ends("COMPETITION_OVER", reason, "Start the bot again to join it.");
}

function ofPending(
  competition: Competition | null,
  { clock, settings, lastEnd }: Pick<EnginePorts, "clock" | "settings" | "lastEnd">,
  { joined, ground }: Standpoint,
): CompetitionPhase {
  if (joined !== null) {
    if (ground.kind !== "lasted") return ends("COMPETITION_OVER", "The competition is over");
    const reason = `It seems to be over, though no end was due: no competition is active by the status${forSoLong(ground)}`;
    return ends("END_UNCONFIRMED", reason, `Nothing was sent meanwhile. ${START_AGAIN}`);
  }
  // It is known that none will begin any more.
  if (clock.now() >= (lastEnd ?? Infinity))
    return ends(
      "COMPETITION_OVER",
      "The competition was over before the bot could join it",
      "Give it more time: a longer duration, or a clock that is not as fast.",
    );
  return { kind: settings.wait ? "wait" : "not-begun", competition };
}

const START_AGAIN = "Start the bot again, as a supervisor does: it goes on if the competition does.";

function ofUnclear(error: unknown, connecting: boolean, ground: Ground): CompetitionPhase {
  const { message, remedy } = toldOf(error);
  if (connecting) return ends("UNREACHABLE", message, remedy);
  // Once connected, an outage never stops the bot.
  if (ground.kind !== "lasted") return over(ground) ?? { kind: "nothing" };
  const reason =
    `Every call with the API key fails while the service's health is well${forSoLong(ground)} (${message}): ` +
    "the competition is over, the team was taken out, or the service is ill";
  return ends(
    "END_UNCONFIRMED",
    reason,
    `Ask those who run the competition. Nothing was sent meanwhile. ${START_AGAIN}`,
  );
}
