import {
  cutToDouble,
  isLess,
  lesser,
  parseDecimal,
  plain,
  ROUNDING,
  toDouble,
  ZERO,
  type Decimal,
} from "../../core/decimal.js";
import { divideDoubles } from "../../core/scaled.js";
import type { TradeDraft } from "../../model/trade-risk.js";
import type { TargetDecision, SwapDecision } from "../../model/decision.js";
import type { Intent } from "../../model/intent.js";
import type { VerdictRecord } from "../../model/journal.js";
import type { TokenName } from "../../model/token.js";
import { tradeContext } from "./context.js";
import { markerOf, wireReason } from "../marker.js";
import type { OnTheWay } from "../open-intents.js";
import type { Cause } from "../outcomes.js";
import type { TradePorts } from "../ports.js";
import { staysAway } from "../stays-away.js";
import { whyNoSwap } from "./reach.js";
import type { TradeLog } from "../trade-log.js";

/** A tradable decision with its numbers in the journal. */
export interface Ordered<D = SwapDecision | TargetDecision> {
  readonly seq: number;
  readonly id: string | null;
  readonly decision: D;
  readonly strategy: string;
  /** Epoch milliseconds at which it was decided. */
  readonly at: number;
}

/** What planning may look at beside the ports: it changes while one plan is made. */
export interface Desk {
  readonly ports: TradePorts;
  readonly trades: TradeLog;
  /** Intents on their way and those planned so far. */
  readonly open: OnTheWay;
  /** Tokens that rest until a person has resolved a conflict. */
  readonly resting: ReadonlySet<TokenName>;
  /** Tokens of trades whose outcome is not known. */
  readonly blocked: ReadonlySet<TokenName>;
  readonly now: number;
  /** An id that no intent has or was given before. */
  newId(): string;
}

/** The approved size of a draft, or why there is none. */
export type Sized =
  | { readonly amount: Decimal; readonly largestUsd: number; readonly verdicts: readonly VerdictRecord[] }
  | { readonly amount: null; readonly cause: Cause; readonly verdicts: readonly VerdictRecord[] };

/** What a strategy's book can still sell of a token: what it holds less what its open intents will sell. */
export function available(desk: Desk, strategy: string, token: TokenName): Decimal {
  const all = desk.ports.ledger.amount(strategy, token);
  const sold = desk.open.sold(token, strategy);
  const held = sold.isZero() ? all : all.minus(sold);
  return held.isNegative() ? ZERO : cutToDouble(held);
}

/** Why nothing is done with a token of which no price was read. */
export const noPrice = (token: TokenName): Cause => ({
  code: "NO_PRICE",
  reason: `no price of ${token} is known: the service has none, or the strategy's \`needs.prices\` does not name it`,
});

/** Why a pair cannot be traded at all now, whatever the amount. */
export function obstacle(desk: Desk, from: TokenName, to: TokenName): Cause | null {
  const { board, registry, rules } = desk.ports;
  const no = whyNoSwap(from, to, registry, rules());
  if (no !== null) return no;
  if (staysAway({ from, to }, desk.resting, registry))
    return { code: "TOKEN_BLOCKED", reason: `${from} or ${to} rests until a person has resolved the conflict in it` };
  if (board.usd(from) === null) return noPrice(from);
  return null;
}

/** Asks risk how much of a draft may be traded. */
export function size(desk: Desk, draft: TradeDraft): Sized {
  const { risk } = desk.ports;
  const context = tradeContext(desk.ports, desk.trades, desk.open, desk.now);
  const { amount, verdicts } = risk.assess(draft, context);
  if (amount !== null)
    return { amount: cutToDouble(amount), largestUsd: risk.largestPart(sizedDraft(draft, amount), context), verdicts };
  return { amount: null, cause: causeOf(verdicts), verdicts };
}

/** Why risk refused a draft; where it was cut before that, what it was cut to is no amount that its strategy knows. */
function causeOf(verdicts: readonly VerdictRecord[]): Cause {
  const { code = "REFUSED", reason = "refused" } = verdicts.findLast(({ verdict }) => verdict === "refused") ?? {};
  const cuts = verdicts.filter(({ verdict }) => verdict === "cut").map((cut) => cut.reason);
  return { code, reason: [reason, ...cuts].join("; cut before that: ") };
}

function sizedDraft(draft: TradeDraft, amount: Decimal): TradeDraft {
  const { strategy, decision, from, to, continues } = draft;
  return amount === draft.amount ? draft : { strategy, decision, from, to, amount, continues };
}

/** The competition's smallest trade, tokens of what is sold. */
export function leastTrade({ ports }: Desk): Decimal {
  return parseDecimal(ports.rules().minTradeAmount ?? "0") ?? ZERO;
}

/** Why a trade is not divided into parts as small as this one: the competition takes none below its minimum; null where it does. */
export function tooSmallPart(desk: Desk, part: Decimal, token: TokenName): Cause | null {
  const least = leastTrade(desk);
  if (!isLess(part, least)) return null;
  const reason = `parts of ${amountText(part, token)} would be needed, below the competition's minimum of ${plain(least)}`;
  return { code: "BELOW_MINIMUM", reason };
}

/** The lesser of an amount and what `usd` buys at a price (Infinity: no limit): that is only worked out where it may be less. */
export function atMostWorth(amount: Decimal, usd: number, price: number): Decimal {
  if (usd === Infinity || toDouble(amount) * price < usd * (1 - ROUNDING)) return amount;
  return lesser(amount, divideDoubles(Math.max(0, usd), price));
}

/** The last instant that has a date, epoch milliseconds. */
const LATEST = 8_640_000_000_000_000;

/** An intent of a decision, with its marker and the reason as it will be sent. */
export function makeIntent(
  desk: Desk,
  order: Ordered,
  pair: { readonly from: TokenName; readonly to: TokenName },
  amount: Decimal,
  parent: string | null,
): Intent {
  const { ports, now } = desk;
  const id = desk.newId();
  const marker = markerOf(ports.journalId, id);
  const { decision } = order;
  return {
    id,
    marker,
    parent,
    competitionId: ports.ledger.competitionId,
    strategy: order.strategy,
    decision: order.seq,
    from: pair.from,
    to: pair.to,
    amount,
    reason: wireReason(marker, decision.reason, ports.settings.maxReasonLength),
    limit: decision.limit ?? null,
    validUntil: decision.validFor === undefined ? null : Math.min(order.at + decision.validFor, LATEST),
    urgent: decision.urgent === true,
    preparedAt: now,
  };
}

/** A verdict of the planner itself. */
export function plannerVerdict(seq: number, verdict: VerdictRecord["verdict"], cause: Cause): VerdictRecord {
  return { decision: seq, intent: null, control: "planner", verdict, ...cause };
}

export function amountText(amount: Decimal, token: TokenName): string {
  return `${plain(amount)} ${token}`;
}
