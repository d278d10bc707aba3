import { iso } from "../../core/time/utc.js";
import { plain } from "../../core/number/decimal.js";
import { ContenderError, messageOf, toError } from "../../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe.js";
import type { TradeContext, TradeDraft } from "../../model/trade-risk.js";
import { holdsMarker, type Intent } from "../../model/intent.js";
import { givesSomething, type ExecuteRequest, type ExecuteResult, type Quote, type Trade } from "../../model/trade.js";
import type { CallOptions } from "../../model/venue.js";
import { RiskContext } from "../planning/risk-context.js";
import { differenceOf } from "../reconciliation/evidence.js";
import { OnTheWay, type Tracked } from "../open-intents.js";
import type { Cause } from "../outcomes.js";
import type { IntentLog, StepFacts } from "../intent-log.js";
import { VenueCalls } from "../venue-calls.js";

/** What an answer makes of an intent that was sent. */
type Meaning =
  | { readonly state: "FILLED"; readonly cause: Cause; readonly facts: { readonly trade: Trade } }
  | { readonly state: "REJECTED" | "UNKNOWN"; readonly cause: Cause; readonly facts: StepFacts };

/** The way of one trade: fresh quote, last checks, SENT on disk, the request, what its answer means. */
export class Sender {
  readonly #recorder: IntentLog;
  readonly #mayGo: (intent: Intent) => boolean;
  readonly #ready: () => MaybePromise<void>;
  readonly #calls: VenueCalls;

  /**
   * @param mayGo whether nothing blocks the intent's tokens (it may change while the quote is under way)
   * @param ready at once where the venue's trades up to now are known, else resolves once they are; rejects where they cannot be read
   */
  constructor(recorder: IntentLog, mayGo: (intent: Intent) => boolean, ready: () => MaybePromise<void>) {
    this.#recorder = recorder;
    this.#mayGo = mayGo;
    this.#ready = ready;
    this.#calls = new VenueCalls(recorder.wall, recorder.ports.settings.deadlineMs);
  }

  /** Takes a PREPARED intent as far as it goes now, at once where the venue answers at once. Throws or rejects only where the journal cannot be written. */
  send(tracked: Tracked): MaybePromise<void> {
    const early = this.#reasonToDrop(tracked);
    if (early === null) return andThen(this.#quote(tracked), (quote) => this.#sendQuoted(tracked, quote));
    this.#recorder.move(tracked, "DROPPED", early);
  }

  #sendQuoted(tracked: Tracked, quote: Quote | null): MaybePromise<void> {
    const recorder = this.#recorder;
    // It may have been withdrawn, its tokens blocked, or the journal lost, while the quote was under way.
    if (quote === null || tracked.state !== "PREPARED" || recorder.journal.halted || !this.#mayGo(tracked.intent))
      return;
    const draft = draftOf(tracked.intent);
    const context = this.#context(tracked);
    const late = this.#reasonToDrop(tracked) ?? this.#reasonAgainst(tracked, quote, draft, context);
    if (late !== null) {
      recorder.move(tracked, "DROPPED", late, { quote });
      return;
    }
    const request = this.#request(tracked, draft, context);
    this.#markSent(tracked, quote);
    return andThen(this.#execute(tracked, request, this.#goodUntil(quote)), (result) =>
      this.#conclude(tracked, result),
    );
  }

  #conclude(tracked: Tracked, result: ExecuteResult): void {
    const recorder = this.#recorder;
    // Left to the next run, which may have taken it over already.
    if (recorder.journal.halted) return;
    const meaning = this.#meaningOf(tracked.intent, result);
    if (meaning.state === "FILLED") this.#learnEcho(tracked.intent, meaning.facts.trade.reason);
    recorder.move(tracked, meaning.state, meaning.cause, meaning.facts);
    if (meaning.state === "FILLED") recorder.known.made(meaning.facts.trade);
  }

