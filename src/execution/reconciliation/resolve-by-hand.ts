import { messageOf } from "../../core/errors.js";
import type { Trade } from "../../model/trade.js";
import { ResolveError } from "../errors.js";
import type { HandVerdict } from "../executor-api.js";
import { carries, differenceOf, isOfItsTime, recognitionOf } from "./evidence.js";
import { markerOf, readMarker } from "../marker.js";
import type { Tracked } from "../open-intents.js";
import type { IntentLog } from "../intent-log.js";

/** Settles an intent by a person's word. Rejects with ResolveError where it cannot be what the person says. */
export async function settleByHand(
  recorder: IntentLog,
  id: string,
  verdict: HandVerdict,
  mayStill: () => boolean,
): Promise<void> {
  const tracked = recorder.unfinished(id);
  checkOpen(tracked, id, mayStill);
  const cause = { code: "BY_HAND", reason: verdict.reason };
  if (verdict.kind === "not-executed") {
    recorder.move(tracked, "NOT_EXECUTED", cause);
    return;
  }
  const list = await listOf(recorder, (trades) => wantedOf(trades, tracked, verdict.tradeId) !== undefined);
  // Reading took a while: it may have been settled meanwhile, or taken over by others, who have read the journal.
  checkOpen(tracked, id, mayStill);
  const trade = findTrade(list, tracked, verdict.tradeId, recorder);
  recorder.move(tracked, "FILLED", cause, { trade });
}

function checkOpen(tracked: Tracked | undefined, id: string, mayStill: () => boolean): asserts tracked is Tracked {
  if (tracked?.state === "CONFLICT" || tracked?.state === "UNKNOWN") {
    if (mayStill()) return;
    const meanwhile = "the bot has begun to join the competition, or has ended, meanwhile";
    throw new ResolveError(`Intent ${id} was not settled: ${meanwhile}`, { remedy: "Ask again." });
  }
  const state = tracked === undefined ? "not open" : tracked.state;
  throw new ResolveError(`Intent ${id} is ${state}: there is nothing to resolve`, {
    remedy: "`contender journal intents` lists intents with their states; UNKNOWN and CONFLICT can be resolved.",
  });
}

/** The service's list of trades, or the journal's where that cannot be read and the wanted trade was found before. */
async function listOf(recorder: IntentLog, suffices: (trades: readonly Trade[]) => boolean): Promise<readonly Trade[]> {
  try {
    return await recorder.ports.venue.trades();
  } catch (error) {
    // Some services list nothing any more once a competition is over.
    if (suffices(recorder.strays)) return recorder.strays;
    throw new ResolveError(`The service's list of trades cannot be read: ${messageOf(error)}`, {
      remedy:
        "Try again once it can: `--as filled` takes the trade's amounts from there. `--as not-executed` needs nothing of the service.",
      cause: error,
    });
  }
}

/** The trade of an id, or, without one, that carries the intent's marker. */
function wantedOf(list: readonly Trade[], { intent }: Tracked, tradeId: string | undefined): Trade | undefined {
  return tradeId === undefined
    ? list.find(({ reason, success }) => success && carries(reason, intent))
    : list.find(({ id }) => id === tradeId);
}

function findTrade(list: readonly Trade[], tracked: Tracked, tradeId: string | undefined, recorder: IntentLog): Trade {
  const { intent } = tracked;
  const trade = wantedOf(list, tracked, tradeId);
  const wanted = tradeId ?? intent.marker;
  if (trade === undefined)
    throw new ResolveError(`The service's list of trades has none with ${wanted}`, {
      remedy: "Name the trade's id as `contender trades` shows it, or say that it was not executed.",
    });
  const misfit = misfitOf(trade, tracked, recorder);
  if (misfit !== null)
    throw new ResolveError(`It cannot be the trade of intent ${intent.id}: ${misfit}`, {
      remedy: "Name another trade of those that `contender trades` shows, or say that it was not executed.",
    });
  return trade;
}

/**
 * Why a trade cannot be an intent's, in words; null where it can. A person errs: what the journal would refuse must
 * not come to it, for a journal that does not take a step ends the bot.
 */
function misfitOf(trade: Trade, tracked: Tracked, recorder: IntentLog): string | null {
  const { intent } = tracked;
  const { journalId } = recorder.ports;
  const owner = recorder.otherOwner(trade, intent);
  if (owner !== null) return `trade ${trade.id} is intent ${owner}'s in the journal`;
  const marker = readMarker(trade.reason);
  if (marker !== null && !carries(trade.reason, intent)) {
    const whose = marker.journalId === journalId ? `intent ${marker.intentId}` : "another bot";
    return `trade ${trade.id} carries the marker of ${whose}, ${markerOf(marker.journalId, marker.intentId)}`;
  }
  // By its marker it is this one's, though the service may have made another amount of it, or in the next competition.
  if (marker !== null && trade.success && trade.from === intent.from && trade.to === intent.to) return null;
  if (!isOfItsTime(trade, intent, recognitionOf(tracked, recorder)))
    return `trade ${trade.id} was made in competition ${trade.competitionId}, the intent is of ${intent.competitionId}`;
  return differenceOf(intent, trade);
}
