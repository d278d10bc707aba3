import { Decimal, plain, ZERO } from "../../core/number/decimal.js";
import type { Executor } from "../../execution/index.js";
import type { Ledger } from "../../ledger/index.js";
import type { SwapDecision } from "../../model/decision.js";
import { UNASSIGNED } from "../../model/journal.js";
import type { Outcome } from "../../model/outcome.js";
import { checkDecision } from "../../strategy/decide/check-decision.js";
import type { SwapCommand, SwapProgress } from "../control.js";
import { logDecision, logOutcome } from "../tick/decision-lines.js";
import { BookTooSmallError, NotTradingError, OtherBookError, SwapUnsettledError } from "../errors.js";
import type { EngineWorld } from "../world.js";

/** Who is told of a trade, and how it goes on: `done` or `failed` once. */
interface HandEvents {
  readonly onProgress: (progress: SwapProgress) => void;
  readonly done: (outcomes: readonly Outcome[]) => void;
  readonly failed: (error: Error) => void;
}

interface Waiting extends HandEvents {
  /** Intents of which nothing final was heard yet. */
  readonly open: Set<string>;
  readonly heard: Outcome[];
}

/**
 * Trades that no strategy decided: a person's swap, the trade that keeps the daily minimum. They go
 * the way of every trade: planned, past risk, on disk, then sent.
 */
export class HandTrades {
  readonly #waiting = new Map<number, Waiting>();

  constructor(
    private readonly world: EngineWorld,
    private readonly parts: { readonly executor: Executor; readonly ledger: Ledger },
  ) {}

  /**
   * Resolves once it is known for good what became of every part: that one is not known yet is no outcome. Rejects
   * where the bot ends before that, with BadDecisionError where the command makes no sense, with OtherBookError
   * where only other books have anything to sell, and with BookTooSmallError where the book has less than is asked for.
   */
  swap(command: SwapCommand, onProgress: HandEvents["onProgress"] = () => {}): Promise<readonly Outcome[]> {
    return new Promise((done, failed) => {
      this.#checkBook(this.#decisionOf(command), command);
      this.begin(command, { onProgress, done, failed });
    });
  }

  #decisionOf({ from, to, size, reason }: SwapCommand): SwapDecision {
    return checkDecision({ kind: "swap", from, to, size, reason }, this.world.ports.registry) as SwapDecision;
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

  /** The same, told by a call at the very moment, which may be before it returns. Throws BadDecisionError. */
  begin(command: SwapCommand, events: HandEvents): void {
    const { book = UNASSIGNED } = command;
    const { clock, journal, log } = this.world.ports;
    const decision = this.#decisionOf(command);
    const record = { seq: journal.nextDecision(), decision };
    const at = clock.now();
    const plan = this.parts.executor.plan(book, [record], at);
    journal.prepare({
      at,
      decisions: [{ ...record, strategy: book }],
      verdicts: plan.verdicts,
      intents: plan.intents,
      outcomes: plan.outcomes.map((outcome) => ({ ...outcome, strategy: book })),
    });
    logDecision(log, book, record);
    for (const outcome of plan.outcomes) logOutcome(log, book, outcome);
    const open = new Set(plan.intents.map(({ id }) => id));
    if (open.size > 0) {
      this.#waiting.set(record.seq, { ...events, open, heard: [...plan.outcomes] });
      events.onProgress({ open: [...open], unknown: null });
    }
    this.parts.executor.enqueue(plan);
    if (open.size === 0) events.done(plan.outcomes);
  }

  /** The bot has ended: what nobody has heard of by now, nobody will. */
  ended(reason: string): void {
    const unknown = new Set(this.parts.executor.unknown().map(({ intent }) => intent.id));
    const why = `The bot ended (${reason})`;
    for (const { open, failed } of this.#waiting.values()) {
      const sent = [...open].filter((id) => unknown.has(id));
      failed(
        sent.length > 0
          ? new SwapUnsettledError(why, sent)
          : new NotTradingError(`${why} before the swap was sent`, { remedy: "Ask again once a bot can trade." }),
      );
    }
    this.#waiting.clear();
  }

  /** What became of some trade; of ours perhaps. */
  onOutcome(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.decision);
    if (waiting === undefined || outcome.intent === null) return;
    if (outcome.status === "unknown") {
      const { intent, reason } = outcome;
      waiting.onProgress({ open: [...waiting.open], unknown: { intent, reason } });
      return;
    }
    waiting.heard.push(outcome);
    waiting.open.delete(outcome.intent);
    if (waiting.open.size > 0) return;
    this.#waiting.delete(outcome.decision);
    waiting.done(waiting.heard);
  }
}
