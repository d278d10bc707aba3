import { plain } from "../core/number/decimal.js";
import type { Assessment, Control, LargestPart, TradeContext, TradeDraft, TradeRisk } from "../model/trade-risk.js";
import type { VerdictRecord } from "../model/journal.js";
import { draftUsd, usdText } from "./amounts.js";
import type { EquityBefore } from "./control-definition.js";
import { controlsSet, type RiskSettings } from "./controls.js";
import { DrawdownStop } from "./drawdown-stop.js";
import { DEFAULT_MIN_TRADE_USD } from "./minimum.js";

/** Risk as the wiring makes it: the port of execution, the stop that the engine feeds, and the limits that it shows. */
export interface Risk extends TradeRisk {
  /** Every control that is on, in the order in which they are asked. */
  readonly controls: readonly Control[];
  /** To be given samples of equity; null where it is off. */
  readonly drawdown: DrawdownStop | null;
  /** Most trades that may begin on one UTC day; null where nothing limits them. */
  readonly mostTradesADay: number | null;
}

/**
 * The controls that the settings turn on. The competition's cap and the smallest trade are always on.
 * @param before equity before a restart; absent: it is the first start
 */
export function createRisk(settings: RiskSettings, before?: EquityBefore): Risk {
  const parts = { smallest: settings.minTradeUsd ?? DEFAULT_MIN_TRADE_USD, before };
  const controls = controlsSet(settings).map(({ control, setting }) => control.create(setting, parts));
  return {
    controls,
    drawdown: controls.find((control) => control instanceof DrawdownStop) ?? null,
    mostTradesADay: least(controls.map((control) => control.mostTradesADay ?? null)),
    assess: (draft, context) => assess(controls, draft, context),
    largestPart: (draft, context) => largestPart(controls, draft, context),
    atSending(draft, quote, context) {
      for (const control of controls) {
        const said = control.atSending?.(draft, quote, context);
        if (said !== undefined && said.verdict !== "approved") return { code: said.code, reason: said.reason };
      }
      return null;
    },
    tolerance: (draft, context) => least(controls.map((control) => control.tolerance?.(draft, context) ?? null)),
  };
}

/** The tightest of several limits; null where none is set. */
function least(limits: readonly (number | null)[]): number | null {
  const set = limits.filter((limit) => limit !== null);
  return set.length === 0 ? null : Math.min(...set);
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
    reason: `${plain(draft.amount)} ${draft.from} to ${draft.to}${worth}: within all ${controls.length} limits`,
  };
}
