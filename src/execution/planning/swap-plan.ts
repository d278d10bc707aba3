import { Decimal, divideDoubles, lesser, parseDecimal, timesDouble, ZERO } from "../../core/number/decimal.js";
import { bookable } from "../../model/bookable.js";
import type { SwapDecision, SwapSize } from "../../model/decision.js";
import type { Intent } from "../../model/intent.js";
import type { VerdictRecord } from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import type { TokenName } from "../../model/token.js";
import type { LargestPart } from "../../model/trade-risk.js";
import { plannedOutcome, plannerVerdict, type Cause } from "../outcomes.js";
import { makeIntent, type Ordered } from "./make-intent.js";
import { available, obstacle, type PlanningContext } from "./planning-context.js";
import {
  amountText,
  atMostWorth,
  cutOutcomes,
  dividedVerdict,
  dust,
  leastTrade,
  size,
  tooSmallPart,
} from "./sizing.js";
import { equalParts } from "./split.js";

/** What planning one decision gives. */
export interface Planned {
  readonly verdicts: readonly VerdictRecord[];
  readonly intents: readonly Intent[];
  readonly outcomes: readonly Outcome[];
}

/** More parts than this are not sent for one decision: the rest is left to the strategy's next one. */
const MOST_PARTS = 200;

/** A swap becomes one intent, or several that share a parent where it exceeds what one trade may be. */
export function planSwap(outlook: PlanningContext, order: Ordered<SwapDecision>): Planned {
  const { decision, seq, strategy } = order;
  const { from, to } = decision;
  const free = available(outlook, strategy, from);
  const nothing = { code: "INSUFFICIENT_BOOK", reason: `the book has no ${from} to sell` };
  const no = obstacle(outlook, from, to);
  // Prices are read of what is held: that nothing is, is why there is none.
  if (no !== null) return refusedHere(outlook, order, no.code === "NO_PRICE" && free.isZero() ? nothing : no);
  const asked = wantedAmount(outlook, strategy, decision);
  if (!(asked instanceof Decimal)) return refusedHere(outlook, order, asked);
  if (free.isZero()) return refusedHere(outlook, order, heldDust(outlook, strategy, from) ?? nothing);
  const wanted = bookable(asked);
  if (wanted.isZero()) return refusedHere(outlook, order, dust(asked, from));
  const amount = lesser(wanted, free);
  const sized = size(outlook, { strategy, decision: seq, from, to, amount, continues: false });
  const verdicts = free.lessThan(wanted) ? [shortOf(order, wanted, free), ...sized.verdicts] : sized.verdicts;
  if (sized.amount === null) return refused(outlook, order, sized.cause, verdicts);
  return divided(outlook, order, { wanted, amount: sized.amount }, sized.largest, verdicts);
}

/** Why nothing can be sold of a book that holds too little of a token; null where it holds none, or enough. */
function heldDust({ ports }: PlanningContext, strategy: string, token: TokenName): Cause | null {
  const held = ports.ledger.amount(strategy, token);
  return held.greaterThan(0) && bookable(held).isZero() ? dust(held, token) : null;
}

function shortOf({ seq, decision: { from } }: Ordered<SwapDecision>, wanted: Decimal, free: Decimal): VerdictRecord {
  const reason = `${amountText(wanted, from)} wanted, the book can sell ${amountText(free, from)}`;
  return plannerVerdict(seq, "cut", { code: "INSUFFICIENT_BOOK", reason });
}

