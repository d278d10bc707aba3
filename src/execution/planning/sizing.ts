import { divideDoubles, lesser, parseDecimal, plain, ZERO, type Decimal } from "../../core/number/decimal.js";
import { bookable, LEAST_BOOKED } from "../../model/bookable.js";
import type { VerdictRecord } from "../../model/journal.js";
import type { TokenName } from "../../model/token.js";
import type { LargestPart, TradeDraft } from "../../model/trade-risk.js";
import type { Outcome } from "../../model/outcome.js";
import { plannedOutcome, type Cause } from "../outcomes.js";
import { RiskContext } from "./risk-context.js";
import type { PlanningContext } from "./planning-context.js";

/** The approved size of a draft, or why there is none. */
type Sized =
  | { readonly amount: Decimal; readonly largest: LargestPart; readonly verdicts: readonly VerdictRecord[] }
  | { readonly amount: null; readonly cause: Cause; readonly verdicts: readonly VerdictRecord[] };

/** Asks risk how much of a draft may be traded. */
export function size(outlook: PlanningContext, draft: TradeDraft): Sized {
  const { risk } = outlook.ports;
  const context = new RiskContext(outlook.ports, outlook.trades, outlook.open, outlook.now, null);
  const { amount, verdicts } = risk.assess(draft, context);
  if (amount !== null)
    return { amount: bookable(amount), largest: risk.largestPart({ ...draft, amount }, context), verdicts };
  return { amount: null, cause: causeOf(verdicts), verdicts };
}

/** That a trade is made in parts, said by the limit that asks for them. */
export function dividedVerdict(decision: number, { usd, control }: LargestPart, parts: string): VerdictRecord {
  const reason = `made in ${parts}: one trade may be worth $${usd.toFixed(2)} at most`;
  return { decision, intent: null, control: control ?? "planner", verdict: "approved", code: "", reason };
}

/** Why risk refused a draft; where it was cut before that, what it was cut to is no amount that its strategy knows. */
function causeOf(verdicts: readonly VerdictRecord[]): Cause {
  const { code = "REFUSED", reason = "refused" } = verdicts.findLast(({ verdict }) => verdict === "refused") ?? {};
  const cuts = verdicts.filter(({ verdict }) => verdict === "cut").map((cut) => cut.reason);
  return { code, reason: [reason, ...cuts].join("; cut before that: ") };
}

/** What a strategy is told of a trade that is made smaller than it asked for; none where nothing was cut. */
export function cutOutcomes(
  order: Parameters<typeof plannedOutcome>[0],
  pair: { readonly from: TokenName; readonly to: TokenName },
  { asked, left }: { readonly asked: Decimal; readonly left: Decimal },
  verdicts: readonly VerdictRecord[],
  now: number,
): readonly Outcome[] {
  const cuts = verdicts.filter(({ verdict }) => verdict === "cut");
  const last = cuts.at(-1);
  if (last === undefined) return [];
  const why = cuts.map(({ control, reason }) => `${control}: ${reason}`).join("; ");
  const reason = `${amountText(asked, pair.from)} asked, ${amountText(left, pair.from)} left: ${why}`;
  return [plannedOutcome(order, "cut", pair, { code: last.code, reason }, now)];
}

/** The competition's smallest trade, tokens of what is sold. */
export function leastTrade({ ports }: PlanningContext): Decimal {
  return parseDecimal(ports.rules().minTradeAmount ?? "0") ?? ZERO;
}

/** Why a trade is not divided into parts as small as this one: the competition takes none below its minimum; null where it does. */
export function tooSmallPart(outlook: PlanningContext, part: Decimal, token: TokenName): Cause | null {
  const least = leastTrade(outlook);
  if (!part.lessThan(least)) return null;
  const reason = `parts of ${amountText(part, token)} would be needed, below the competition's minimum of ${plain(least)}`;
  return { code: "BELOW_MINIMUM", reason };
}

/** The lesser of an amount and what `usd` (Infinity: no limit) buys at a price (0: not known). */
export function atMostWorth(amount: Decimal, usd: number, price: number): Decimal {
  if (usd === Infinity) return amount;
  return lesser(amount, bookable(divideDoubles(Math.max(0, usd), price)));
}

/** Why nothing is sold of an amount of which the cut to what is booked leaves nothing. */
export function dust(amount: Decimal, token: TokenName): Cause {
  const reason = `${amountText(amount, token)} is dust: the service books no less than ${plain(LEAST_BOOKED)}`;
  return { code: "BELOW_MINIMUM", reason };
}

export function amountText(amount: Decimal, token: TokenName): string {
  return `${plain(amount)} ${token}`;
}
