import { messageOf, toldOf } from "../../core/errors.js";
import type { Competition } from "../../model/competition.js";
import { end } from "../ends.js";
import type { End } from "../result.js";
import type { Situation } from "./situation.js";

/** What follows from a situation. */
type NextStep =
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
  readonly wait: boolean;
  /** Whether it is known that none will begin any more. */
  readonly noneToCome: boolean;
  /** Where the key comes from, for people; null where there is none. */
  readonly keySource: string | null;
}

/** What can be done about a key that is not accepted. */
function keyRemedy(connecting: boolean, source: string | null): string {
  const from = source === null ? "" : ` It comes from ${source}.`;
  if (connecting) return `Check the API key.${from}`;
  return (
    `The API key worked until now: it was probably reset from elsewhere.${from} ` +
    "Put the new one there, or reset it again where you registered, and start again."
  );
}

function ends(...told: Parameters<typeof end>): NextStep {
  return { kind: "end", end: end(...told) };
}

/** The one place that says when the bot trades, waits and ends. */
export function nextStep(
  situation: Situation,
  { connecting, joined, wait, noneToCome, keySource }: Standpoint,
): NextStep {
  switch (situation.kind) {
    case "active": {
      const { competition } = situation;
      if (joined === null) return { kind: "join", competition };
      if (joined === competition.id) return { kind: "go-on", competition };
      return ends(
        "COMPETITION_OVER",
        `The competition is over: ${competition.name} has begun`,
        "Start the bot again to join it.",
      );
    }
    case "pending":
      if (joined !== null) return ends("COMPETITION_OVER", "The competition is over");
      if (noneToCome)
        return ends(
          "COMPETITION_OVER",
          "The competition was over before the bot could join it",
          "Give it more time: a longer duration, or a clock that is not as fast.",
        );
      return { kind: wait ? "wait" : "not-begun", competition: situation.competition };
    case "over": {
      const name = situation.competition === null ? "" : ` ${situation.competition.name}`;
      return ends(
        "COMPETITION_OVER",
        joined === null ? `The competition${name} is over already` : "The competition is over",
      );
    }
    case "disqualified":
      return ends("DISQUALIFIED", messageOf(situation.error), "Ask those who run the competition.");
    case "unauthorized":
      return ends("UNAUTHORIZED", messageOf(situation.error), keyRemedy(connecting, keySource));
    case "not-participating":
      return ends(
        "NOT_PARTICIPATING",
        messageOf(situation.error),
        "Ask those who run the competition to let the team in.",
      );
    case "unclear": {
      // Once connected, a failed reading of the status never stops the bot.
      if (!connecting) return { kind: "nothing" };
      const { message, remedy } = toldOf(situation.error);
      return ends("UNREACHABLE", message, remedy);
    }
  }
}
