import { every, type Cancel, type Clock } from "../../core/time/clock.js";
import { MINUTE, SECOND } from "../../core/time/duration.js";
import type { Log } from "../../core/log.js";
import { limitsLeftText, type LimitsLeft } from "../../model/limits-left.js";
import type { PriceBoard } from "../../model/price-board.js";
import type { Recorded } from "./recorder.js";

/** Between two lines, milliseconds of the machine; the first one comes sooner. */
const EVERY = 5 * MINUTE;
const FIRST = 15 * SECOND;
/** More prices would make it a long line. */
const MOST_PRICES = 6;

/** How a recording stands. */
interface RecordStatus {
  readonly recorded: Recorded;
  readonly board: PriceBoard;
  readonly left: LimitsLeft;
}

/** Says every so often how a recording stands. Returns what ends that. */
export function tellStatus(clock: Clock, log: Log, status: () => RecordStatus): Cancel {
  return every(clock, EVERY, () => log.info(statusText(status())), FIRST);
}

/** `120 prices and 30 quotes so far (WETH.eth 2013.5, …); requests left: price 280, trade 91` */
export function statusText({ recorded, board, left }: RecordStatus): string {
  const { prices, quotes, missed, failed } = recorded;
  const tokens = [...board.tokens()];
  const shown = tokens.slice(0, MOST_PRICES).map((token) => `${token} ${board.usd(token) ?? ""}`);
  const last = [...shown, ...(tokens.length > MOST_PRICES ? [`${tokens.length - MOST_PRICES} more`] : [])].join(", ");
  const troubles = [
    ...(missed > 0 ? [`${missed} rounds were skipped because of the rate limits`] : []),
    ...(failed > 0 ? [`${failed} readings failed`] : []),
  ];
  const room = limitsLeftText(left);
  const parts = [
    `${prices} prices and ${quotes} quotes so far${last === "" ? "" : ` (${last})`}`,
    ...troubles,
    ...(room === "" ? [] : [room]),
  ];
  return parts.join("; ");
}
