import { plain } from "../core/number/decimal.js";
import {
  isExit,
  type Assessment,
  type Control,
  type LargestPart,
  type TradeContext,
  type TradeDraft,
  type TradeRisk,
} from "../model/trade-risk.js";
import type { VerdictRecord } from "../model/journal.js";
import { draftUsd, usdText } from "./amounts.js";
import { cashReserve } from "./cash-reserve.js";
import { competitionCap } from "./competition-cap.js";
import { dailyTrades } from "./daily-trades.js";
import { DrawdownStop, type EquityBefore } from "./drawdown-stop.js";
import { minimumTrade } from "./minimum.js";
import { pairCooldown } from "./pair-cooldown.js";
import { maxPriceMove } from "./price-move.js";
import { DEFAULT_CAP_MARGIN, DEFAULT_MIN_TRADE_USD, type RiskSettings } from "./settings.js";
import { maxSlippage } from "./slippage.js";
import { tokensAllowed } from "./tokens-allowed.js";
import { unprovenPrice } from "./unproven-price.js";
import { maxTradeShare, maxTradeUsd } from "./trade-size.js";

/** Risk as the wiring makes it: the port of execution, and the stop that the engine feeds. */
export interface Risk extends TradeRisk {
  /** Every control that is on, in the order in which they are asked. */
  readonly controls: readonly Control[];
  /** To be given samples of equity; null where it is off. */
  readonly drawdown: DrawdownStop | null;
}

/**
 * The controls that the settings turn on. The competition's cap and the smallest trade are always on.
 * @param before equity before a restart; absent: it is the first start
 */
export function createRisk(settings: RiskSettings, before?: EquityBefore): Risk {
  const drawdown = settings.drawdownStop === undefined ? null : new DrawdownStop(settings.drawdownStop, before);
  const smallest = settings.minTradeUsd ?? DEFAULT_MIN_TRADE_USD;
  const on = <T>(value: T | undefined, make: (value: T) => Control): Control[] =>
    value === undefined ? [] : [make(value)];
  // What refuses comes before what cuts; the smallest trade is last, since cuts may go below it.
  const controls: Control[] = [
    ...(drawdown === null ? [] : [drawdown]),
    ...on(settings.tokens, tokensAllowed),
    ...on(settings.minSecondsBetweenTrades, pairCooldown),
    ...on(settings.maxTradesPerDay, dailyTrades),
    ...on(settings.maxTradeUsd, (usd) => maxTradeUsd(usd, smallest)),
    ...on(settings.maxTradeShare, (share) => maxTradeShare(share, smallest)),
    ...on(settings.maxSlippagePercent, (percent) => maxSlippage(percent, smallest)),
    ...on(settings.maxPriceMovePercent, maxPriceMove),
    ...on(settings.unprovenPrice, unprovenPrice),
    ...on(settings.cashReserve, cashReserve),
    competitionCap(settings.capMargin ?? DEFAULT_CAP_MARGIN),
    minimumTrade(smallest),
  ];
  return {
    controls,
    drawdown,
    assess: (draft, context) => assess(controls, draft, context),
    largestPart: (draft, context) => largestPart(controls, draft, context),
    atSending(draft, quote, context) {
      for (const control of controls) {
        const said = control.atSending?.(draft, quote, context);
        if (said !== undefined && said.verdict !== "approved") return { code: said.code, reason: said.reason };
      }
      return null;
    },
    tolerance: (draft, context) =>
      settings.maxSlippagePercent === undefined || isExit(draft, context) ? null : settings.maxSlippagePercent,
  };
}

/** Asks the controls in order, each with what the ones before it left; the first refusal ends it. */
function assess(controls: readonly Control[], draft: TradeDraft, context: TradeContext): Assessment {
  const verdicts: VerdictRecord[] = [];
  let current = draft;
  for (const control of controls) {
    const said = control.assess(current, context);
    if (said.verdict === "approved") continue;
    const { code, reason } = said;
    const record = { decision: draft.decision, intent: null, control: control.name, code, reason };
    if (said.verdict === "refused") return { verdicts: [...verdicts, { ...record, verdict: "refused" }], amount: null };
    verdicts.push({ ...record, verdict: "cut" });
    current = { ...current, amount: said.amount };
  }
  if (verdicts.length > 0) return { verdicts, amount: current.amount };
  return { verdicts: [approval(controls, draft, context)], amount: current.amount };
}

/** The least of what the controls say; of equal ones the first. */
function largestPart(controls: readonly Control[], draft: TradeDraft, context: TradeContext): LargestPart {
  let least: LargestPart = { usd: Infinity, control: null };
  for (const control of controls) {
    const usd = control.largestPart?.(draft, context) ?? Infinity;
    if (usd < least.usd) least = { usd, control: control.name };
  }
  return least;
}

function approval(controls: readonly Control[], draft: TradeDraft, context: TradeContext): VerdictRecord {
  const usd = draftUsd(draft, context);
  const worth = usd === null ? "" : `, worth ${usdText(usd)}`;
  return {
    decision: draft.decision,
    intent: null,
    control: "all",
    verdict: "approved",
    code: "",
    // Joined: it is kept with every trade, as one text instead of a tree of its parts.
    reason: [plain(draft.amount), draft.from, "to", `${draft.to}${worth}: within all ${controls.length} limits`].join(
      " ",
    ),
  };
}
