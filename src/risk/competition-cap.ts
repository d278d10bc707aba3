import { z } from "zod";
import type { Control, TradeContext } from "../model/trade-risk.js";
import { APPROVED, draftUsd, percentText, usdText } from "./amounts.js";
import { defineControl } from "./control-definition.js";

const name = "competition-cap";
/** What is usual between a part and the cap, as a fraction of the cap. */
const USUAL_MARGIN = 0.02;

export const competitionCapControl = defineControl({
  name,
  key: "capMargin",
  subject: "size",
  description:
    "How far below the competition's cap parts are kept, as a fraction of it: the venue checks at its own prices.",
  usual: USUAL_MARGIN,
  config: null,
  // Below 0 the bot takes the cap for larger than it is.
  schema: z.number().lt(1),
  does: {
    by: "the service's rules; always on",
    entry: `divided into parts ${percentText(USUAL_MARGIN)} below the cap`,
    exit: "divided",
  },
  codes: { OVER_CAP: { cause: "rule" } },
  create: competitionCap,
});

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
    name,
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
