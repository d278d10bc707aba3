import { deadline } from "../core/clock.js";
import { plain } from "../core/decimal.js";
import { ContenderError, messageOf } from "../core/errors.js";
import type { Intent } from "../model/intent.js";
import type { ExecuteRequest, ExecuteResult, Quote, Trade } from "../model/trade.js";
import { tradeContext } from "./context.js";
import { TradeDeadlineError } from "./errors.js";
import { differenceOf } from "./evidence.js";
import { committed, type Tracked } from "./open-intents.js";
import type { Cause } from "./outcomes.js";
import type { Recorder, StepFacts } from "./recorder.js";

/** What an answer makes of an intent that was sent. */
type Meaning =
  | { readonly state: "FILLED"; readonly cause: Cause; readonly facts: { readonly trade: Trade } }
  | { readonly state: "REJECTED" | "UNKNOWN"; readonly cause: Cause; readonly facts: StepFacts };

/** The way of one trade: fresh quote, last checks, SENT on disk, the request, what its answer means. */
export class Sender {
  readonly #recorder: Recorder;
  readonly #mayGo: (intent: Intent) => boolean;
  readonly #ready: () => Promise<void>;

  /**
   * @param mayGo whether nothing blocks the intent's tokens (it may change while the quote is under way)
   * @param ready resolves once the venue's trades up to now are known; rejects where they cannot be read
   */
  constructor(recorder: Recorder, mayGo: (intent: Intent) => boolean, ready: () => Promise<void>) {
    this.#recorder = recorder;
    this.#mayGo = mayGo;
    this.#ready = ready;
  }

  /** Takes a PREPARED intent as far as it goes now. Rejects only where the journal cannot be written. */
  async send(tracked: Tracked): Promise<void> {
    const recorder = this.#recorder;
    const early = this.#reasonToDrop(tracked);
    if (early !== null) {
      recorder.move(tracked, "DROPPED", early);
      return;
    }
    const quote = await this.#quote(tracked);
    // It may have been withdrawn, its tokens blocked, or the journal lost, while the quote was under way.
    if (quote === null || tracked.state !== "PREPARED" || recorder.halted || !this.#mayGo(tracked.intent)) return;
    const late = this.#reasonToDrop(tracked, quote);
    if (late !== null) {
      recorder.move(tracked, "DROPPED", late, { quote });
      return;
    }
    const request = this.#request(tracked);
    this.#markSent(tracked, quote);
    this.#conclude(tracked, await this.#execute(tracked, request));
  }

  #conclude(tracked: Tracked, result: ExecuteResult): void {
    const recorder = this.#recorder;
    const meaning = this.#meaningOf(tracked.intent, result);
    if (meaning.state === "FILLED") this.#learnEcho(tracked.intent, meaning.facts.trade.reason);
    recorder.move(tracked, meaning.state, meaning.cause, meaning.facts);
    if (meaning.state === "FILLED") recorder.known().made(meaning.facts.trade);
  }

