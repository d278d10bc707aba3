import { Decimal, plain, ZERO } from "../../core/number/decimal.js";
import type { Executor } from "../../execution/index.js";
import type { Ledger } from "../../ledger/index.js";
import type { SwapDecision } from "../../model/decision.js";
import { UNASSIGNED, type Preparation } from "../../model/journal.js";
import { openIntents, type KnownSwap } from "../../model/manual-swap.js";
import type { Outcome } from "../../model/outcome.js";
import type { SwapCommand, SwapProgress, SwapResult } from "../control.js";
import { logDecision, logOutcome } from "../tick/decision-lines.js";
import { BookTooSmallError, NotTradingError, OtherBookError, SwapUnsettledError } from "../errors.js";
import type { EngineContext } from "../context.js";
import { decisionOf, earlierSwap } from "./earlier-swap.js";

/** Who is told of a trade, and how it goes on: `done` or `failed` once. */
interface HandEvents {
  readonly onProgress: (progress: SwapProgress) => void;
  readonly done: (outcomes: readonly Outcome[]) => void;
  readonly failed: (error: Error) => void;
}

interface Waiting {
  /** Who asked for it: several, where it has an id and was asked for again. */
  readonly asked: HandEvents[];
  /** Intents of which nothing final was heard yet. */
  readonly open: Set<string>;
  readonly heard: Outcome[];
}

/**
 * Trades that no strategy decided: a person's swap, the trade that keeps the daily minimum. They go
 * the way of every trade: planned, past risk, on disk, then sent.
 */
export class ManualTrades {
  readonly #waiting = new Map<number, Waiting>();

  constructor(
    private readonly context: EngineContext,
    private readonly parts: { readonly executor: Executor; readonly ledger: Ledger },
  ) {}

  /**
   * Resolves once it is known for good what became of every part: that one is not known yet is no outcome. Rejects
   * where the bot ends before that, with BadDecisionError where the command makes no sense, with OtherBookError
   * where only other books have anything to sell, and with BookTooSmallError where the book has less than is asked for;
   * with EqualSwapError and SwapIdError as `earlierSwap` throws them.
   */
  swap(command: SwapCommand, onProgress: HandEvents["onProgress"] = () => {}): Promise<SwapResult> {
    return new Promise((resolve, failed) => {
      const { ports } = this.context;
      const decision = decisionOf(ports, command);
      const known = earlierSwap(ports.manualSwaps, command, decision);
      const askedBefore = known?.askedAt ?? null;
      const events = { onProgress, done: (outcomes: readonly Outcome[]) => resolve({ outcomes, askedBefore }), failed };
      if (known !== null) {
        this.#waitFor(known, events);
        return;
      }
      this.#checkBook(decision, command);
      this.begin(command, events, { id: command.id ?? null });
    });
  }

  /** Tells of a swap that was asked for before. */
  #waitFor(known: KnownSwap, events: HandEvents): void {
    const ids = openIntents(known);
    if (ids.length === 0) {
      events.done(known.outcomes);
      return;
    }
    const waiting = this.#waiting.get(known.decision);
    if (waiting === undefined)
      this.#waiting.set(known.decision, { asked: [events], open: new Set(ids), heard: [...known.outcomes] });
    else waiting.asked.push(events);
    events.onProgress({ open: ids, unknown: null });
  }

  #checkBook({ from, size }: SwapDecision, { book = UNASSIGNED }: SwapCommand): void {
    const { ledger } = this.parts;
    const has = ledger.amount(book, from);
    if (!has.isZero()) {
      const asked = "amount" in size ? new Decimal(size.amount) : ZERO;
      if (asked.lessThanOrEqualTo(has)) return;
      throw new BookTooSmallError(book, from, { asked: plain(asked), has: plain(has) });
    }
    const others = ledger.books().filter((name) => !ledger.amount(name, from).isZero());
    if (others.length > 0) throw new OtherBookError(book, from, others);
  }

  /** The same, told by a call at the very moment, which may be before it returns. Throws BadDecisionError. @param asked by a person, as the journal keeps it */
  begin(command: SwapCommand, events: HandEvents, asked?: Preparation["asked"]): void {
    const { book = UNASSIGNED } = command;
    const { clock, journal, log } = this.context.ports;
    const decision = decisionOf(this.context.ports, command);
    const record = { seq: journal.nextDecision(), decision };
    const at = clock.now();
    const plan = this.parts.executor.plan(book, [record], at);
    journal.prepare({
      at,
      decisions: [{ ...record, strategy: book }],
      verdicts: plan.verdicts,
      intents: plan.intents,
      outcomes: plan.outcomes.map((outcome) => ({ ...outcome, strategy: book })),
      ...(asked !== undefined && { asked }),
    });
    logDecision(log, book, record);
    for (const outcome of plan.outcomes) logOutcome(log, book, outcome);
    const open = new Set(plan.intents.map(({ id }) => id));
    if (open.size > 0) {
      this.#waiting.set(record.seq, { asked: [events], open, heard: [...plan.outcomes] });
      events.onProgress({ open: [...open], unknown: null });
    }
    this.parts.executor.enqueue(plan);
    if (open.size === 0) events.done(plan.outcomes);
  }

  /** The bot has ended: what nobody has heard of by now, nobody will. */
  ended(reason: string): void {
    const unknown = new Set(this.parts.executor.unknown().map(({ intent }) => intent.id));
    const why = `The bot ended (${reason})`;
    for (const { open, asked } of this.#waiting.values()) {
      const sent = [...open].filter((id) => unknown.has(id));
      const error =
        sent.length > 0
          ? new SwapUnsettledError(why, sent)
          : new NotTradingError(`${why} before the swap was sent`, { remedy: "Ask again once a bot can trade." });
      for (const { failed } of asked) failed(error);
    }
    this.#waiting.clear();
  }

  /** What became of some trade; of ours perhaps. */
  onOutcome(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.decision);
    if (waiting === undefined || outcome.intent === null) return;
    if (outcome.status === "unknown") {
      const { intent, reason } = outcome;
      for (const { onProgress } of waiting.asked) onProgress({ open: [...waiting.open], unknown: { intent, reason } });
      return;
    }
    waiting.heard.push(outcome);
    waiting.open.delete(outcome.intent);
    if (waiting.open.size > 0) return;
    this.#waiting.delete(outcome.decision);
    for (const { done } of waiting.asked) done(waiting.heard);
  }
}
