import type { StatusWatch } from "../competition/status-watch.js";
import { endOfDisabled, endOfForeign, end } from "../end-messages.js";
import type { EnginePorts } from "../ports.js";
import type { End } from "../result.js";
import type { EngineTasks } from "../tasks.js";
import type { SessionEvents } from "./session.js";
import type { Trade } from "../../model/trade.js";

/** What a session needs of the bot it is part of. */
interface SessionOwner {
  readonly status: Pick<StatusWatch, "readIfOverdue" | "heldBack" | "heard">;
  readonly tasks: Pick<EngineTasks, "readRules" | "beside">;
  readonly strategies: EnginePorts["strategies"];
  fail(error: unknown): void;
  finish(reason: End): void;
  /** A trade was made in another competition: that ends the bot, once this one is joined. */
  onOtherCompetition(reason: End): void;
}

/** What follows from the events of a session. */
export function sessionEvents({
  status,
  tasks,
  strategies,
  fail,
  finish,
  onOtherCompetition,
}: SessionOwner): SessionEvents {
  return {
    beforeSending: () => status.readIfOverdue(),
    heldBack: () => status.heldBack(),
    onNews: (news, text) => status.heard(news, text),
    onRuled: () => tasks.readRules(),
    onForeign: (trades) => finish(endOfForeign(trades)),
    onOtherCompetition: (trade) => onOtherCompetition(endOfOtherCompetition(trade)),
    onAllDisabled: () => finish(endOfDisabled(strategies)),
    onFailure: fail,
    beside: (work) => tasks.beside(work),
  };
}

/** A trade of ours was made in another competition: the one that we are in is over, whatever the status says. */
function endOfOtherCompetition({ id, competitionId }: Trade): End {
  return end(
    "COMPETITION_OVER",
    `The competition is over: trade ${id} was made in another one, ${competitionId}`,
    "Start the bot again to join it, where the team takes part in it: books, rules and standing are then read anew.",
  );
}
