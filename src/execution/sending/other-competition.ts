import type { Trade } from "../../model/trade.js";
import type { IntentLog } from "../intent-log.js";
import { guardedCall } from "../guarded-call.js";

/** What a trade of ours in another competition says of this one, in words. */
export function overBy({ id, competitionId }: Trade): string {
  return `the competition is over: trade ${id} was made in another one, ${competitionId}`;
}

/** Notes that nothing more is sent because of such a trade, and tells the listener. Throws where the journal cannot be written. */
export function tellOtherCompetition({ journal, ports }: IntentLog, trade: Trade): void {
  const data = { trade: trade.id, competition: trade.competitionId };
  journal.note("warn", "other-competition", `Nothing more is sent: ${overBy(trade)}`, data);
  guardedCall(ports.log, () => ports.onOtherCompetition?.(trade));
}