  /** The result classes: a trade that is exactly ours, a refusal before trading, and everything else: not known. */
  #meaningOf(intent: Intent, result: ExecuteResult): Meaning {
    if (result.kind === "rejected")
      return { state: "REJECTED", cause: { code: result.code, reason: result.text }, facts: {} };
    if (result.kind === "unknown")
      return { state: "UNKNOWN", cause: { code: codeOf(result.error), reason: messageOf(result.error) }, facts: {} };
    const { trade } = result;
    const difference = this.#wasMade(trade, intent)
      ? `the answer names trade ${trade.id}, which was made before`
      : differenceOf(intent, trade);
    if (difference === null) return { state: "FILLED", cause: { code: "", reason: intent.reason }, facts: { trade } };
    const detail = { tradeId: trade.id };
    return { state: "UNKNOWN", cause: { code: "ANSWER_MISMATCH", reason: difference }, facts: { detail } };
  }

  #wasMade(trade: Trade, intent: Intent): boolean {
    return this.#recorder.known.has(trade.id) || this.#recorder.otherOwner(trade, intent) !== null;
  }

  #learnEcho(intent: Intent, reason: string | null): void {
    const recorder = this.#recorder;
    const echoes = holdsMarker(reason, intent.marker);
    if (!echoes && recorder.echoed !== false)
      recorder.journal.note(
        "warn",
        "marker-not-echoed",
        "The service does not return the reasons of trades as they were sent: lost answers are proven by id, tokens, amount and time, and nothing is sent while one is open",
        { intent: intent.id, reason },
      );
    // One that was lost is enough: the next lost answer could be one without its marker.
    recorder.echoed = echoes && recorder.echoed !== false;
  }

  #quote(tracked: Tracked): MaybePromise<Quote | null> {
    const { venue } = this.#recorder.ports;
    const { from, to, amount } = tracked.intent;
    const ask = (options: CallOptions): MaybePromise<Quote> =>
      andThen(this.#ready(), () => venue.quote({ from, to, amount }, options));
    try {
      const quote = this.#calls.within(ask);
      return isPromise(quote) ? quote.catch((error: unknown) => this.#noQuote(tracked, error)) : quote;
    } catch (error) {
      return this.#noQuote(tracked, error);
    }
  }

  #noQuote(tracked: Tracked, error: unknown): null {
    if (this.#recorder.journal.halted) throw error;
    const cause = { code: "NO_QUOTE", reason: `no quote: ${messageOf(error)}` };
    if (tracked.state === "PREPARED") this.#recorder.move(tracked, "DROPPED", cause);
    return null;
  }

  #markSent(tracked: Tracked, quote: Quote): void {
    const { ports } = this.#recorder;
    const { intent } = tracked;
    const at = ports.clock.now();
    const newestTrade = this.#recorder.known.newest(intent.competitionId);
    const balance = (token: string): string => plain(ports.ledger.balance(token));
    const detail = {
      id: intent.id,
      strategy: intent.strategy,
      from: intent.from,
      to: intent.to,
      amount: plain(intent.amount),
      sentReason: intent.reason,
      balances: { [intent.from]: balance(intent.from), [intent.to]: balance(intent.to) },
      newestTrade,
    };
    // On disk before the request leaves: a journal that throws here keeps it from leaving.
    this.#recorder.move(tracked, "SENT", { code: "", reason: "sent" }, { quote, detail });
    tracked.sent = { at, newestTrade };
  }

  /** A quote holds no longer than an answer may take: the machine may sleep at any moment. Epoch milliseconds. */
  #goodUntil({ at }: Quote): number {
    const { deadlineMs, clockSpeed } = this.#recorder.ports.settings;
    return at + deadlineMs * clockSpeed;
  }

  #execute(tracked: Tracked, request: ExecuteRequest, sendBy: number): MaybePromise<ExecuteResult> {
    const { venue } = this.#recorder.ports;
    let answer: MaybePromise<ExecuteResult>;
    const ask = (options: CallOptions): MaybePromise<ExecuteResult> => {
      answer = venue.execute(request, options);
      if (isPromise(answer)) answer = answer.catch(unknown);
      return answer;
    };
    try {
      const result = this.#calls.within(ask, sendBy);
      if (!isPromise(result)) return result;
      return result.catch((error: unknown) => {
        if (isPromise(answer)) void answer.then((late) => this.#lateAnswer(tracked, late));
        return unknown(error);
      });
    } catch (error) {
      return unknown(error);
    }
  }

  #lateAnswer(tracked: Tracked, result: ExecuteResult): void {
    if (this.#recorder.journal.halted) return;
    try {
      if (result.kind === "filled") this.#lateTrade(tracked, result.trade);
      else if (result.kind === "rejected" && tracked.state === "UNKNOWN")
        this.#recorder.move(tracked, "NOT_EXECUTED", { code: result.code, reason: result.text });
    } catch {
      // The recorder halted and said so.
    }
  }

  #lateTrade(tracked: Tracked, trade: Trade): void {
    if (this.#wasMade(trade, tracked.intent)) return;
    if (tracked.state === "UNKNOWN" && differenceOf(tracked.intent, trade) === null)
      this.#recorder.move(tracked, "FILLED", { code: "", reason: "the answer came after the deadline" }, { trade });
    else if (tracked.state === "NOT_EXECUTED") {
      const reason = `the answer came after it was taken for not executed: trade ${trade.id}`;
      this.#recorder.move(tracked, "CONFLICT", { code: "LATE_TRADE", reason }, { trade });
    }
  }

  #request({ intent }: Tracked, draft: TradeDraft, context: TradeContext): ExecuteRequest {
    const { from, to, amount, reason } = intent;
    const slippageTolerance = this.#recorder.ports.risk.tolerance(draft, context);
    return slippageTolerance === null ? { from, to, amount, reason } : { from, to, amount, reason, slippageTolerance };
  }

  /** Why an intent must not be sent now, whatever its quote. */
  #reasonToDrop({ intent }: Tracked): Cause | null {
    const { ports } = this.#recorder;
    const now = ports.clock.now();
    if (intent.validUntil !== null && now > intent.validUntil)
      return { code: "EXPIRED", reason: `it was valid until ${iso(intent.validUntil)}` };
    const held = ports.ledger.amount(intent.strategy, intent.from);
    // No other trade under way sells of it: that would block this one.
    if (held.lessThan(intent.amount))
      return {
        code: "INSUFFICIENT_BOOK",
        reason: `the book holds ${plain(held)} ${intent.from} by now, less than ${plain(intent.amount)}`,
      };
    return null;
  }

  /** Why it must not be sent on its fresh quote. */
  #reasonAgainst({ intent }: Tracked, quote: Quote, draft: TradeDraft, context: TradeContext): Cause | null {
    if (context.now > this.#goodUntil(quote))
      return {
        code: "STALE_QUOTE",
        reason: `its quote is of ${iso(quote.at)}: since then the machine slept, or its clock was set forward`,
      };
    const unusable = unusableQuote(quote);
    if (unusable !== null) return unusable;
    if (intent.limit !== null && !(quote.exchangeRate >= intent.limit))
      return {
        code: "LIMIT",
        reason: `the quote gives ${quote.exchangeRate} ${intent.to} for one ${intent.from}, the limit is ${intent.limit}`,
      };
    return this.#recorder.ports.risk.atSending(draft, quote, context);
  }

  #context(tracked: Tracked): TradeContext {
    const { ports, open, trades } = this.#recorder;
    const others = new OnTheWay(() => open.others(tracked.intent.id));
    return new RiskContext(ports, trades, others, ports.clock.now(), tracked);
  }
}

/** A quote that nobody may trade on. */
function unusableQuote(quote: Quote): Cause | null {
  if (givesSomething(quote)) return null;
  const { from, to, fromAmount, toAmount, slippage } = quote;
  const gives = `the quote gives ${plain(toAmount)} ${to} for ${plain(fromAmount)} ${from}`;
  const reason = `${gives}, at a slippage of ${Number(slippage.toFixed(2))} %: trade a smaller amount`;
  return { code: "QUOTE_UNUSABLE", reason };
}

function draftOf({ strategy, decision, from, to, amount }: Intent): TradeDraft {
  return { strategy, decision, from, to, amount, continues: true };
}

/** What is known where a request has thrown: nothing. */
function unknown(error: unknown): ExecuteResult {
  return { kind: "unknown", error: toError(error) };
}

function codeOf(error: Error): string {
  return error instanceof ContenderError ? error.code : "UNKNOWN";
}
