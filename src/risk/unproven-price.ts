import { formatDuration } from "../core/time/duration.js";
import type { Control } from "../model/trade-risk.js";
import type { PriceProof } from "../model/usual-price.js";
import { APPROVED } from "./amounts.js";

/**
 * No trade at a price that has jumped further than `percent` to its disadvantage and has not stood for `standsFor`:
 * neither is anything sold for next to nothing nor bought for a thousand times its worth because the service has slipped
 * for a few readings. It holds for exits too: a true crash can be sold as soon as it has stood.
 */
export function unprovenPrice({ percent, standsFor }: PriceProof): Control {
  const least = 1 - percent / 100;
  return {
    name: "unproven-price",
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
      const reason = `${token} is quoted at $${now}, usual was $${usual}: a jump of more than ${percent} % is traded on once it has stood for ${formatDuration(standsFor)}`;
      return { verdict: "refused", code: "PRICE_UNPROVEN", reason };
    },
  };
}
