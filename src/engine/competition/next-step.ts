import { ContenderError, messageOf } from "../../core/errors.js";
import type { Log } from "../../core/log.js";
import { someOf } from "../../core/some-of.js";
import type { Competition } from "../../model/competition.js";
import type { End, EndCode } from "../result.js";
import type { Situation } from "./situation.js";

/** What follows from a situation. */
export type NextStep =
  | { readonly kind: "join"; readonly competition: Competition }
  | { readonly kind: "go-on"; readonly competition: Competition }
  | { readonly kind: "wait"; readonly competition: Competition | null }
  /** It has not begun, and nobody told us to wait. */
  | { readonly kind: "not-begun"; readonly competition: Competition | null }
  | { readonly kind: "nothing" }
  | { readonly kind: "end"; readonly end: End };

export interface Standpoint {
  /** Whether nothing was ever heard of the service. */
  readonly connecting: boolean;
  /** The competition that we are in, or null. */
  readonly joined: string | null;
  readonly wait: boolean;
  /** Where the key comes from, for people; null where there is none. */
  readonly keySource: string | null;
}

export function end(code: EndCode, reason: string, remedy = ""): End {
  return { code, reason, remedy };
}

/** How a single tick of every strategy ended: well where none failed; one that still waits for its bars has decided nothing. */
export function endOfOnce({ runs }: { readonly runs: readonly OnceRun[] }): End {
  const parked = runs.filter((run) => run.parked !== null).length;
  if (parked > 0) return end("FAILED", `${parked} of ${runs.length} strategies could not decide`);
  const waiting = runs.filter((run) => run.saidWarmingUp).map(({ name }) => name);
  if (waiting.length === 0) return end("ONCE", "Every strategy decided once");
  const decided = waiting.length === runs.length ? "No strategy decided" : "Every other strategy decided once";
  const remedy = "Name recorded prices under `history`, or let the bot run on: it keeps the prices that it reads.";
  return end("ONCE", `${decided}: ${waiting.join(", ")} had too few bars`, remedy);
}

/** None is active, and it shall not wait for those `to come`, by their names. */
export function endOfNotBegun(toCome: readonly string[], { once }: { readonly once: boolean }): End {
  const list = toCome.length === 0 ? "" : `; to come: ${toCome.join(", ")}`;
  const remedy = once
    ? "Run it again when one has begun: --once waits for none."
    : "Set competition.wait to true, and the bot waits for it.";
  return end("NOT_BEGUN", `No competition is active${list}`, remedy);
}

/** Something that the bot cannot go on with; the log is told of it. */
export function endOfFailure(error: unknown, log: Log): End {
  const { remedy = "", stack } = error as Partial<ContenderError>;
  log.error(messageOf(error), remedy === "" ? {} : { remedy });
  log.debug("Where that came from", { stack });
  const code = error instanceof ContenderError ? error.code : "INTERNAL";
  return { code: "FAILED", reason: messageOf(error), remedy, error: code };
}

/** The drawdown stop of config. */
export function endOfDrawdown(reason: string): End {
  const remedy =
    "Look at what happened. While equity is that low a start trades nothing and stops again: to go on all the same, raise risk.drawdownStop.share or take it out.";
  return end("DRAWDOWN_STOP", reason, remedy);
}

/** Somebody else trades on this account, and config says that the bot then leaves it to a person. */
export function endOfForeign(trades: readonly { readonly id: string }[]): End {
  const remedy =
    "Look for another bot with this key. The next start has these trades in its books and goes on, until others turn up.";
  return end("FOREIGN_TRADES", `Somebody else trades on this account: ${someOf(trades.map(({ id }) => id))}`, remedy);
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

/** What the end of a single tick asks of a strategy. */
interface OnceRun {
  readonly name: string;
  readonly parked: object | null;
  readonly saidWarmingUp: boolean;
}

function ends(...told: Parameters<typeof end>): NextStep {
  return { kind: "end", end: end(...told) };
}

/** The one place that says when the bot trades, waits and ends. */
export function nextStep(situation: Situation, { connecting, joined, wait, keySource }: Standpoint): NextStep {
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
      const { remedy = "" } = situation.error as Partial<ContenderError>;
      return ends("UNREACHABLE", messageOf(situation.error), remedy);
    }
  }
}