  /** The result classes: a trade that is exactly ours, a refusal before trading, and everything else: not known. */
  #meaningOf(intent: Intent, result: ExecuteResult): Meaning {
    if (result.kind === "rejected")
      return { state: "REJECTED", cause: { code: result.code, reason: result.text }, facts: {} };
    if (result.kind === "unknown")
      return { state: "UNKNOWN", cause: { code: codeOf(result.error), reason: messageOf(result.error) }, facts: {} };
    const { trade } = result;
    const difference = this.#recorder.known().has(trade.id)
      ? `the answer names trade ${trade.id}, which was made before`
      : differenceOf(intent, trade);
    if (difference === null) return { state: "FILLED", cause: { code: "", reason: intent.reason }, facts: { trade } };
    const detail = { tradeId: trade.id };
    return { state: "UNKNOWN", cause: { code: "ANSWER_MISMATCH", reason: difference }, facts: { detail } };
  }

  #learnEcho(intent: Intent, reason: string | null): void {
    const recorder = this.#recorder;
    const echoes = reason?.includes(intent.marker) === true;
    if (!echoes && recorder.echoed !== false)
      recorder.note(
        "warn",
        "marker-not-echoed",
        "The service does not return the reasons of trades as they were sent: lost answers are proven by id, tokens, amount and time, and nothing is sent while one is open",
        { intent: intent.id, reason },
      );
    // One that was lost is enough: the next lost answer could be one without its marker.
    recorder.echoed = echoes && recorder.echoed !== false;
  }

  async #quote(tracked: Tracked): Promise<Quote | null> {
    const { ports } = this.#recorder;
    const { from, to, amount } = tracked.intent;
    const limit = this.#deadline();
    try {
      const quoted = async (): Promise<Quote> => {
        await this.#ready();
        return ports.venue.quote({ from, to, amount }, { purpose: "trade", signal: limit.signal });
      };
      return await Promise.race([quoted(), limit.passed]);
    } catch (error) {
      if (this.#recorder.halted) throw error;
      const cause = { code: "NO_QUOTE", reason: `no quote: ${messageOf(error)}` };
      if (tracked.state === "PREPARED") this.#recorder.move(tracked, "DROPPED", cause);
      return null;
    } finally {
      limit.clear();
    }
  }

  #markSent(tracked: Tracked, quote: Quote): void {
    const { ports } = this.#recorder;
    const { intent } = tracked;
    const at = ports.clock.now();
    const newestTrade = this.#recorder.known().newest(intent.competitionId);
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

  async #execute(tracked: Tracked, request: ExecuteRequest): Promise<ExecuteResult> {
    const { venue } = this.#recorder.ports;
    const limit = this.#deadline();
    const answer = (async () => venue.execute(request, { purpose: "trade", signal: limit.signal }))().catch(
      (error: unknown): ExecuteResult => ({ kind: "unknown", error: toError(error) }),
    );
    try {
      return await Promise.race([answer, limit.passed]);
    } catch (error) {
      void answer.then((late) => this.#lateAnswer(tracked, late));
      return { kind: "unknown", error: toError(error) };
    } finally {
      limit.clear();
    }
  }

  #lateAnswer(tracked: Tracked, result: ExecuteResult): void {
    if (result.kind !== "filled" || this.#recorder.halted) return;
    const { trade } = result;
    if (this.#recorder.known().has(trade.id)) return;
    try {
      if (tracked.state === "UNKNOWN" && differenceOf(tracked.intent, trade) === null)
        this.#recorder.move(tracked, "FILLED", { code: "", reason: "the answer came after the deadline" }, { trade });
      else if (tracked.state === "NOT_EXECUTED") {
        const reason = `the answer came after it was taken for not executed: trade ${trade.id}`;
        this.#recorder.move(tracked, "CONFLICT", { code: "LATE_TRADE", reason }, { trade });
      }
    } catch {
      // The recorder halted and said so.
    }
  }

  #request({ intent }: Tracked): ExecuteRequest {
    const { from, to, amount, reason } = intent;
    const tolerance = this.#recorder.ports.risk.tolerance(this.#draft(intent), this.#context(intent));
    return { from, to, amount, reason, ...(tolerance === null ? {} : { slippageTolerance: tolerance }) };
  }

  /** Why an intent must not be sent now, first without, then with its fresh quote. */
  #reasonToDrop({ intent }: Tracked, quote?: Quote): Cause | null {
    const { ports, open } = this.#recorder;
    const now = ports.clock.now();
    if (intent.competitionId !== ports.competition().id)
      return { code: "OTHER_COMPETITION", reason: "it was meant for another competition" };
    if (intent.validUntil !== null && now > intent.validUntil)
      return { code: "EXPIRED", reason: `it was valid until ${new Date(intent.validUntil).toISOString()}` };
    const others = open.in("SENT", "UNKNOWN", "CONFLICT").map((other) => other.intent);
    const held = ports.ledger.amount(intent.strategy, intent.from);
    if (held.minus(committed(others, intent.from, intent.strategy)).lessThan(intent.amount))
      return {
        code: "INSUFFICIENT_BOOK",
        reason: `the book holds ${plain(held)} ${intent.from} by now, less than ${plain(intent.amount)}`,
      };
    if (quote === undefined) return null;
    if (intent.limit !== null && !(quote.exchangeRate >= intent.limit))
      return {
        code: "LIMIT",
        reason: `the quote gives ${quote.exchangeRate} ${intent.to} for one ${intent.from}, the limit is ${intent.limit}`,
      };
    return ports.risk.atSending(this.#draft(intent), quote, this.#context(intent));
  }

  #draft(intent: Intent): Parameters<Recorder["ports"]["risk"]["tolerance"]>[0] {
    return { ...intent, continues: true };
  }

  #context(intent: Intent): ReturnType<typeof tradeContext> {
    const { ports, open, trades } = this.#recorder;
    const others = open.list().flatMap((other) => (other.intent.id === intent.id ? [] : [other.intent]));
    return tradeContext(ports, trades(), others, ports.clock.now());
  }

  /** The wall clock's deadline: a signal for the venue, and a promise for venues that do not heed it. */
  #deadline(): { signal: AbortSignal; passed: Promise<never>; clear: () => void } {
    const { wall, clock, settings } = this.#recorder.ports;
    const { signal, clear } = deadline(
      wall ?? clock,
      settings.deadlineMs,
      () => new TradeDeadlineError(`No answer within ${settings.deadlineMs} ms`),
    );
    const passed = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(toError(signal.reason)), { once: true });
    });
    // Whoever races it hears of it; where nobody does any more, it is no unhandled rejection.
    passed.catch(() => {});
    return { signal, passed, clear };
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(messageOf(error));
}

function codeOf(error: Error): string {
  return error instanceof ContenderError ? error.code : "UNKNOWN";
}
