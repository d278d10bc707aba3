import { ZERO, type Decimal } from "../../core/number/decimal.js";
import { formatDuration } from "../../core/time/duration.js";
import type { Intent } from "../../model/intent.js";
import type { VerdictRecord } from "../../model/journal.js";
import { DUST, type Outcome } from "../../model/outcome.js";
import type { TokenName } from "../../model/token.js";
import type { LargestPart } from "../../model/trade-risk.js";
import { plannedOutcome, plannerVerdict, type Cause } from "../outcomes.js";
import { staysAway } from "../blocked-tokens.js";
import { badTarget } from "./bad-target.js";
import { makeIntent } from "./make-intent.js";
import { available, noPrice, obstacle, type PlanningContext } from "./planning-context.js";
import { pendingFor, type Pending } from "./pending-trades.js";
import { reachOf } from "./reach.js";
import { amountText, atMostWorth, cutOutcomes, dividedVerdict, size, tooSmallPart } from "./sizing.js";
import { partOfExit } from "./split.js";
import type { TargetOrder } from "./target-order.js";
import { furthestOff, goalsOf, movesOf, offBy, type Goal, type Move, type Share } from "./target-shares.js";

/** The next step of a target: at most one intent. */
export interface TargetStep {
  readonly verdicts: readonly VerdictRecord[];
  readonly outcomes: readonly Outcome[];
  readonly intent: Intent | null;
}

/** Share of the book's value below which a leftover is not worth a trade of its own. */
const REST = 0.005;

/** Percentage points that would be printed as 0.00. */
const HARDLY = 0.005;

/**
 * Plans the next step from what the book holds now. Called when the target is decided, and after each fill. The target ends
 * where there is none, and nothing to wait for.
 */
