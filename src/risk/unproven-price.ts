import { z } from "zod";
import { duration } from "../core/fields.js";
import { DAY, formatDuration, SECOND } from "../core/time/duration.js";
import type { Control } from "../model/trade-risk.js";
import type { PriceProof } from "../model/usual-price.js";
import { APPROVED } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "unproven-price";
const percent = z.number().gt(0).max(100);

export const unprovenPriceControl = defineControl({
  name,
  key: "unprovenPrice",
  subject: "price",
  description:
    "No trade, exits included, to the bot's disadvantage at a price that has jumped and has not stood yet: the service may have slipped.",
  // In milliseconds.
  schema: z.strictObject({ percent, standsFor: z.number().min(SECOND).max(DAY) }),
  config: z
    .strictObject({
      percent: percent
        .default(80)
        .describe("How far a price may fall at once, percent (up: the same ratio); 100 turns it off."),
      standsFor: duration("1s", "1d").prefault("5m").describe("How long readings must agree on one beyond that."),
    })
    .prefault({}),
  does: {
    by: "`risk.unprovenPrice`; 80 %, 5 minutes by default",
    entry: "dropped where a price jumped against it, until it has stood",
    exit: "dropped too, until it has stood",
  },
  codes: { PRICE_UNPROVEN: { cause: "price" } },
  create: unprovenPrice,
});

/**
 * No trade at a price that has jumped further than `percent` to its disadvantage and has not stood for `standsFor`:
 * neither is anything sold for next to nothing nor bought for a thousand times its worth because the service has slipped
 * for a few readings. It holds for exits too: a true crash can be sold as soon as it has stood.
 */
export function unprovenPrice(proof: PriceProof): Control {
  const least = 1 - proof.percent / 100;
  return {
    name,
    assess: () => APPROVED,
    atSending({ from, to }, quote, context) {
      const sold = quote.fromPrice ?? context.usd(from);
      const bought = quote.toPrice ?? context.usd(to);
      const usualSold = context.usualUsd(from);
      const usualBought = context.usualUsd(to);
      const cheap = sold !== null && usualSold !== null && sold < usualSold * least;
      const dear = bought !== null && usualBought !== null && bought * least > usualBought;
      if (!cheap && !dear) return APPROVED;
      const [token, now, usual] = cheap ? [from, sold, usualSold] : [to, bought, usualBought];
      const reason = `${token} is quoted at $${now}, usual was $${usual}: a jump of more than ${proof.percent} % is traded on once it has stood for ${formatDuration(proof.standsFor)}`;
      return { verdict: "refused", code: "PRICE_UNPROVEN", reason };
    },
  };
}
