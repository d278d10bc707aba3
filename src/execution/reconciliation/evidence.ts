import { iso } from "../../core/time/utc.js";
import { plain } from "../../core/number/decimal.js";
import { isSameAmount } from "../../model/bookable.js";
import type { Intent } from "../../model/intent.js";
import type { Trade } from "../../model/trade.js";
import type { IntentLog } from "../intent-log.js";
import { markerOf, readMarker } from "../marker.js";
import type { Tracked } from "../open-intents.js";

/** What a trade list says of an intent that was sent. */
type Evidence =
  | { readonly kind: "executed"; readonly trade: Trade }
  | { readonly kind: "contradiction"; readonly reason: string }
  /**
   * `failed`: the venue lists an attempt that did not succeed. `alike`: a trade that could be it, but came without its
   * marker from a venue that echoes markers, so that it may as well be one by other hands.
   */
  | { readonly kind: "absent"; readonly failed: Trade | null; readonly alike: Trade | null };

/** How to find the trade of an intent where the venue may not echo markers. */
interface Recognition {
  /** Whether the venue echoes markers: null where nothing was filled yet. */
  readonly echoed: boolean | null;
  /** Whether a trade is accounted for already. */
  readonly known: (trade: Trade) => boolean;
  /** Whether a competition was over before the intent's began. */
  readonly isEarlier: (competitionId: string) => boolean;
  /** Another intent of which it is not known what became, and whose trade it could be as well; undefined where there is none. */
  readonly rival: (trade: Trade) => Intent | undefined;
  /** Epoch milliseconds of the venue between which an unmarked trade may be this one. */
  readonly from: number;
  readonly until: number;
}

/** How to find the trade of an intent now. */
export function recognitionOf({ intent, sent }: Tracked, recorder: IntentLog): Recognition {
  const { settings, ledger } = recorder.ports;
  const { known } = recorder;
  // The settling time is the machine's, and the service's clock as fast as ours.
  const slack = settings.settleMs * settings.clockSpeed;
  const at = sent?.at ?? intent.preparedAt;
  return {
    echoed: recorder.echoed,
    // The ids of the running competition's trades are recalled, not those of others.
    known: (trade) =>
      known.has(trade.id) || (trade.competitionId !== ledger.competitionId && recorder.isOthers(trade, intent)),
    isEarlier: (id) => known.isEarlier(id, intent.competitionId),
    rival: (trade) =>
      recorder
        .undecided()
        .find((one) => one.intent !== intent && couldBe(trade, one.intent, recognitionOf(one, recorder)))?.intent,
    from: at - slack,
    // A trade is made within the settling time of its sending, by a clock that is off by as much.
    until: at + 2 * slack,
  };
}

/** Looks for an intent's trade: by its marker, and where markers are not echoed by unseen id, tokens, exact amount and time. */
export function evidenceOf(list: readonly Trade[], intent: Intent, recognition: Recognition): Evidence {
  const marked = list.filter(({ reason }) => carries(reason, intent));
  const made = marked.filter(({ success }) => success);
  const failed = marked.find(({ success }) => !success) ?? null;
  if (made.length > 1)
    return { kind: "contradiction", reason: `${made.length} trades carry the marker ${intent.marker}` };
  const [only] = made;
  if (only !== undefined) {
    const difference = differenceOf(intent, only);
    return difference === null ? { kind: "executed", trade: only } : { kind: "contradiction", reason: difference };
  }
  const alike = list.filter((trade) => couldBe(trade, intent, recognition));
  const [candidate = null] = alike;
  if (candidate === null || recognition.echoed === true) return { kind: "absent", failed, alike: candidate };
  if (alike.length > 1)
    return {
      kind: "contradiction",
      reason: `${alike.length} unmarked trades could be it: ${alike.map(({ id }) => id).join(", ")}`,
    };
  const rival = recognition.rival(candidate);
  if (rival !== undefined)
    return {
      kind: "contradiction",
      reason: `trade ${candidate.id} could be it, or that of intent ${rival.id}: see contender resolve ${intent.id}`,
    };
  if (inTime(candidate, recognition)) return { kind: "executed", trade: candidate };
  // The service's clock may be off: to call it absent, or another's, would be guessing.
  const reason = `trade ${candidate.id} could be it but for its time, ${iso(candidate.at)}: see contender resolve ${intent.id}`;
  return { kind: "contradiction", reason };
}

/** Whether a trade that is not accounted for and carries no marker is exactly what an intent asked for. */
export function couldBe(trade: Trade, intent: Intent, recognition: Recognition): boolean {
  return (
    readMarker(trade.reason) === null &&
    isOfItsTime(trade, intent, recognition) &&
    differenceOf(intent, trade) === null &&
    !recognition.known(trade)
  );
}

/**
 * Whether a trade is of an intent's own competition, whenever it was made, or of one that began while the intent was on
 * its way. Of that one time alone tells: bots trade round amounts anew in each competition.
 */
export function isOfItsTime(trade: Trade, intent: Intent, recognition: Recognition): boolean {
  const { competitionId } = trade;
  if (competitionId === intent.competitionId) return true;
  return inTime(trade, recognition) && !recognition.isEarlier(competitionId);
}

function inTime({ at }: Trade, { from, until }: Recognition): boolean {
  return at >= from && at <= until;
}

/** Whether a reason carries this intent's marker as its first: a text may quote others. */
export function carries(reason: string | null, intent: Intent): boolean {
  const marker = readMarker(reason);
  return marker !== null && markerOf(marker.journalId, marker.intentId) === intent.marker;
}

/** In what a trade differs from what was asked for, in words; null where it is exactly that. */
export function differenceOf(intent: Intent, trade: Trade): string | null {
  if (!trade.success) return `trade ${trade.id} did not succeed: ${trade.error ?? "no reason given"}`;
  if (trade.from !== intent.from || trade.to !== intent.to)
    return `trade ${trade.id} is ${trade.from} to ${trade.to}, asked for was ${intent.from} to ${intent.to}`;
  if (!isSameAmount(intent.amount, trade.fromAmount))
    return `trade ${trade.id} sold ${plain(trade.fromAmount)} ${trade.from}, asked for was ${plain(intent.amount)}`;
  return null;
}
