import { cutToDouble, Decimal, toDouble, ZERO } from "../../core/decimal.js";
import { formatDuration } from "../../core/duration.js";
import { WHOLE } from "../../core/shares.js";
import type { Intent } from "../../model/intent.js";
import type { VerdictRecord } from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import type { TokenName } from "../../model/token.js";
import { plannedOutcome, plannerVerdict, type Cause } from "../outcomes.js";
import { staysAway } from "../stays-away.js";
import { makeIntent } from "./make-intent.js";
import { available, noPrice, obstacle, type Outlook } from "./outlook.js";
import { pendingFor, type Pending } from "./pending-trades.js";
import { reachOf } from "./reach.js";
import { atMostWorth, size, tooSmallPart } from "./sizing.js";
import type { TargetOrder } from "./target-order.js";
import { furthestOff, goalsOf, movesOf, offBy, type Goal, type Move, type Share } from "./target-shares.js";

/** The next step of a target: at most one intent. */
export interface TargetStep {
  verdicts: VerdictRecord[];
  readonly outcomes: Outcome[];
  intent: Intent | null;
}

/** A step that is being planned. */
interface Planning extends TargetStep {
  /** Something is left to do, or may be, in tokens whose last trade is not known yet. */
  waiting: boolean;
}

/** Share of the book's value below which a leftover is not worth a trade of its own. */
const REST = 0.005;

/** Percentage points that would be printed as 0.00. */
const HARDLY = 0.005;

/**
 * Plans the next step from what the book holds now. Called when the target is decided, and after each fill. The target ends
 * where there is none, and nothing to wait for.
 */
export function nextTargetStep(outlook: Outlook, target: TargetOrder): TargetStep {
  const step = planned(outlook, target);
  if (step.intent === null && !step.waiting) target.end();
  return step;
}

function planned(outlook: Outlook, target: TargetOrder): Planning {
  const step: Planning = { verdicts: [], outcomes: [], intent: null, waiting: false };
  const wrong = target.begun ? null : badTarget(outlook, target);
  if (wrong !== null) return giveUp(outlook, target, step, wrong);
  if (target.ended) return step;
  if (target.steps >= outlook.ports.settings.maxTargetSteps)
    return giveUp(outlook, target, step, {
      code: "TOO_MANY_STEPS",
      reason: `the target needs more than ${target.steps} trades`,
    });
  const { validFor } = target.order.decision;
  if (validFor !== undefined && outlook.now > target.order.at + validFor)
    return giveUp(outlook, target, step, {
      code: "EXPIRED",
      reason: `the target was valid for ${formatDuration(validFor)}`,
    });
  const shares = sharesOf(outlook, target, step);
  // No token of it has a price: that is told.
  if (target.weights.size === 0) return step;
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  if (total === 0)
    return giveUp(outlook, target, step, { code: "INSUFFICIENT_BOOK", reason: "the book is worth nothing" });
  const goals = goalsOf(shares, total);
  const pending = pendingFor(outlook, target);
  const cut = cutOf(outlook, goals, total);
  step.waiting = pending.named || pending.incoming;
  // What is on its way may be what is lacking.
  if (pending.incoming && cut.length > 0) return step;
  if (!target.begun && !begin(outlook, target, step, { goals, total, pending, cut })) return step;
  const moves = movesOf(shares, goals, outlook.ports.settings.minTradeUsd, {
    maySell: (token) => !target.bought.has(token),
    mayBuy: (token) => !target.sold.has(token),
  });
  for (const move of moves) {
    if (isLeftover(target, move, total)) continue;
    step.intent = tryMove(outlook, target, step, move);
    if (step.intent !== null) return step;
  }
  tellTooSmall(outlook, target, step);
  return step;
}

/** What a book holds, as a target sees it. */
interface Standing {
  readonly goals: readonly Goal[];
  /** Goals that cannot be reached. */
  readonly cut: readonly Goal[];
  /** USD. */
  readonly total: number;
  readonly pending: Pending;
}

/** Goals that cannot be reached, by more than what is not worth telling. */
function cutOf(outlook: Outlook, goals: readonly Goal[], total: number): Goal[] {
  const least = Math.max(outlook.ports.settings.minTradeUsd, total * 0.001);
  return goals.filter(({ wanted, goal }) => wanted - goal > least);
}

/** Tells what cannot be reached, and whether anything is outside the band: of tokens with pending trades that is not known. */
function begin(outlook: Outlook, target: TargetOrder, step: Planning, state: Standing): boolean {
  const { goals, total, pending, cut } = state;
  const band = target.order.decision.band ?? 0;
  const known = pending.named ? goals.filter(({ token }) => !pending.tokens.has(token)) : goals;
  const off = furthestOff(known, total, outlook.ports.rules().crossChain === true);
  if (off <= band && pending.named) return false;
  target.begun = true;
  if (cut.length > 0) tellCut(outlook, target, step, cut);
  if (off > band) return true;
  const cash = goals.filter((one) => one.cash && offBy(one, total) > Math.max(band, off, HARDLY));
  const others = cash.length > 0 || target.refused.size > 0 ? "other " : "";
  const left = cash.map(
    (one) => `${one.token} is off by ${offBy(one, total).toFixed(2)} points, but cash is what the named tokens leave; `,
  );
  const reason = `${left.join("")}no ${others}share is off by more than ${off.toFixed(2)} points, the band is ${band}`;
  step.verdicts.push(plannerVerdict(target.order.seq, "approved", { code: "", reason }));
  target.end();
  return false;
}

