import { messageOf } from "../core/errors.js";
import { ResolveError } from "./errors.js";
import type { HandVerdict } from "./executor-api.js";
import type { Tracked } from "./open-intents.js";
import type { Recorder } from "./recorder.js";
import { differenceOf } from "./evidence.js";
import type { Trade } from "../model/trade.js";

/** Settles an intent by a person's word. Rejects with ResolveError where it cannot be what the person says. */
export async function settleByHand(
  recorder: Recorder,
  tracked: Tracked | undefined,
  id: string,
  verdict: HandVerdict,
): Promise<void> {
  checkOpen(tracked, id);
  const cause = { code: "BY_HAND", reason: verdict.reason };
  if (verdict.kind === "not-executed") {
    recorder.move(tracked, "NOT_EXECUTED", cause);
    return;
  }
  const trade = await findTrade(recorder, tracked, verdict.tradeId);
  // Reading took a while: it may have been settled meanwhile.
  checkOpen(tracked, id);
  recorder.move(tracked, "FILLED", cause, { trade });
}

function checkOpen(tracked: Tracked | undefined, id: string): asserts tracked is Tracked {
  if (tracked?.state === "CONFLICT" || tracked?.state === "UNKNOWN") return;
  const state = tracked === undefined ? "not open" : tracked.state;
  throw new ResolveError(`Intent ${id} is ${state}: there is nothing to resolve`, {
    remedy: "`contender journal intents` lists intents with their states; UNKNOWN and CONFLICT can be resolved.",
  });
}

async function listOf(recorder: Recorder): Promise<readonly Trade[]> {
  try {
    return await recorder.ports.venue.trades();
  } catch (error) {
    throw new ResolveError(`The service's list of trades cannot be read: ${messageOf(error)}`, {
      remedy:
        "Try again once it can: `--as filled` takes the trade's amounts from there. `--as not-executed` needs nothing of the service.",
      cause: error,
    });
  }
}

async function findTrade(recorder: Recorder, { intent }: Tracked, tradeId: string | undefined): Promise<Trade> {
  const list = await listOf(recorder);
  const trade =
    tradeId === undefined
      ? list.find(({ reason, success }) => success && reason?.toLowerCase().includes(intent.marker) === true)
      : list.find(({ id }) => id === tradeId);
  const wanted = tradeId ?? intent.marker;
  if (trade === undefined)
    throw new ResolveError(`The service's list of trades has none with ${wanted}`, {
      remedy: "Name the trade's id as `contender trades` shows it, or say that it was not executed.",
    });
  if ([...recorder.filled].some(([other, id]) => other !== intent.id && id === trade.id))
    throw new ResolveError(`Trade ${trade.id} belongs to another intent`, { remedy: "Name another trade." });
  const difference = differenceOf(intent, trade);
  if (difference !== null && (!trade.success || trade.from !== intent.from || trade.to !== intent.to))
    throw new ResolveError(`That cannot be it: ${difference}`, {
      remedy: "Name another trade, or say that it was not executed.",
    });
  return trade;
}
