import type { Trade } from "../../../src/model/trade.js";
import { MODELLED_DELAYS } from "./forecast.js";
import type { Witness, Written } from "./witness.js";
import type { World } from "./world.js";

/** A look at list and balances may take so long, milliseconds: both are asked for again where no answer comes. */
const LOOK = 120_000;

/** When the absence of an intent's trade was concluded, the service's time; null where it was not. */
function concludedAt({ events }: Pick<Witness, "events">, intent: string): number | null {
  const found = events.find(
    (event) => event.kind === "step" && event.step.intent === intent && event.step.to === "NOT_EXECUTED",
  );
  return found?.at ?? null;
}

function sentAt({ service }: Pick<World, "service">, intent: string): number | null {
  return service.sent.find((sent) => sent.intent === intent)?.at ?? null;
}

/** What is wrong where absence was concluded while the trade might still be made and listed in time; null where nothing is. */
export function tooEarly({ intent }: Written, world: World): string | null {
  const [sent, concluded] = [sentAt(world, intent.id), concludedAt(world.witness, intent.id)];
  if (sent === null || concluded === null) return null;
  const due = MODELLED_DELAYS.made + MODELLED_DELAYS.listed;
  if (concluded - sent >= due) return null;
  return `taken for not executed ${concluded - sent} ms after its request, though ${due} ms are modelled`;
}

/**
 * Why a trade of an intent was not late: it came, and could be seen, within the modelled delays, or long before it was
 * taken for not executed; null where it was.
 */
export function notLate({ intent }: Written, trade: Trade, world: World): string | null {
  const [sent, concluded] = [sentAt(world, intent.id), concludedAt(world.witness, intent.id)];
  if (sent === null || concluded === null) return "its absence was never concluded";
  const { made, listed } = MODELLED_DELAYS;
  if ((world.service.overdue.get(trade.id) ?? Infinity) <= concluded) return null;
  const took = trade.at - sent;
  if (took <= made) return `it was made ${took} ms after its request, and every list showed it in time`;
  const before = concluded - trade.at;
  return before <= listed + LOOK ? null : `it had been made ${before} ms before it was taken for not executed`;
}