/** Tells of a target that is not met, and of which nothing is made, where nothing else was told. */
function tellTooSmall(outlook: Outlook, target: TargetOrder, step: Planning): void {
  if (step.waiting || target.steps > 0 || target.refused.size > 0 || step.verdicts.length > 0) return;
  const reason = `it is not met, but no trade that it needs is worth $${outlook.ports.settings.minTradeUsd} (\`execution.minTradeUsd\`)`;
  step.verdicts.push(plannerVerdict(target.order.seq, "approved", { code: "", reason }));
}

function tellCut(outlook: Outlook, target: TargetOrder, step: Planning, cut: readonly Goal[]): void {
  const [first] = cut;
  if (first === undefined) return;
  const parts = cut.map(({ token, wanted, goal }) => `${token} $${goal.toFixed(2)} of $${wanted.toFixed(2)}`);
  const cause = { code: "OUT_OF_REACH", reason: `no allowed swap reaches more than ${parts.join(", ")}` };
  const cash = outlook.ports.registry.cashOf(first.specificChain)?.name ?? first.token;
  step.verdicts.push(plannerVerdict(target.order.seq, "cut", cause));
  step.outcomes.push(plannedOutcome(target.order, "cut", { from: cash, to: first.token }, cause, outlook.now));
}

/** The book's tokens with those of the target; a named token without a price stays as it is, and that is told. */
function sharesOf(outlook: Outlook, target: TargetOrder, step: Planning): Share[] {
  const { ports } = outlook;
  const { strategy } = target.order;
  const book = ports.ledger.book(strategy);
  const shares: Share[] = [];
  for (const name of ports.registry.withCash([...target.weights.keys(), ...book.keys()])) {
    const token = ports.registry.get(name);
    if (token === undefined) continue;
    const usd = ports.board.usd(name);
    if (usd === null && target.weights.has(name)) {
      refuse(outlook, target, step, { from: name, to: name }, noPrice(name));
      target.release([name]);
    }
    shares.push({
      token: name,
      specificChain: token.specificChain,
      reach: reachOf(token, ports.rules()),
      cash: token.cash,
      value: toDouble(book.get(name)?.amount ?? ZERO) * (usd ?? 0),
      weight: target.weights.get(name) ?? null,
    });
  }
  return shares;
}

/** Whether a move cannot be made (told once), or not yet. */
function isClosed(outlook: Outlook, target: TargetOrder, step: Planning, move: Move): boolean {
  if (target.refused.has(`${move.from} ${move.to}`)) return true;
  const no = obstacle(outlook, move.from, move.to);
  if (no !== null) refuse(outlook, target, step, move, no);
  else if (!staysAway(move, outlook.blocked, outlook.ports.registry)) return false;
  else step.waiting = true;
  return true;
}

/** Tokens to sell for a move, at most what the book has free and what is left of its pair. */
function amountOf(outlook: Outlook, target: TargetOrder, move: Move, leftUsd: number): Decimal {
  const free = available(outlook, target.order.strategy, move.from);
  if (move.everything && move.usd <= leftUsd) return free;
  return atMostWorth(free, Math.min(move.usd, leftUsd), outlook.ports.board.usd(move.from) ?? 0);
}

/** Whether a move would only mend what the slippage of its own earlier part left undone. */
function isLeftover(target: TargetOrder, { from, to, usd, everything }: Move, total: number): boolean {
  return target.pairs.has(`${from} ${to}`) && !everything && usd < total * REST;
}

