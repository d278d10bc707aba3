import type { Trade } from "../../model/trade.js";
import { end } from "../ends.js";
import type { End } from "../result.js";

/** A trade of ours was made in another competition: the one that we are in is over, whatever the status says. */
export function endOfOtherCompetition({ id, competitionId }: Trade): End {
  return end(
    "COMPETITION_OVER",
    `The competition is over: trade ${id} was made in another one, ${competitionId}`,
    "Start the bot again to join it, where the team takes part in it: books, rules and standing are then read anew.",
  );
}