export function nextTargetStep(outlook: PlanningContext, target: TargetOrder): TargetStep {
  return new StepPlanning(outlook, target).plan();
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

/** The planning of one step of a target. */
class StepPlanning {
  readonly #outlook: PlanningContext;
  readonly #target: TargetOrder;
  #verdicts: VerdictRecord[] = [];
  readonly #outcomes: Outcome[] = [];
  /** Something is left to do, or may be, in tokens whose last trade is not known yet. */
  #waiting = false;

  constructor(outlook: PlanningContext, target: TargetOrder) {
    this.#outlook = outlook;
    this.#target = target;
  }

  plan(): TargetStep {
    const intent = this.#nextIntent();
    if (intent === null && !this.#waiting) this.#target.end();
    return { verdicts: this.#verdicts, outcomes: this.#outcomes, intent };
  }

  #nextIntent(): Intent | null {
    const [outlook, target] = [this.#outlook, this.#target];
    const wrong = target.begun ? null : badTarget(outlook, target);
    if (wrong !== null) return this.#giveUp(wrong);
    if (target.ended) return null;
    const { validFor } = target.order.decision;
    if (validFor !== undefined && outlook.now > target.order.at + validFor)
      return this.#giveUp({ code: "EXPIRED", reason: `the target was valid for ${formatDuration(validFor)}` });
    const shares = this.#shares();
    // No token of it has a price: that is told.
    if (target.weights.size === 0) return null;
    const total = shares.reduce((sum, { value }) => sum + value, 0);
    if (total === 0) return this.#giveUp({ code: "INSUFFICIENT_BOOK", reason: "the book is worth nothing" });
    const goals = goalsOf(shares, total);
    const pending = pendingFor(outlook, target);
    const cut = this.#outOfReach(goals, total);
    this.#waiting = pending.named || pending.incoming;
    // What is on its way may be what is lacking.
    if (pending.incoming && cut.length > 0) return null;
    if (!target.begun && !this.#begin({ goals, total, pending, cut })) return null;
    const moves = movesOf(shares, goals, outlook.ports.settings.minTradeUsd, {
      maySell: (token) => !target.bought.has(token),
      mayBuy: (token) => !target.sold.has(token),
    });
    for (const move of moves) {
      const intent = this.#isLeftover(move, total) ? null : this.#tryMove(move);
      if (intent !== null) return intent;
    }
    this.#tellTooSmall(goals);
    return null;
  }

  /** Goals that cannot be reached, by more than what is not worth telling. */
  #outOfReach(goals: readonly Goal[], total: number): Goal[] {
    const least = Math.max(this.#outlook.ports.settings.minTradeUsd, total * 0.001);
    return goals.filter(({ wanted, goal }) => wanted - goal > least);
  }

  /** Tells what cannot be reached, and whether anything is outside the band: of tokens with pending trades that is not known. */
  #begin({ goals, total, pending, cut }: Standing): boolean {
    const [outlook, target] = [this.#outlook, this.#target];
    const band = target.order.decision.band ?? 0;
    const known = pending.named ? goals.filter(({ token }) => !pending.tokens.has(token)) : goals;
    const off = furthestOff(known, total, outlook.ports.rules().crossChain === true);
    if (off <= band && pending.named) return false;
    target.begun = true;
    if (cut.length > 0) this.#tellCut(cut);
    if (off > band) return true;
    const cash = goals.filter((one) => one.cash && offBy(one, total) > Math.max(band, off, HARDLY));
    const others = cash.length > 0 || target.refused.size > 0 ? "other " : "";
    const left = cash.map(
      (one) =>
        `${one.token} is off by ${offBy(one, total).toFixed(2)} points, but cash is what the named tokens leave; `,
    );
    const reason = `${left.join("")}no ${others}share is off by more than ${off.toFixed(2)} points, the band is ${band}`;
    this.#say("approved", { code: "", reason });
    target.end();
    return false;
  }

  /** Tells of a target that is not met, and of which nothing is made, where nothing else was told. */
  #tellTooSmall(goals: readonly Goal[]): void {
    const target = this.#target;
    if (this.#waiting || target.steps > 0 || target.refused.size > 0 || this.#verdicts.length > 0) return;
    const reason = `it is not met, but no trade that it needs is worth $${this.#outlook.ports.settings.minTradeUsd} (\`execution.minTradeUsd\`)`;
    this.#say("approved", { code: "", reason });
    for (const { token, value, weight } of goals) if (weight === 0 && value > 0) this.#tellDust(token, reason);
  }

  /** Of what shall be sold, and is worth too little for that. Who plans tells it once: see `DUST`. */
  #tellDust(token: TokenName, why: string): void {
    const { ports, now } = this.#outlook;
    const held = amountText(ports.ledger.amount(this.#target.order.strategy, token), token);
    const cause = { code: DUST, reason: `${held} is dust, and stays: ${why}` };
    this.#outcomes.push(plannedOutcome(this.#target.order, "cut", { from: token, to: token }, cause, now));
  }

  #tellCut(cut: readonly Goal[]): void {
    const [first] = cut;
    if (first === undefined) return;
    const parts = cut.map(({ token, wanted, goal }) => `${token} $${goal.toFixed(2)} of $${wanted.toFixed(2)}`);
    const cause = { code: "OUT_OF_REACH", reason: `no allowed swap reaches more than ${parts.join(", ")}` };
    const cash = this.#outlook.ports.registry.cashOf(first.specificChain)?.name ?? first.token;
    this.#say("cut", cause);
    this.#outcomes.push(
      plannedOutcome(this.#target.order, "cut", { from: cash, to: first.token }, cause, this.#outlook.now),
    );
  }

  /** The book's tokens with those of the target; a named token without a price stays as it is, and that is told. */
  #shares(): Share[] {
    const { ports } = this.#outlook;
    const target = this.#target;
    const book = ports.ledger.book(target.order.strategy);
    const shares: Share[] = [];
    for (const name of ports.registry.withCash([...target.weights.keys(), ...book.keys()])) {
      const token = ports.registry.get(name);
      if (token === undefined) continue;
      const usd = ports.board.usd(name);
      if (usd === null && target.weights.has(name)) {
        this.#refuse({ from: name, to: name }, noPrice(name));
        target.release([name]);
      }
      shares.push({
        token: name,
        specificChain: token.specificChain,
        reach: reachOf(token, ports.rules()),
        cash: token.cash,
        value: (book.get(name)?.amount ?? ZERO).toNumber() * (usd ?? 0),
        weight: target.weights.get(name) ?? null,
      });
    }
    return shares;
  }

  /** Whether a move cannot be made (told once), or not yet. */
  #isClosed(move: Move): boolean {
    const outlook = this.#outlook;
    if (this.#target.ended || this.#target.refused.has(`${move.from} ${move.to}`)) return true;
    const no = obstacle(outlook, move.from, move.to);
    if (no !== null) this.#refuse(move, no);
    else if (!staysAway(move, outlook.blocked, outlook.ports.registry)) return false;
    else this.#waiting = true;
    return true;
  }

  /** Tokens to sell for a move, at most what the book has free and what is left of its pair. */
  #amountOf(move: Move, leftUsd: number): Decimal {
    const free = available(this.#outlook, this.#target.order.strategy, move.from);
    if (move.everything && move.usd <= leftUsd) return free;
    return atMostWorth(free, Math.min(move.usd, leftUsd), this.#outlook.ports.board.usd(move.from) ?? 0);
  }

  /** Whether a move would only mend what the slippage of its own earlier part left undone. */
  #isLeftover({ from, to, usd, everything }: Move, total: number): boolean {
    return this.#target.pairs.has(`${from} ${to}`) && !everything && usd < total * REST;
  }

  /** Whether an amount is worth a trade, and the target may make one more; otherwise it is given up. */
  #mayTrade(usd: number): boolean {
    const { minTradeUsd, maxTargetSteps } = this.#outlook.ports.settings;
    const { steps } = this.#target;
    if (usd < minTradeUsd) return false;
    if (steps < maxTargetSteps) return true;
    this.#giveUp({ code: "TOO_MANY_STEPS", reason: `the target needs more than ${steps} trades` });
    return false;
  }

  #tryMove(move: Move): Intent | null {
    const [outlook, target] = [this.#outlook, this.#target];
    const key = `${move.from} ${move.to}`;
    const { order } = target;
    if (this.#isClosed(move)) return null;
    const pair = target.pairs.get(key);
    const price = outlook.ports.board.usd(move.from) ?? 0;
    const amount = this.#amountOf(move, pair?.leftUsd ?? Infinity);
    if (!this.#mayTrade(amount.toNumber() * price)) return null;
    const { seq: decision, strategy } = order;
    const { from, to } = move;
    const sized = size(outlook, { strategy, decision, from, to, amount, continues: pair !== undefined });
    const cut = sized.amount?.lessThan(amount) === true;
    // A later step of a pair was approved before: only what changes its size is news.
    if (pair === undefined || sized.amount === null || cut) this.#verdicts.push(...sized.verdicts);
    if (sized.amount === null) return this.#tellRefused(move, sized.cause);
    const whole = atMostWorth(sized.amount, sized.largest.usd, price);
    const part = move.everything ? partOfExit(outlook, move.from, sized.amount, whole) : whole;
    const no = whyNoPart(outlook, move, sized.amount, part);
    if (no !== null) return this.#refuse(move, no);
    const parent = pair?.parent ?? (part.lessThan(sized.amount) ? this.#divide(sized.largest) : null);
    const intent = makeIntent(outlook, order, move, part, parent);
    const leftUsd = (cut ? sized.amount.toNumber() * price : (pair?.leftUsd ?? Infinity)) - part.toNumber() * price;
    const amounts = { asked: amount, left: sized.amount };
    this.#outcomes.push(...cutOutcomes(order, move, amounts, sized.verdicts, outlook.now));
    target.pairs.set(key, { parent: parent ?? intent.id, leftUsd });
    this.#take(intent);
    return intent;
  }

  /** Says that a pair is made in parts; gives the id that these share. */
  #divide(largest: LargestPart): string {
    this.#verdicts.push(dividedVerdict(this.#target.order.seq, largest, "parts"));
    return this.#outlook.newId();
  }

  #take(intent: Intent): void {
    const target = this.#target;
    target.steps += 1;
    target.current = intent.id;
    const { registry } = this.#outlook.ports;
    if (!registry.isCash(intent.from)) target.sold.add(intent.from);
    if (!registry.isCash(intent.to)) target.bought.add(intent.to);
    // Verdicts on the amount are of this intent; refusals and the planner's own are of the target as a whole.
    this.#verdicts = this.#verdicts.map((verdict) =>
      verdict.verdict === "refused" || verdict.control === "planner" ? verdict : { ...verdict, intent: intent.id },
    );
  }

  /** Notes that a pair is not traded, once a target. */
  #refuse(pair: Pick<Move, "from" | "to">, cause: Cause): null {
    this.#say("refused", cause);
    return this.#tellRefused(pair, cause);
  }

  /** The same where risk has said why already. */
  #tellRefused(pair: Pick<Move, "from" | "to">, cause: Cause): null {
    this.#target.refused.add(`${pair.from} ${pair.to}`);
    this.#outcomes.push(plannedOutcome(this.#target.order, "refused", pair, cause, this.#outlook.now));
    return null;
  }

  #giveUp(cause: Cause): null {
    const target = this.#target;
    target.end();
    this.#say("refused", cause);
    this.#outcomes.push(endedOutcome(target, target.steps === 0 ? "refused" : "dropped", cause, this.#outlook.now));
    return null;
  }

  /** A verdict of the planner itself. */
  #say(verdict: VerdictRecord["verdict"], cause: Cause): void {
    this.#verdicts.push(plannerVerdict(this.#target.order.seq, verdict, cause));
  }
}

/** Why a move cannot be made by a part of it; null where it can. */
function whyNoPart(outlook: PlanningContext, { from }: Move, all: Decimal, part: Decimal): Cause | null {
  if (part.isZero()) return { code: "OVER_CAP", reason: "no part is small enough for one trade" };
  return part.lessThan(all) ? tooSmallPart(outlook, part, from) : null;
}

/** What is told of a target that ends with no trade of its own on its way. */
export function endedOutcome({ order }: TargetOrder, status: "refused" | "dropped", cause: Cause, at: number): Outcome {
  const [token = ""] = Object.keys(order.decision.weights);
  return plannedOutcome(order, status, { from: token, to: token }, cause, at);
}