function divided(
  outlook: PlanningContext,
  order: Ordered<SwapDecision>,
  { wanted, amount }: { readonly wanted: Decimal; readonly amount: Decimal },
  largestPart: LargestPart,
  said: readonly VerdictRecord[],
): Planned {
  const { decision, seq } = order;
  const largest = atMostWorth(amount, largestPart.usd, outlook.ports.board.usd(decision.from) ?? 0);
  const parts = equalParts(amount, largest, leastTrade(outlook));
  const cause = whyNotDivided(outlook, amount, parts, decision.from);
  if (cause !== null) return refusedHere(outlook, order, cause, said);
  if (parts.length > 1) said = [...said, dividedVerdict(seq, largestPart, `${parts.length} parts`)];
  // One part that is left alone may be too small for a trade of its own; two are not.
  const sent = parts.length === MOST_PARTS + 1 ? MOST_PARTS - 1 : MOST_PARTS;
  if (parts.length > MOST_PARTS) {
    const reason = `${parts.length} parts of at most ${amountText(largest, decision.from)} would be needed, ${sent} are sent`;
    said = [...said, plannerVerdict(seq, "cut", { code: "TOO_MANY_PARTS", reason })];
  }
  const parent = parts.length > 1 ? outlook.newId() : null;
  const intents = (parts.length > sent ? parts.slice(0, sent) : parts).map((part) =>
    makeIntent(outlook, order, decision, part, parent),
  );
  const first = intents[0]?.id ?? null;
  const isCut = said.some(({ verdict }) => verdict === "cut");
  const outcomes = isCut ? cutOf(outlook, order, wanted, intents, said) : NONE;
  return { verdicts: said.map((verdict) => ({ ...verdict, intent: first })), intents, outcomes };
}

/** That less is traded than was asked for, if that is so. */
function cutOf(
  outlook: PlanningContext,
  order: Ordered<SwapDecision>,
  asked: Decimal,
  intents: readonly Intent[],
  said: readonly VerdictRecord[],
): readonly Outcome[] {
  const left = intents.reduce((sum, { amount }) => sum.plus(amount), ZERO);
  return cutOutcomes(order, order.decision, { asked, left }, said, outlook.now);
}

/** Why a trade cannot be made in these parts; null where it can. */
function whyNotDivided(
  outlook: PlanningContext,
  amount: Decimal,
  parts: readonly Decimal[],
  token: TokenName,
): Cause | null {
  const last = parts.at(-1);
  if (last === undefined)
    return { code: "OVER_CAP", reason: `no part of ${amountText(amount, token)} is small enough for one trade` };
  return parts.length > 1 ? tooSmallPart(outlook, last, token) : null;
}

const NONE: readonly never[] = [];

/** Tokens of `from` that the decision asks for, or why that cannot be said. */
function wantedAmount(outlook: PlanningContext, strategy: string, { from, size }: SwapDecision): Decimal | Cause {
  const read = readSize(size);
  if (read === null)
    return {
      code: "BAD_SIZE",
      reason: `the size ${JSON.stringify(size)} is not an amount above 0, USD above 0, or a fraction up to 1`,
    };
  const price = outlook.ports.board.usd(from) ?? 0;
  switch (read.kind) {
    case "amount":
      return read.value;
    case "usd":
      return divideDoubles(read.value, price);
    case "fraction":
      return partOf(outlook.ports.ledger.amount(strategy, from), read.value);
  }
}

function partOf(amount: Decimal, fraction: number): Decimal {
  return fraction === 1 ? amount : timesDouble(amount, fraction);
}

type Size =
  { readonly kind: "amount"; readonly value: Decimal } | { readonly kind: "usd" | "fraction"; readonly value: number };

function readSize(size: SwapSize): Size | null {
  if ("amount" in size) {
    const value = parseDecimal(size.amount);
    return value?.greaterThan(0) === true ? { kind: "amount", value } : null;
  }
  if ("usd" in size) return Number.isFinite(size.usd) && size.usd > 0 ? { kind: "usd", value: size.usd } : null;
  return size.fraction > 0 && size.fraction <= 1 ? { kind: "fraction", value: size.fraction } : null;
}

/** Refused by the planner itself, after what others have said. */
function refusedHere(
  outlook: PlanningContext,
  order: Ordered<SwapDecision>,
  cause: Cause,
  said: readonly VerdictRecord[] = NONE,
): Planned {
  return refused(outlook, order, cause, [...said, plannerVerdict(order.seq, "refused", cause)]);
}

function refused(
  outlook: PlanningContext,
  order: Ordered<SwapDecision>,
  cause: Cause,
  verdicts: readonly VerdictRecord[],
): Planned {
  return { verdicts, intents: [], outcomes: [plannedOutcome(order, "refused", order.decision, cause, outlook.now)] };
}