function tryMove(outlook: Outlook, target: TargetOrder, step: Planning, move: Move): Intent | null {
  const key = `${move.from} ${move.to}`;
  const { order } = target;
  if (isClosed(outlook, target, step, move)) return null;
  const pair = target.pairs.get(key);
  const price = outlook.ports.board.usd(move.from) ?? 0;
  const amount = amountOf(outlook, target, move, pair?.leftUsd ?? Infinity);
  if (toDouble(amount) * price < outlook.ports.settings.minTradeUsd) return null;
  const { seq: decision, strategy } = order;
  const sized = size(outlook, {
    strategy,
    decision,
    from: move.from,
    to: move.to,
    amount,
    continues: pair !== undefined,
  });
  const cut = sized.amount?.lessThan(amount) === true;
  // A later step of a pair was approved before: only what changes its size is news.
  if (pair === undefined || sized.amount === null || cut) step.verdicts.push(...sized.verdicts);
  if (sized.amount === null) return refuse(outlook, target, step, move, sized.cause, false);
  const whole = atMostWorth(sized.amount, sized.largestUsd, price);
  const part = move.everything ? partOfExit(outlook, move, sized.amount, whole, price) : whole;
  const no = whyNoPart(outlook, move, sized.amount, part);
  if (no !== null) return refuse(outlook, target, step, move, no);
  const divided = part.lessThan(sized.amount);
  const parent = pair?.parent ?? (divided ? outlook.newId() : null);
  const intent = makeIntent(outlook, order, move, part, parent);
  const leftUsd = (cut ? toDouble(sized.amount) * price : (pair?.leftUsd ?? Infinity)) - toDouble(part) * price;
  target.pairs.set(key, { parent: parent ?? intent.id, leftUsd });
  took(outlook, target, step, intent);
  return intent;
}

/** Why a move cannot be made by a part of it; null where it can. */
function whyNoPart(outlook: Outlook, { from }: Move, all: Decimal, part: Decimal): Cause | null {
  if (part.isZero()) return { code: "OVER_CAP", reason: "no part is small enough for one trade" };
  return part.lessThan(all) ? tooSmallPart(outlook, part, from) : null;
}

/** A part of what shall go altogether: half of it where a whole part would leave less than the smallest trade behind. */
function partOfExit(outlook: Outlook, { from }: Move, all: Decimal, part: Decimal, price: number): Decimal {
  const rest = all.minus(part);
  if (rest.isZero()) return part;
  if (toDouble(rest) * price >= outlook.ports.settings.minTradeUsd && tooSmallPart(outlook, rest, from) === null)
    return part;
  const half = cutToDouble(all.dividedBy(2));
  const round = half.toDecimalPlaces(all.decimalPlaces(), Decimal.ROUND_DOWN);
  // Half of 1 is none on its own decimal places.
  return round.isZero() || tooSmallPart(outlook, round, from) !== null ? half : round;
}

function took(outlook: Outlook, target: TargetOrder, step: Planning, intent: Intent): void {
  target.steps += 1;
  target.current = intent.id;
  const { registry } = outlook.ports;
  if (!registry.isCash(intent.from)) target.sold.add(intent.from);
  if (!registry.isCash(intent.to)) target.bought.add(intent.to);
  // Verdicts on the amount are of this intent; refusals and the planner's own are of the target as a whole.
  step.verdicts = step.verdicts.map((verdict) =>
    verdict.verdict === "refused" || verdict.control === "planner" ? verdict : { ...verdict, intent: intent.id },
  );
}

/** Notes that a pair is not traded, once a target. */
function refuse(
  outlook: Outlook,
  target: TargetOrder,
  step: Planning,
  pair: { readonly from: TokenName; readonly to: TokenName },
  cause: Cause,
  say = true,
): null {
  target.refused.add(`${pair.from} ${pair.to}`);
  if (say) step.verdicts.push(plannerVerdict(target.order.seq, "refused", cause));
  step.outcomes.push(plannedOutcome(target.order, "refused", pair, cause, outlook.now));
  return null;
}

function giveUp(outlook: Outlook, target: TargetOrder, step: Planning, cause: Cause): Planning {
  target.end();
  step.verdicts.push(plannerVerdict(target.order.seq, "refused", cause));
  step.outcomes.push(endedOutcome(target, target.steps === 0 ? "refused" : "dropped", cause, outlook.now));
  return step;
}

/** What is told of a target that ends with no trade of its own on its way. */
export function endedOutcome({ order }: TargetOrder, status: "refused" | "dropped", cause: Cause, at: number): Outcome {
  const [token = ""] = Object.keys(order.decision.weights);
  return plannedOutcome(order, status, { from: token, to: token }, cause, at);
}

/** What is wrong with the weights as they were given, or null. */
function badTarget(outlook: Outlook, { order }: TargetOrder): Cause | null {
  const { weights, band = 0 } = order.decision;
  const entries = Object.entries(weights);
  const unknown = entries.find(([name]) => outlook.ports.registry.get(name) === undefined);
  if (unknown !== undefined) return { code: "UNKNOWN_TOKEN", reason: `there is no token ${unknown[0]}` };
  const outside = entries.find(([, weight]) => !(weight >= 0 && weight <= 1));
  if (outside !== undefined)
    return { code: "BAD_TARGET", reason: `the weight of ${outside[0]} is ${outside[1]}, not from 0 to 1` };
  const sum = entries.reduce((all, [, weight]) => all + weight, 0);
  if (entries.length === 0) return { code: "BAD_TARGET", reason: "it names no token" };
  if (sum > WHOLE) return { code: "BAD_TARGET", reason: `the weights add up to ${sum}, above 1` };
  if (!(band >= 0)) return { code: "BAD_TARGET", reason: `the band is ${band} points` };
  return null;
}
