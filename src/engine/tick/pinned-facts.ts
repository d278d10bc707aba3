import type { JsonValue } from "../../core/json.js";
import type { OpenTrade } from "../../model/open-trade.js";
import type { LastPrice } from "../../model/price-board.js";
import type { Price } from "../../model/price.js";
import type { Rules } from "../../model/rules.js";
import type { ViewData } from "../../strategy/view/view-data.js";
import type { Place } from "../competition/standings.js";

/** What facts need to know in order to stay as they are while the world goes on; frozen where somebody looks at it. One object serves moment after moment. */
export class PinnedFacts {
  /** A number from the start: a field that was anything else first takes a new object for each number. */
  equity = Number.NaN;
  /** usd, readAt, movedAt of each place. */
  #numbers = new Float64Array(0);

  constructor(
    public book: ViewData["book"],
    public places: readonly LastPrice[],
    public rules: Rules,
    public place: Place,
    public open: readonly OpenTrade[],
    public outcomes: ViewData["outcomes"],
    public state: JsonValue,
  ) {}

  /** The prices of the places, as they are now. */
  takePrices(): void {
    const { places } = this;
    if (this.#numbers.length !== 3 * places.length) this.#numbers = new Float64Array(3 * places.length);
    const numbers = this.#numbers;
    for (let i = 0; i < places.length; i++) {
      const { usd, readAt, movedAt } = places[i] as LastPrice;
      numbers[3 * i] = usd;
      numbers[3 * i + 1] = readAt;
      numbers[3 * i + 2] = movedAt;
    }
  }

  /** The price at a place; null where there was none. */
  priceAt(i: number): Price | null {
    const numbers = this.#numbers;
    const usd = numbers[3 * i] as number;
    if (Number.isNaN(usd)) return null;
    return { usd, readAt: numbers[3 * i + 1] as number, movedAt: numbers[3 * i + 2] as number };
  }
}
