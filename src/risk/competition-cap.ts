import type { Control, TradeContext } from "../model/trade-risk.js";
import { APPROVED, draftUsd, percentText, usdText } from "./amounts.js";

/** The venue checks with its own prices: one part in a thousand is left between them and ours just before sending. */
const SENDING_TOLERANCE = 0.001;

/**
 * The competition's single-trade cap (service notes, "Trading"): a share of the whole portfolio. It cuts
 * nothing, it divides: each part stays below the cap by `margin`, because prices move until it is sent.
 * A part that has come to lie above the cap by then is refused, exits too: the venue would refuse it.
 *
 * @param margin fraction of the cap, 0 to 1
 */
export function competitionCap(margin: number): Control {
  const cap = ({ rules, equity }: TradeContext): number =>
    rules.maxTradeShare === null ? Infinity : rules.maxTradeShare * equity;
  return {
    name: "competition-cap",
    assess: () => APPROVED,
    largestPart: (_draft, context) => cap(context) * (1 - margin),
    atSending(draft, _quote, context) {
      const usd = draftUsd(draft, context);
      const limit = cap(context);
      if (usd === null || usd <= limit * (1 + SENDING_TOLERANCE)) return APPROVED;
      const share = percentText(context.rules.maxTradeShare ?? 1);
      return {
        verdict: "refused",
        code: "OVER_CAP",
        reason: `${usdText(usd)} is by now above the competition's cap, ${share} of ${usdText(context.equity)}`,
      };
    },
  };
}
