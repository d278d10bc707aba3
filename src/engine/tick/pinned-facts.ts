import type { JsonValue } from "../../core/json.js";
import type { OpenTrade } from "../../model/open-trade.js";
import type { LastPrice } from "../../model/price-board.js";
import type { Price } from "../../model/price.js";
import type { Rules } from "../../model/rules.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import type { Place } from "../competition/standings.js";

/** What facts need to know in order to stay as they are while the world goes on; frozen where somebody looks at it. */
export class PinnedFacts {
  /** @param prices of the places, as `pricesAt` gives them */
  constructor(
    readonly book: ViewData["book"],
    readonly places: readonly LastPrice[],
    readonly prices: Float64Array,
    readonly team: ViewData["team"],
    readonly rules: Rules,
    readonly place: Place,
    readonly open: readonly OpenTrade[],
    readonly outcomes: ViewData["outcomes"],
    readonly state: JsonValue,
  ) {}

  /** The price at a place; null where there was none. */
  priceAt(i: number): Price | null {
    const { prices } = this;
    const usd = prices[3 * i] as number;
    if (Number.isNaN(usd)) return null;
    return { usd, readAt: prices[3 * i + 1] as number, movedAt: prices[3 * i + 2] as number };
  }
}

/** usd, readAt, movedAt of each place, as they are now: in the array that is given, where it has that length. */
export function pricesAt(places: readonly LastPrice[], given: Float64Array): Float64Array {
  const prices = given.length === 3 * places.length ? given : new Float64Array(3 * places.length);
  for (let i = 0; i < places.length; i++) {
    const { usd, readAt, movedAt } = places[i] as LastPrice;
    prices[3 * i] = usd;
    prices[3 * i + 1] = readAt;
    prices[3 * i + 2] = movedAt;
  }
  return prices;
}
